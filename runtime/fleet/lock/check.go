package lock

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Kind is how a tool differs from what was approved.
type Kind string

// The kinds.
const (
	// Added: the server lists a tool that nobody approved.
	Added Kind = "added"
	// Changed: the server says something else of the tool.
	Changed Kind = "changed"
	// Vanished: the server does not list the tool any more.
	Vanished Kind = "vanished"
)

// Drift is a tool that is not as it was approved.
type Drift struct {
	Kind Kind   `json:"kind"`
	Tool string `json:"tool"`
	// Skill is set when it is a skill, of that path.
	Skill bool `json:"skill,omitempty"`
	// Parts are those that changed.
	Parts []Part `json:"parts,omitempty"`
}

// String names the tool, and what of it changed.
func (d Drift) String() string {
	text := string(d.Kind) + " "
	if d.Skill {
		text += "skill "
	}
	text += d.Tool
	if len(d.Parts) > 0 {
		words := make([]string, len(d.Parts))
		for i, p := range d.Parts {
			words[i] = string(p)
		}
		text += " (" + strings.Join(words, ", ") + ")"
	}
	return text
}

// Check is what came of comparing a server's list with the approval.
type Check struct {
	// Drift are the tools that differ: those of the list in its order, then those
	// that vanished, in the order of the file.
	Drift  []Drift
	byTool map[string]*Drift
}

// Of returns how a tool that is listed differs, nil for one that is as approved.
func (c *Check) Of(tool string) *Drift {
	if c == nil {
		return nil
	}
	return c.byTool[tool]
}

// Listed is an entry of a server's list.
type Listed struct {
	Name string
	Raw  json.RawMessage
}

// Check compares what a server lists with what was approved of it. Of a list that
// is known to be only a part, nothing is said to have vanished.
func (f *File) Check(server string, tools []Listed, partial bool) *Check {
	c := &Check{byTool: map[string]*Drift{}}
	listed := map[string]bool{}
	for _, one := range tools {
		listed[one.Name] = true
		if d := f.compare(server, one); d != nil {
			c.Drift = append(c.Drift, *d)
			c.byTool[one.Name] = d
		}
	}
	if partial {
		return c
	}
	for _, e := range f.Of(server) {
		if !listed[e.Tool.Name] && !e.Vanished {
			c.Drift = append(c.Drift, Drift{Kind: Vanished, Tool: e.Tool.Name})
		}
	}
	return c
}

func (f *File) compare(server string, one Listed) *Drift {
	e := f.Find(server, one.Name)
	if e == nil || e.Vanished {
		return &Drift{Kind: Added, Tool: one.Name}
	}
	live, err := ReadTool(one.Raw)
	switch {
	case err != nil:
		return &Drift{Kind: Changed, Tool: one.Name}
	case live.Digest() == e.Digest:
		return nil
	}
	return &Drift{Kind: Changed, Tool: one.Name, Parts: e.Tool.Differences(&live)}
}

// RefusedError is a call that was not made because its tool is not as it was
// approved.
type RefusedError struct {
	Server string
	Drift  Drift
	// Remedy is the command that approves.
	Remedy string
}

// Error says what is wrong, and how it is put right.
func (e *RefusedError) Error() string {
	what := "is not approved"
	if e.Drift.Kind == Changed {
		what = "changed since it was approved"
		if len(e.Drift.Parts) > 0 {
			what += strings.TrimPrefix(e.Drift.String(), "changed "+e.Drift.Tool)
		}
	}
	return fmt.Sprintf("%s of %s %s, so it is not called; look at what is new with %s, and approve it with -merge", e.Drift.Tool, e.Server, what, e.Remedy)
}
