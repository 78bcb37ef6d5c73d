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

// askSchema is the input schema of an ask tool: the question, and the arguments
// that most of its tools share.
func askSchema(tools []*tool) json.RawMessage {
	var b strings.Builder
	b.WriteString(`{"type":"object","properties":{"question":{"type":"string","description":"The request in the user's own words."}`)
	for _, p := range shared(tools) {
		fmt.Fprintf(&b, ",%q:%s", p.name, p.schema)
	}
	b.WriteString(`,"hints":{"type":"object","description":"tool: name of the tool to take; plan_ref: has a preview done; anything else: its arguments."}},"required":["question"]}`)
	return json.RawMessage(b.String())
}

// shared are the arguments worth naming: those of several tools, or that one
// can't do without, the most used first. Words to look for are in the question,
// and a confirmation is given by plan_ref.
func shared(tools []*tool) []param {
	counts := map[string]int{}
	first := map[string]param{}
	var order []string
	for _, t := range tools {
		for _, p := range t.params {
			known, seen := first[p.name]
			if !seen {
				order = append(order, p.name)
			}
			if !seen || p.required && !known.required {
				first[p.name] = p
			}
			counts[p.name]++
			if p.required {
				counts[p.name]++
			}
		}
	}
	order = slices.DeleteFunc(order, func(name string) bool {
		return counts[name] < 2 || reserved[name]
	})
	slices.SortStableFunc(order, func(a, b string) int { return counts[b] - counts[a] })
	var out []param
	for _, name := range order[:min(len(order), mostContext)] {
		out = append(out, first[name])
	}
	return out
}

// reserved are names that an ask tool keeps for itself or does not offer.
var reserved = map[string]bool{
	"question": true, "hints": true, "query": true, "confirm": true, "confirmed": true, "timeout": true, planRef: true,
}
