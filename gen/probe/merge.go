package probe

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/hidden"
	"github.com/sextant-mcp/sextant/gen/internal/jsonedit"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

// Reading is what a server listed when it was asked.
type Reading struct {
	Server string
	// Failed says why nothing could be read, "" when something was.
	Failed string
	// Off tells that the configuration switches the server off.
	Off   bool
	Tools []lock.Listed
	// Partial tells that the server has more tools than could be read.
	Partial bool
	// LeftOut says what of the lists can't be used.
	LeftOut []string
	// Skills are those that the server lists; PartialSkills tells that there are
	// more than could be read.
	Skills        []lock.Skill
	PartialSkills bool
}

// Merge compares the document with the servers, and takes over what is new: tools
// that were added, what changed of the others, which vanished. The readings are
// in the order of the configuration, in which new entries are added.
//
// With an error the document stays as it was.
func (d *Document) Merge(readings []Reading) (*Report, error) {
	m := &merging{
		doc: d, names: newNamer(d.file), report: &Report{Path: d.path, Fresh: len(d.file.Capabilities) == 0},
		edits: edits{map[int][]byte{}, map[int][][]byte{}}, approved: slices.Clone(d.skills),
	}
	for i := range readings {
		if err := m.server(&readings[i]); err != nil {
			return nil, err
		}
	}
	m.strangers(readings)
	if err := d.apply(&m.edits, m.approved); err != nil {
		return nil, err
	}
	return m.report, nil
}

// Compare tells what Merge would change, and changes nothing.
func (d *Document) Compare(readings []Reading) (*Report, error) {
	copied := *d
	return copied.Merge(readings)
}

// merging is one comparison under way.
type merging struct {
	doc    *Document
	names  *namer
	edits  edits
	report *Report
	// approved are the skills that the document is to hold.
	approved []lock.Skill
}

// server compares the entries of one server with what it lists.
func (m *merging) server(r *Reading) error {
	s := ServerReport{Server: r.Server, Failed: r.Failed, Off: r.Off, Partial: r.Partial || r.PartialSkills, LeftOut: r.LeftOut, Tools: len(r.Tools)}
	listed := map[string]bool{}
	tools := slices.Clone(r.Tools)
	slices.SortStableFunc(tools, func(a, b lock.Listed) int { return strings.Compare(a.Name, b.Name) })
	for _, one := range tools {
		listed[one.Name] = true
		if err := m.tool(&s, one); err != nil {
			s.LeftOut = append(s.LeftOut, fmt.Sprintf("%s: %v", visible(one.Name), err))
		}
	}
	for i, e := range m.doc.entries {
		if e == nil || e.Capability.Server != r.Server {
			continue
		}
		switch {
		case r.Failed != "" || r.Off:
			s.Kept++
		case listed[e.Tool.Name]:
		case e.Vanished:
			s.Gone++
		case r.Partial:
			s.Kept++
		default:
			if err := m.vanish(&s, i, e); err != nil {
				return err
			}
		}
	}
	m.skills(&s, r)
	m.report.Servers = append(m.report.Servers, s)
	return nil
}

// strangers counts the entries of servers that the configuration does not name.
func (m *merging) strangers(readings []Reading) {
	for _, e := range m.doc.entries {
		if e == nil || slices.ContainsFunc(readings, func(r Reading) bool { return r.Server == e.Capability.Server }) {
			continue
		}
		if !slices.Contains(m.report.Strangers, e.Capability.Server) {
			m.report.Strangers = append(m.report.Strangers, e.Capability.Server)
		}
	}
}

// tool compares one tool with its entry.
func (m *merging) tool(s *ServerReport, one lock.Listed) error {
	live, err := lock.ReadTool(one.Raw)
	if err != nil {
		return err
	}
	i := m.doc.find(s.Server, one.Name)
	if i < 0 {
		return m.add(s, one, &live)
	}
	e := m.doc.entries[i]
	if e == nil || !e.Accepts || e.Digest != live.Digest() {
		m.hidden(s, one) // what was accepted is what was approved
	}
	if e != nil && e.Digest == live.Digest() && e.Intact() && !e.Vanished {
		return nil
	}
	return m.update(s, i, e, &live)
}

