package args

import "encoding/json"

// Argument is one argument that a request gives.
type Argument struct {
	// Name is the parameter.
	Name string
	// Value is its value as JSON, which the schema of the parameter takes.
	Value json.RawMessage
	// Evidence says what it was read from, Start and End where: offsets in bytes.
	Evidence   Evidence
	Start, End int
}

// maxIntent bounds the work that one request makes. Behind it stands text to
// work on, not what to do with it.
const maxIntent = 2 << 10

// Read returns the arguments of which the intent leaves no doubt, in the order
// of the schema, none for a tool without parameters.
func (t *Tool) Read(intent string) []Argument {
	if len(t.params) == 0 || len(intent) > maxIntent {
		return nil
	}
	r := newRequest(intent)
	var all []proposal
	for _, rule := range rules {
		all = append(all, rule(t, r)...)
	}
	var out []Argument
	for _, p := range settle(all, len(t.params)) {
		out = append(out, Argument{Name: t.params[p.param].name, Value: p.value, Evidence: p.evidence, Start: p.start, End: p.end})
	}
	return out
}

// rules propose values, each from one kind of evidence.
var rules = []func(*Tool, *request) []proposal{
	namedRule, quotedRule, choiceRule, numberRule, dateRule, calendarRule, clockRule, tokenRule, folderRule, placeRule, flagRule, titleRule, subjectRule, exampleRule, glossaryRule,
}
