package probe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mcp/sextant/gen/hidden"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

// WriteText writes the report for people. What servers say stands in quotes, with
// everything that can't be seen as an escape: it must not be able to change the
// picture.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	for i := range r.Servers {
		r.Servers[i].write(&b, r.Fresh)
	}
	for _, name := range r.Strangers {
		fmt.Fprintf(&b, "%s: not in this configuration; its entries are kept\n", plainText(name))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// write writes one server; of a fresh document it names no tools, which all are
// new.
func (s *ServerReport) write(b *strings.Builder, fresh bool) {
	fmt.Fprintf(b, "%s: %s\n", plainText(s.Server), s.summary())
	for _, text := range s.LeftOut {
		fmt.Fprintf(b, "  left out  %s\n", plainText(text))
	}
	for i := range s.Changes {
		if !fresh {
			s.Changes[i].write(b)
		}
	}
	for _, h := range s.Hidden {
		fmt.Fprintf(b, "  hidden    %s: %s\n", plainText(h.Tool), h.Found)
	}
}

func (s *ServerReport) summary() string {
	kept := ""
	if s.Kept > 0 {
		kept = fmt.Sprintf("; %d %s kept as they are", s.Kept, plural(s.Kept, "entry", "entries"))
	}
	switch {
	case s.Failed != "":
		return "failed: " + plainText(s.Failed) + kept
	case s.Off:
		return "switched off" + kept
	}
	text := fmt.Sprintf("%d %s", s.Tools, plural(s.Tools, "tool", "tools"))
	if s.Skills > 0 {
		text += fmt.Sprintf(" and %d %s", s.Skills, plural(s.Skills, "skill", "skills"))
	}
	for _, kind := range []lock.Kind{lock.Added, lock.Changed, lock.Vanished} {
		n := 0
		for i := range s.Changes {
			if s.Changes[i].Kind == kind {
				n++
			}
		}
		if n > 0 {
			text += fmt.Sprintf(", %d %s", n, kind)
		}
	}
	if s.Gone > 0 {
		text += fmt.Sprintf(", %d vanished before", s.Gone)
	}
	if s.Partial {
		text += "; the list could only be read in part"
	}
	return text + kept
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func (c *Change) write(b *strings.Builder) {
	what := ""
	if c.Skill {
		what = "skill "
	}
	fmt.Fprintf(b, "  %-9s %s%s", c.Kind, what, plainText(c.Tool))
	if c.ID != c.Tool && c.ID != "" {
		fmt.Fprintf(b, " as %s", plainText(c.ID))
	}
	switch {
	case c.Adopted:
		b.WriteString(": its entry had no digest")
	case c.Back:
		b.WriteString(": it had vanished and is back")
	case c.ByHand:
		b.WriteString(": its entry does not hold what was approved, which the server still says")
	}
	b.WriteByte('\n')
	if c.Before != nil && c.After != nil {
		c.writeParts(b)
	}
	if c.Skill && c.Kind == lock.Changed {
		b.WriteString("    its front matter or its files\n")
	}
	if len(c.Kept) > 0 {
		fmt.Fprintf(b, "    kept as somebody wrote it, though the tool changed: %s\n", strings.Join(c.Kept, ", "))
	}
}

func (c *Change) writeParts(b *strings.Builder) {
	for _, part := range c.Before.Differences(c.After) {
		fmt.Fprintf(b, "    %s\n", part)
		switch part {
		case lock.Title:
			writeTexts(b, c.Before.Title, c.After.Title)
		case lock.Description:
			writeTexts(b, c.Before.Description, c.After.Description)
		case lock.Input:
			writeValues(b, c.Before.Input, c.After.Input)
		case lock.Output:
			writeValues(b, c.Before.Output, c.After.Output)
		case lock.Annotations:
			writeValues(b, c.Before.Annotations, c.After.Annotations)
		}
	}
}

// around is how much of what stayed is shown on either side of what changed, and
// longestShown how much of what changed.
const (
	around       = 60
	longestShown = 4000
)

// writeTexts writes what differs between two texts, with a little of what stands
// around it.
func writeTexts(b *strings.Builder, before, after string) {
	was, now := []rune(before), []rune(after)
	head := 0
	for head < len(was) && head < len(now) && was[head] == now[head] {
		head++
	}
	tail := 0
	for tail < len(was)-head && tail < len(now)-head && was[len(was)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	head, tail = max(head-around, 0), max(tail-around, 0)
	fmt.Fprintf(b, "      - %s\n      + %s\n", excerpt(was, head, tail), excerpt(now, head, tail))
}

func excerpt(text []rune, head, tail int) string {
	part := text[head : len(text)-tail]
	more := 0
	if len(part) > longestShown {
		more = len(part) - longestShown
		part = part[:longestShown]
	}
	out := quote(string(part))
	if head > 0 {
		out = "..." + out
	}
	if tail > 0 {
		out += "..."
	}
	if more > 0 {
		out += fmt.Sprintf(" and %d more characters", more)
	}
	return out
}

// quote writes a text in quotes; what can't be seen becomes an escape.
func quote(text string) string { return strconv.QuoteToGraphic(hidden.Escape(text)) }

// plainText is a text on one line without quotes, in which all can be seen.
func plainText(text string) string {
	quoted := quote(text)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// maxPaths is how many places of a schema are shown.
const maxPaths = 20

// writeValues writes the places in which two JSON values differ.
func writeValues(b *strings.Builder, before, after json.RawMessage) {
	d := &differ{b: b}
	was, now := decoded(before), decoded(after)
	if was == nil {
		was = map[string]any{}
	}
	if now == nil {
		now = map[string]any{}
	}
	d.walk("", was, now)
	if d.n > maxPaths {
		fmt.Fprintf(b, "      and %d more places\n", d.n-maxPaths)
	}
}

func decoded(raw json.RawMessage) (v any) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}

type differ struct {
	b *strings.Builder
	n int
}

// walk looks for differences below a path.
func (d *differ) walk(path string, before, after any) {
	was, ok := before.(map[string]any)
	now, too := after.(map[string]any)
	if !ok || !too {
		d.value(path, before, after)
		return
	}
	keys := make([]string, 0, len(was)+len(now))
	for key := range was {
		keys = append(keys, key)
	}
	for key := range now {
		if _, there := was[key]; !there {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		at := strings.TrimPrefix(path+"."+plainText(key), ".")
		old, had := was[key]
		next, has := now[key]
		switch {
		case !had:
			d.tell("+ %s: %s", at, shown(next))
		case !has:
			d.tell("- %s: %s", at, shown(old))
		default:
			d.walk(at, old, next)
		}
	}
}

func (d *differ) value(path string, before, after any) {
	was, now := shown(before), shown(after)
	if was == now {
		return
	}
	d.tell("- %s: %s", path, was)
	d.n--
	d.tell("+ %s: %s", path, now)
}

func (d *differ) tell(format string, args ...any) {
	if d.n++; d.n <= maxPaths {
		fmt.Fprintf(d.b, "      "+format+"\n", args...)
	}
}

// shown is a JSON value on one line.
func shown(v any) string {
	if v == nil {
		return "nothing"
	}
	if text, ok := v.(string); ok {
		return excerpt([]rune(text), 0, 0)
	}
	raw, err := encode(v)
	if err != nil {
		return "?"
	}
	text := []rune(string(raw))
	if len(text) > longestShown {
		return string(text[:longestShown]) + fmt.Sprintf(" and %d more characters", len(text)-longestShown)
	}
	return string(text)
}