// hidden reports what can't be seen of what the server says of a tool.
func (m *merging) hidden(s *ServerReport, one lock.Listed) {
	for _, f := range hidden.InJSON(one.Raw, lock.Fields...) {
		s.Hidden = append(s.Hidden, HiddenText{one.Name, f})
	}
}

// add writes an entry for a tool that has none, behind those of its server.
func (m *merging) add(s *ServerReport, one lock.Listed, live *lock.Tool) error {
	e, err := describe(s.Server, m.names.of(s.Server, one.Name), live)
	if err != nil {
		return err
	}
	e.TypedIO.Tags = tagsOf(s.Server, one.Raw)
	raw, err := encode(e)
	if err != nil {
		return err
	}
	m.hidden(s, one)
	behind := len(m.doc.file.Capabilities) - 1
	for i := range m.doc.file.Capabilities {
		if m.doc.file.Capabilities[i].Server == s.Server {
			behind = i
		}
	}
	m.edits.added[behind] = append(m.edits.added[behind], raw)
	s.Changes = append(s.Changes, Change{Kind: lock.Added, Tool: one.Name, ID: e.ID, After: live})
	return nil
}

// vanish marks an entry whose tool is gone.
func (m *merging) vanish(s *ServerReport, i int, e *lock.Entry) error {
	raw, err := jsonedit.Set(e.Capability.Raw, lock.KeyVanished, []byte("true"), lock.KeyUpstream, lock.KeyDigest)
	if err != nil {
		return fmt.Errorf("%s: %s: %w", e.Capability.Pos, e.Capability.ID, err)
	}
	m.edits.replaced[i] = raw
	s.Changes = append(s.Changes, Change{Kind: lock.Vanished, Tool: e.Tool.Name, ID: e.Capability.ID, Before: &e.Tool})
	return nil
}

// update takes over what a server says now of a tool that has an entry; e is nil
// for an entry without a digest.
func (m *merging) update(s *ServerReport, i int, e *lock.Entry, live *lock.Tool) error {
	c := &m.doc.file.Capabilities[i]
	now, err := describe(s.Server, c.ID, live)
	if err != nil {
		return err
	}
	change := Change{Kind: lock.Changed, Tool: live.Name, ID: c.ID, After: live}
	raw, err := jsonedit.Delete(c.Raw, lock.KeyVanished) // one that is listed is there, whoever wrote that it is not
	if err != nil {
		return err
	}
	switch {
	case e == nil:
		change.Kind = lock.Added
		change.Adopted = true
	case e.Vanished:
		change.Kind = lock.Added
		change.Back = true
		change.Before = &e.Tool
	default:
		change.Before = &e.Tool
		change.ByHand = e.Digest == live.Digest()
	}
	if e != nil {
		before, err := describe(s.Server, c.ID, &e.Tool)
		if err != nil {
			before = now // what was approved can't be read any more: all is somebody's own
		}
		if raw, change.Kept, err = follow(raw, before, now); err != nil {
			return err
		}
	}
	if raw, err = machine(raw, now); err != nil {
		return err
	}
	m.edits.replaced[i] = raw
	s.Changes = append(s.Changes, change)
	return nil
}

// guessed are the fields that are guessed, with those behind which each is added.
var guessed = []struct {
	key   string
	after []string
}{
	{"title", []string{"id", "name"}},
	{"one_line", []string{"id", "name", "title"}},
	{"intent_verbs", []string{"one_line", "kind", "server"}},
	{"does", []string{"one_line", "intent_verbs"}},
	{"policy", []string{"does", "typed_io"}},
	{"annotations", []string{"typed_io", "policy"}},
}

