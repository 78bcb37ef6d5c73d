package agents

import (
	"encoding/json"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// tool is one capability as a client calls it by name.
type tool struct {
	id     string
	name   string // on the wire
	number int
	rec    *runtime.Record
	in     *namespace
	// effect is the gravest of its operations.
	effect dispatch.Effect
	// schema is the input schema, with plan_ref where a call may be previewed.
	schema json.RawMessage
	// planRef is the name of the argument by which a preview is had done.
	planRef string
	// params are the schemas of its arguments by name, in the schema's order.
	params []param
}

// planRef is the argument by which a previewed call is had done; a tool that has
// one of that name itself is given ownPlanRef.
const (
	planRef    = "plan_ref"
	ownPlanRef = "sextant_plan_ref"
)

func newTool(number int, rec *runtime.Record, schema string, in *namespace) *tool {
	t := &tool{id: rec.ID, name: wireName(rec.ID), number: number, rec: rec, in: in, effect: effectOf(rec)}
	t.params = readParams(schema)
	t.schema = json.RawMessage(schema)
	if schema == "" {
		t.schema = json.RawMessage(`{"type":"object"}`)
	}
	t.planRef = planRef
	for _, p := range t.params {
		if p.name == planRef {
			t.planRef = ownPlanRef
		}
	}
	if t.effect != dispatch.Read || previewed(rec, dispatch.AsksToConfirm(schema)) {
		t.schema = withProperty(t.schema, t.planRef, `{"type":"string","description":"From a preview: has it done."}`)
	}
	return t
}

// effectOf is the gravest effect that the capability can have.
func effectOf(rec *runtime.Record) dispatch.Effect {
	if len(rec.Actions) == 0 {
		return dispatch.Assess(rec, "").Effect
	}
	effect := dispatch.Read
	for _, a := range rec.Actions {
		effect = max(effect, dispatch.Assess(rec, a.Name).Effect)
	}
	return effect
}

// previewed tells whether any of its operations may be previewed first.
func previewed(rec *runtime.Record, confirms bool) bool {
	if dispatch.Previewed(rec, "", confirms) && len(rec.Actions) == 0 {
		return true
	}
	for _, a := range rec.Actions {
		if dispatch.Previewed(rec, a.Name, confirms) {
			return true
		}
	}
	return false
}

// about is the tool in a line.
func (t *tool) about() string {
	if t.rec.OneLine != "" {
		return t.rec.OneLine
	}
	return t.rec.Title
}

// wireName writes a name with the characters that names of MCP tools may have.
// The name of a server stands before a dot, as a namespace does.
func wireName(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '/':
			return '.'
		case r == '_', r == '-', r == '.', '0' <= r && r <= '9', 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
			return r
		}
		return '_'
	}, name)
}
