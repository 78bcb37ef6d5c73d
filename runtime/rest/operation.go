package rest

import (
	"encoding/json"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// operation is what the document says of a tool.
type operation struct {
	id          string // the operation id
	tool        string
	title       string
	description string
	tags        []string
	verbs       []string
	effects     map[string]string // by action, "" for a tool without
	input       members
	output      json.RawMessage // nil when the tool does not say
}

func newOperation(rec *runtime.Record, schema, id string) operation {
	op := operation{id: id, tool: rec.ID, title: rec.Title, description: description(rec), output: rec.Output, effects: map[string]string{}}
	if op.title == "" {
		op.title = rec.ID
	}
	for _, v := range rec.Verbs {
		op.verbs = append(op.verbs, v.String())
	}
	switch {
	case rec.Namespace != "":
		op.tags = []string{rec.Namespace}
	case rec.Server != "":
		op.tags = []string{rec.Server}
	default:
		op.tags = []string{"tools"}
	}
	for _, a := range rec.Actions {
		op.effects[a.Name] = dispatch.Assess(rec, a.Name).Effect.String()
	}
	if len(rec.Actions) == 0 {
		op.effects[rec.ID] = dispatch.Assess(rec, "").Effect.String()
	}
	op.input = inputOf(rec, schema)
	return op
}

func description(rec *runtime.Record) string {
	parts := []string{rec.OneLine}
	for _, caveat := range rec.Caveats {
		parts = append(parts, "Caveat: "+caveat)
	}
	return strings.TrimSpace(strings.Join(parts, "\n\n"))
}

// inputOf is the schema of a tool's body: that of its arguments. The argument
// that selects the operation is added where the schema lacks it, for by this
// route there is no other place for it.
func inputOf(rec *runtime.Record, schema string) members {
	m, err := readMembers(json.RawMessage(schema))
	if err != nil {
		m = fromParams(rec.Params)
	}
	if m.get("type") == nil && m.get("$ref") == nil {
		m = m.set("type", encode("object"))
	}
	if len(rec.Actions) < 2 {
		return m
	}
	props, err := readMembers(m.get("properties"))
	if err != nil && m.get("properties") != nil || props.get("action") != nil {
		return m
	}
	var actions []string
	for _, a := range rec.Actions {
		actions = append(actions, a.Name)
	}
	action := encode(map[string]any{"type": "string", "enum": actions, "description": "The operation."})
	return m.set("properties", props.set("action", action).encode())
}

// fromParams is the schema of a capability that comes without one.
func fromParams(params []runtime.ParamRecord) members {
	m := members{{"type", encode("object")}}
	var props members
	var required []string
	for _, p := range params {
		one := members{}
		if p.Type != "" && p.Type != "any" {
			one = one.set("type", encode(p.Type))
		}
		if p.Description != "" {
			one = one.set("description", encode(p.Description))
		}
		if len(p.Enum) > 0 {
			one = one.set("enum", encode(p.Enum))
		}
		if len(p.Default) > 0 {
			one = one.set("default", p.Default)
		}
		props = props.set(p.Name, one.encode())
		if p.Required {
			required = append(required, p.Name)
		}
	}
	if len(props) > 0 {
		m = m.set("properties", props.encode())
	}
	if len(required) > 0 {
		m = m.set("required", encode(required))
	}
	return m
}

// has reports whether the tool has an argument of that name.
func (op *operation) has(name string) bool {
	props, err := readMembers(op.input.get("properties"))
	return err == nil && props.get(name) != nil
}

// needsBody reports whether no call without arguments is valid.
func (op *operation) needsBody() bool {
	var required []string
	_ = json.Unmarshal(op.input.get("required"), &required) // a malformed list requires nothing
	return len(required) > 0
}
