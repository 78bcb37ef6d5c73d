package probe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/hidden"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

// entry is a descriptor as it is written; its fields are in the order of the file.
type entry struct {
	ID          string        `json:"id"`
	Name        string        `json:"name,omitempty"`
	Title       string        `json:"title,omitempty"`
	OneLine     string        `json:"one_line"`
	Kind        string        `json:"kind"`
	Server      string        `json:"server"`
	Verbs       []string      `json:"intent_verbs"`
	Does        []deed        `json:"does"`
	TypedIO     typedIO       `json:"typed_io"`
	Policy      *policy       `json:"policy,omitempty"`
	Annotations *annotations  `json:"annotations,omitempty"`
	Upstream    lock.Upstream `json:"upstream"`
	Digest      string        `json:"digest"`
}

type deed struct {
	Action     string `json:"action"`
	Mutates    any    `json:"mutates"` // a truth value, or uncertain
	Idempotent *bool  `json:"idempotent,omitempty"`
}

type typedIO struct {
	Tags   []string        `json:"tags,omitempty"`
	Input  json.RawMessage `json:"input_schema,omitempty"`
	Output json.RawMessage `json:"output_schema,omitempty"`
}

type policy struct {
	Approval string `json:"approval_class"`
}

// annotations are those hints that are understood, in the protocol's words.
type annotations struct {
	ReadOnly    *bool `json:"readOnlyHint,omitempty"`
	Destructive *bool `json:"destructiveHint,omitempty"`
	Idempotent  *bool `json:"idempotentHint,omitempty"`
	OpenWorld   *bool `json:"openWorldHint,omitempty"`
}

// uncertain is the truth value that is not known.
const uncertain = "~true"

// needsPerson is the approval class of what takes something away for good.
const needsPerson = "human_approval_required"

// describe turns a tool into a first descriptor under an id. The error is for a
// tool that no client could call.
func describe(server, id string, t *lock.Tool) (*entry, error) {
	c, err := readTool(t)
	if err != nil {
		return nil, err
	}
	e := &entry{
		ID: id, Title: lock.Line(c.Title), Kind: catalog.KindTool, Server: server, Digest: t.Digest(),
		TypedIO:  typedIO{Input: t.Input, Output: t.Output},
		Upstream: lock.Upstream{Title: t.Title, Description: t.Description, Annotations: t.Annotations},
	}
	if id != t.Name {
		e.Name = t.Name
	}
	e.OneLine = lock.OneLine(c.OneLine)
	if e.OneLine == "" {
		e.OneLine = inWords(c)
	}
	e.does(c)
	if a := c.Annotations; a != nil {
		e.Annotations = &annotations{a.ReadOnly, a.Destructive, a.Idempotent, a.OpenWorld}
		if *e.Annotations == (annotations{}) {
			e.Annotations = nil
		}
	}
	return e, nil
}

// readTool reads a tool as the compiler does.
func readTool(t *lock.Tool) (*source.Capability, error) {
	fields := map[string]any{"name": t.Name, "title": t.Title, "description": t.Description}
	for key, raw := range map[string]json.RawMessage{"inputSchema": t.Input, "outputSchema": t.Output, "annotations": t.Annotations} {
		if raw != nil {
			fields[key] = raw
		}
	}
	raw, err := encode(map[string]any{"tools": []any{fields}})
	if err != nil {
		return nil, err
	}
	file, diagnostics := source.ParseCapabilities(t.Name, raw)
	if err := diagnostics.Err(); err != nil {
		return nil, err
	}
	return &file.Capabilities[0], nil
}

// does guesses the verbs, what the actions do and whether they need approval.
func (e *entry) does(c *source.Capability) {
	guess := &catalog.Capability{Name: c.Name, ID: c.ID, Title: c.Title, OneLine: hidden.Strip(c.OneLine), Hints: c.Annotations}
	record := &runtime.Record{ID: c.Name}
	var idempotent *bool
	if a := c.Annotations; a != nil {
		record.Hints = &runtime.HintRecord{ReadOnly: a.ReadOnly, Destructive: a.Destructive, Idempotent: a.Idempotent, OpenWorld: a.OpenWorld}
		idempotent = a.Idempotent
	}
	actions := actionsOf(c)
	for _, name := range actions {
		record.Actions = append(record.Actions, runtime.ActionRecord{Name: name})
	}
	for _, name := range actions {
		effect := dispatch.Assess(record, name)
		e.Does = append(e.Does, deed{Action: name, Mutates: mutates(effect)})
		guess.Actions = append(guess.Actions, catalog.Action{Name: name, Mutates: surely(effect)})
	}
	e.Verbs = catalog.GuessVerbs(guess)
	if len(actions) > 0 {
		return
	}
	effect := dispatch.Assess(record, "")
	only := deed{e.ID, mutates(effect), idempotent}
	reads := slices.Contains(e.Verbs, "ask")
	switch {
	case effect.Effect == dispatch.Read && !effect.Stated && !reads:
		only.Mutates = uncertain // its name reads, and its description does not
	case effect.Effect != dispatch.Read && !effect.Assumed() && reads:
		e.Verbs = changing(guess) // its annotations read, and its name does not
	}
	e.Does = []deed{only}
	if effect.Effect == dispatch.Destroy {
		e.Policy = &policy{needsPerson}
	}
}

// changing are the verbs of a tool whose name says that it changes something,
// whatever its annotations say.
func changing(c *catalog.Capability) []string {
	c.Hints = nil
	verbs := catalog.GuessVerbs(c)
	verbs = slices.DeleteFunc(verbs, func(verb string) bool { return verb == "ask" || verb == "why" })
	if len(verbs) == 0 {
		return []string{"write", "act", "manage"}
	}
	return verbs
}

// mutates is an effect as a descriptor says it. What nothing tells of is left
// open, which counts as a change.
func mutates(a dispatch.Assessment) any {
	if known := surely(a); known != nil {
		return *known
	}
	return uncertain
}

func surely(a dispatch.Assessment) *bool {
	if a.Assumed() {
		return nil
	}
	changes := a.Effect != dispatch.Read
	return &changes
}

// maxActions is how many values an argument may have and be one that selects an
// operation.
const maxActions = 128

// actionsOf are the operations among which an argument "action" selects.
func actionsOf(c *source.Capability) []string {
	i := slices.IndexFunc(c.TypedIO.Params, func(p source.Param) bool { return p.Name == "action" })
	if i < 0 {
		return nil
	}
	p := c.TypedIO.Params[i]
	if p.Type != "string" && p.Type != "any" || len(p.Enum) < 2 || len(p.Enum) > maxActions {
		return nil
	}
	var names []string
	for _, name := range p.Enum {
		if strings.TrimSpace(name) == "" || hidden.Strip(name) != name || slices.Contains(names, name) {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// inWords says the name of a tool without a description in words.
func inWords(c *source.Capability) string {
	text := lock.Line(c.Title)
	if text == "" {
		text = strings.Join(strings.FieldsFunc(lock.Line(c.Name), func(r rune) bool { return r == '_' || r == '-' || r == '.' || r == '/' }), " ")
	}
	return text + "."
}

// encode writes JSON without escapes that it does not need, except for characters
// that a reviewer could not see.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("writing a descriptor: %w", err)
	}
	return hidden.EscapeJSON(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}
