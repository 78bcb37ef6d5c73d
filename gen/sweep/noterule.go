package sweep

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
)

// checkNotes compares the condensed note of each skill with the one that its
// template gives.
func checkNotes(p *pass) {
	for _, f := range p.files {
		if !p.judgesNote(f) {
			continue
		}
		c := &noteCheck{p: p, f: f, want: f.note()}
		c.run()
		for _, n := range c.found {
			switch {
			case len(c.found) > maxTrials:
				n.fix, n.hint = nil, "keep one note right below the title and delete the others by hand"
			case n.fix != nil && !c.mends(n.fix):
				n.fix, n.hint = nil, handHint
			}
			p.report(f, n.rule, n.start, n.end, n.fix, n.hint, "%s", n.message)
		}
	}
}

// judgesNote tells whether it is known which note a skill must carry. Without
// descriptors it is so for the skills that never carry any, and not at all where
// the template fails.
func (p *pass) judgesNote(f *skillFile) bool {
	switch {
	case f.joined == nil || !f.document().bounded:
		return false
	case len(f.joined.Tools) > 0:
		return f.joined.Note != ""
	}
	return p.described || noteless(f.skill.Tier)
}

// noteless are the tiers whose skills wrap no tool.
func noteless(tier string) bool { return tier == catalog.TierMeta || tier == catalog.TierSurface }

// noteCheck looks at the note of one skill.
type noteCheck struct {
	p     *pass
	f     *skillFile
	want  string // "" for a skill that must not carry one
	found []noteFinding
}

// noteFinding is a finding whose fix has not been tried out yet.
type noteFinding struct {
	rule       string
	start, end int
	fix        *Fix
	hint       string
	message    string
}

func (c *noteCheck) report(rule string, start, end int, fix *Fix, hint, format string, args ...any) {
	c.found = append(c.found, noteFinding{rule, start, end, fix, hint, fmt.Sprintf(format, args...)})
}

func (c *noteCheck) run() {
	all := c.f.document().blocks
	title := slices.IndexFunc(all, func(b block) bool { return b.kind == titleBlock })
	place := title + 1
	for place > 0 && place < len(all) && all[place].kind == commentBlock {
		place++
	}
	kept := -1
	for i, b := range all {
		if b.kind != quoteBlock || !c.isNote(b) {
			continue
		}
		switch {
		case c.want == "":
			c.unexpected(all, i)
		case title >= 0 && i == place:
			kept = i
			c.compare(b)
		case kept >= 0:
			c.second(all, i)
		default:
			kept = i
			c.misplaced(all, title, place, i)
		}
	}
	if kept < 0 && c.want != "" {
		c.missing(all, title, place)
	}
}

// isNote tells a condensed note from any other quote: it opens with the words
// that the template opens with, or it tells how to load a tool and names the
// variable that makes that unnecessary.
func (c *noteCheck) isNote(b block) bool {
	text := c.f.data[b.start:markedEnd(c.f.data, b)]
	opening := bytes.TrimSpace(text)
	for _, label := range c.p.noteLabels {
		if bytes.HasPrefix(opening, []byte(label)) {
			return true
		}
	}
	return bytes.Contains(text, []byte("load_tools(")) && bytes.Contains(text, []byte("MCP_TOOL_MODE"))
}

func (c *noteCheck) missing(all []block, title, place int) {
	if title < 0 {
		c.report("note-missing", c.f.skill.BodyOffset, c.f.skill.BodyOffset, nil,
			"start the body with a line '# Title'; then skillsweep -fix can add the note below it",
			"the condensed note is missing, and so is the title it belongs under")
		return
	}
	c.report("note-missing", all[title].start, lineEnd(c.f.data, all[title].start),
		&Fix{Label: "insert the condensed note", Edits: []Edit{c.insertion(all, place)}},
		"run skillsweep -fix", "the condensed note for %s is missing below the title", names(c.f.joined.Tools))
}

// insertion puts the note in front of the block that now stands in its place.
func (c *noteCheck) insertion(all []block, place int) Edit {
	nl := c.f.skill.Newline
	note := c.text()
	before := all[place-1].end
	if place < len(all) {
		at := all[place].start
		if before == at {
			note = nl + note
		}
		return Edit{Start: at, End: at, New: note + nl + nl}
	}
	size := len(c.f.data)
	switch {
	case !bytes.HasSuffix(c.f.data, []byte("\n")):
		return Edit{Start: size, End: size, New: nl + nl + note + nl}
	case before == size:
		return Edit{Start: size, End: size, New: nl + note + nl}
	}
	return Edit{Start: size, End: size, New: note + nl}
}

// text is the wanted note in the file's own line ends, without the last one.
func (c *noteCheck) text() string {
	return strings.ReplaceAll(strings.TrimRight(c.want, "\n"), "\n", c.f.skill.Newline)
}

