package agents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// param is one argument of a tool.
type param struct {
	name     string
	schema   json.RawMessage
	required bool
}

// readParams reads the properties of a JSON Schema object in their order. What
// can't be read has none.
func readParams(schema string) []param {
	var s struct {
		Properties json.RawMessage `json:"properties"`
		Required   []string        `json:"required"`
	}
	if json.Unmarshal([]byte(schema), &s) != nil || len(s.Properties) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(s.Properties))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil
	}
	var out []param
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return out
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return out
		}
		text, _ := name.(string) // the names of an object are strings
		out = append(out, param{text, value, slices.Contains(s.Required, text)})
	}
	return out
}

// withProperty adds a property to a schema and leaves every other byte as it is.
func withProperty(schema json.RawMessage, name, property string) json.RawMessage {
	member := fmt.Sprintf("%q:%s", name, property)
	d := json.NewDecoder(bytes.NewReader(schema))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return schema
	}
	start := d.InputOffset()
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return schema
		}
		before := d.InputOffset()
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return schema
		}
		if key == "properties" && bytes.HasPrefix(value, []byte("{")) {
			at := before + int64(bytes.IndexByte(schema[before:], '{')) + 1
			return insert(schema, at, member, value)
		}
	}
	rest := bytes.TrimSpace(schema[start:])
	return insert(schema, start, `"properties":{`+member+`}`, append([]byte("{"), rest...))
}

// insert puts a member first into the object that begins before at.
func insert(schema json.RawMessage, at int64, member string, object []byte) json.RawMessage {
	if len(bytes.TrimSpace(object[1:])) > 0 && bytes.TrimSpace(object[1:])[0] != '}' {
		member += ","
	}
	return slices.Concat(schema[:at], []byte(member), schema[at:])
}

// mostContext is how many arguments an ask tool lists; it takes the others too.
const mostContext = 8

// How much an argument must be used to be listed by an ask tool: once for each
// tool that has it and once more for each that can't do without it.
const (
	usedHere   = 2 // in a namespace
	usedWidely = 4 // among all of them
)

// askSchema is the input schema of an ask tool: the question, and the arguments
// that its tools use most.
func askSchema(tools []*tool, least int) json.RawMessage {
	var b strings.Builder
	b.WriteString(`{"type":"object","properties":{"question":{"type":"string","description":"The request in the user's own words."}`)
	for _, p := range shared(tools, least) {
		fmt.Fprintf(&b, ",%q:%s", p.name, p.schema)
	}
	b.WriteString(`,"hints":{"type":"object","description":"tool: name of the tool to take; plan_ref: has a preview done; anything else: its arguments."}},"required":["question"]}`)
	return json.RawMessage(b.String())
}

// shared are the arguments worth naming: those of several tools, or that one
// can't do without, the most used first. Words to look for are in the question,
// and a confirmation is given by plan_ref.
func shared(tools []*tool, least int) []param {
	weight := map[string]int{}
	all := map[string][]param{}
	var order []string
	for _, t := range tools {
		for _, p := range t.params {
			if all[p.name] == nil {
				order = append(order, p.name)
			}
			all[p.name] = append(all[p.name], p)
			weight[p.name]++
			if p.required {
				weight[p.name]++
			}
		}
	}
	order = slices.DeleteFunc(order, func(name string) bool { return weight[name] < least || reserved[name] })
	slices.SortStableFunc(order, func(a, b string) int { return weight[b] - weight[a] })
	var out []param
	for _, name := range order[:min(len(order), mostContext)] {
		out = append(out, joined(all[name]))
	}
	return out
}

// joined is what several tools say of an argument of the same name: what the first
// says that can't do without it, unless they take different values.
func joined(same []param) param {
	out := same[0]
	for _, p := range same {
		if p.required {
			out = p
			break
		}
	}
	for _, p := range same {
		if p.values() != out.values() {
			out.schema = json.RawMessage("{}")
		}
	}
	return out
}

// values is what kind of values an argument takes; null aside, for leaving an
// argument out does the same.
func (p param) values() string {
	var s struct {
		Type  any   `json:"type"`
		Enum  []any `json:"enum"`
		Items any   `json:"items"`
	}
	_ = json.Unmarshal(p.schema, &s) // a schema that says nothing takes anything
	types := fmt.Sprint(s.Type)
	if list, several := s.Type.([]any); several {
		types = strings.Trim(fmt.Sprint(slices.DeleteFunc(slices.Clone(list), func(t any) bool { return t == "null" })), "[]")
	}
	return fmt.Sprint(types, slices.DeleteFunc(slices.Clone(s.Enum), func(v any) bool { return v == nil }), s.Items)
}

// reserved are names that an ask tool keeps for itself or does not offer.
var reserved = map[string]bool{
	"question": true, "hints": true, "query": true, "confirm": true, "confirmed": true, "timeout": true, planRef: true,
}