// follow changes the guesses that nobody edited, and returns the names of those
// that somebody did and that would be others now.
func follow(raw []byte, before, now *entry) (out []byte, kept []string, err error) {
	old, err := fieldsOf(before)
	if err != nil {
		return nil, nil, err
	}
	next, err := fieldsOf(now)
	if err != nil {
		return nil, nil, err
	}
	for _, g := range guessed {
		var written map[string]json.RawMessage
		if err := json.Unmarshal(raw, &written); err != nil {
			return nil, nil, err
		}
		switch key := g.key; {
		case lock.Same(old[key], next[key]), lock.Same(written[key], next[key]):
		case !lock.Same(written[key], old[key]):
			kept = append(kept, key)
		case next[key] == nil:
			if raw, err = jsonedit.Delete(raw, key); err != nil {
				return nil, nil, err
			}
		default:
			if raw, err = jsonedit.Set(raw, key, next[key], g.after...); err != nil {
				return nil, nil, err
			}
		}
	}
	return raw, kept, nil
}

func fieldsOf(e *entry) (fields map[string]json.RawMessage, err error) {
	raw, err := encode(e)
	if err != nil {
		return nil, err
	}
	return fields, json.Unmarshal(raw, &fields)
}

// machine writes the fields that are the machine's, where they differ.
func machine(raw []byte, now *entry) ([]byte, error) {
	fields, err := fieldsOf(now)
	if err != nil {
		return nil, err
	}
	if raw, err = schemas(raw, now); err != nil {
		return nil, err
	}
	for _, key := range []string{lock.KeyUpstream, lock.KeyDigest} {
		var written map[string]json.RawMessage
		if err := json.Unmarshal(raw, &written); err != nil {
			return nil, err
		}
		if lock.Same(written[key], fields[key]) {
			continue
		}
		if raw, err = jsonedit.Set(raw, key, fields[key], lock.KeyUpstream); err != nil {
			return nil, err
		}
	}
	return raw, nil
}

// schemas writes the two schemas into typed_io.
func schemas(raw []byte, now *entry) ([]byte, error) {
	var written map[string]json.RawMessage
	if err := json.Unmarshal(raw, &written); err != nil {
		return nil, err
	}
	var typed map[string]json.RawMessage
	if written["typed_io"] != nil {
		if err := json.Unmarshal(written["typed_io"], &typed); err != nil {
			return nil, err
		}
	}
	if len(typed) == 0 {
		value, err := encode(typedIO{Input: now.TypedIO.Input, Output: now.TypedIO.Output})
		if err != nil || now.TypedIO.Input == nil && now.TypedIO.Output == nil {
			return raw, err
		}
		return jsonedit.Set(raw, "typed_io", value, "one_line", "intent_verbs", "does")
	}
	o, err := jsonedit.Scan(raw)
	if err != nil {
		return nil, err
	}
	p := o.Parts[o.Find("typed_io")]
	inner := raw[p.Start:p.End]
	for _, one := range []struct {
		key    string
		schema json.RawMessage
	}{{"input_schema", now.TypedIO.Input}, {"output_schema", now.TypedIO.Output}} {
		if lock.Same(typed[one.key], one.schema) {
			continue
		}
		if inner, err = setOrDelete(inner, one.key, one.schema); err != nil {
			return nil, err
		}
	}
	return jsonedit.Splice(raw, p.Start, p.End, string(inner)), nil
}

func setOrDelete(object []byte, key string, value json.RawMessage) ([]byte, error) {
	if value != nil {
		return jsonedit.Set(object, key, hidden.EscapeJSON(value), "input_params", "input_schema")
	}
	o, err := jsonedit.Scan(object)
	if err == nil && len(o.Parts) == 1 {
		return []byte("{}"), nil
	}
	return jsonedit.Delete(object, key)
}