// compare checks a note that stands in its place. A line without a marker right
// below it belongs to the quote for Markdown, but hardly for its author: it is
// set apart and stays.
func (c *noteCheck) compare(b block) {
	behind := markedEnd(c.f.data, b)
	end := b.start + len(bytes.TrimRight(c.f.data[b.start:behind], "\r\n"))
	have := strings.ReplaceAll(string(c.f.data[b.start:end]), "\r\n", "\n")
	same := have == strings.TrimRight(c.want, "\n")
	if same && behind == b.end {
		return
	}
	fix := &Fix{Label: "update the condensed note", Edits: []Edit{{Start: b.start, End: end, New: c.text()}}}
	problem := "the condensed note is not the one its template gives now"
	if behind < b.end {
		fix.Edits[0].New += c.f.skill.Newline
	}
	if same {
		problem = "the condensed note runs into the text below it"
	} else if differ := c.differs(have); differ != "" {
		problem = "the condensed note " + differ
	}
	c.report("note-stale", b.start, end, fix, "run skillsweep -fix", "%s", problem)
}

// markedEnd is the offset behind the lines of a quote that carry its marker.
func markedEnd(data []byte, b block) int {
	at := b.start
	for at < b.end && bytes.HasPrefix(bytes.TrimLeft(data[at:b.end], " "), []byte{'>'}) {
		next := bytes.IndexByte(data[at:b.end], '\n')
		if next < 0 {
			return b.end
		}
		at += next + 1
	}
	return at
}

// differs says which tools or verb a note names wrongly, "" if only its
// wording is old.
func (c *noteCheck) differs(have string) string {
	var wrong []string
	for _, tool := range c.f.joined.Tools {
		if !mentions(have, tool) {
			wrong = append(wrong, "does not name "+tool)
		}
	}
	for _, id := range codeWords(have) {
		if c.p.isTool(id) && !slices.Contains(c.f.joined.Tools, id) {
			wrong = append(wrong, "names "+id+", which the skill does not wrap")
		}
	}
	if verb := c.f.joined.Verb; verb != "" && !mentions(have, verb) {
		wrong = append(wrong, "does not name the verb "+verb)
	}
	return strings.Join(wrong, ", ")
}

// unexpected reports a note of a skill that has no tool. Where it names tools
// that nothing describes, either the note or the name is wrong: that is for a
// person to say.
func (c *noteCheck) unexpected(all []block, i int) {
	fix := &Fix{Label: "delete the condensed note", Edits: []Edit{c.deletion(all, i)}}
	hint := "run skillsweep -fix to delete it, or declare the tools in wraps"
	why := "it wraps no tool that a descriptor describes"
	tools, _ := source.SkillTools(c.f.skill)
	switch {
	case noteless(c.f.skill.Tier):
		why = "skills of tier " + c.f.skill.Tier + " carry none"
	case len(tools) > 0:
		fix, hint = nil, "describe or correct "+names(tools)+", or delete the note"
	}
	c.report("note-unexpected", all[i].start, all[i].end, fix, hint, "the skill has a condensed note, but %s", why)
}

func (c *noteCheck) second(all []block, i int) {
	c.report("note-unexpected", all[i].start, all[i].end,
		&Fix{Label: "delete the second condensed note", Edits: []Edit{c.deletion(all, i)}},
		"run skillsweep -fix to delete it", "the skill has a second condensed note")
}

func (c *noteCheck) misplaced(all []block, title, place, i int) {
	var fix *Fix
	if title >= 0 {
		fix = &Fix{Label: "move the condensed note below the title", Edits: []Edit{c.insertion(all, place), c.deletion(all, i)}}
	}
	c.report("note-misplaced", all[i].start, all[i].end, fix, "run skillsweep -fix",
		"the condensed note does not stand right below the title")
}

// deletion takes a note out together with the blank lines behind it, or in front
// of it when it is the last block. A line that runs into it stays.
func (c *noteCheck) deletion(all []block, i int) Edit {
	behind := markedEnd(c.f.data, all[i])
	e := Edit{Start: all[i].start, End: len(c.f.data)}
	switch {
	case behind < all[i].end:
		e.End = behind
	case i+1 < len(all):
		e.End = all[i+1].start
	case i > 0:
		e.Start = all[i-1].end
	}
	// Without a blank line on either side the neighbours would run together.
	if i > 0 && all[i-1].end == e.Start && e.End == behind && e.End < len(c.f.data) {
		e.New = c.f.skill.Newline
	}
	return e
}

// noteLabel is how a rendered note opens: the words in bold, else its first line.
func noteLabel(note string) string {
	line, _, _ := strings.Cut(note, "\n")
	if strings.HasPrefix(line, "> **") {
		if end := strings.Index(line[len("> **"):], "**"); end >= 0 {
			return line[:len("> **")+end+len("**")]
		}
	}
	return line
}

// mentions tells whether text holds the word in code or in quotes.
func mentions(text, word string) bool {
	return strings.Contains(text, "`"+word+"`") || strings.Contains(text, `"`+word+`"`)
}

// codeWords are the words that text sets in code.
func codeWords(text string) []string {
	var out []string
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			out = append(out, part)
		}
	}
	return out
}

// lineEnd is the offset behind the last visible byte of the line at start.
func lineEnd(data []byte, start int) int {
	end := bytes.IndexByte(data[start:], '\n')
	if end < 0 {
		return len(data)
	}
	return start + len(bytes.TrimRight(data[start:start+end], "\r"))
}
