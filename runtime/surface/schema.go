package surface

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// A tool's input schema is republished as its bytes are, for rewriting one loses
// keywords that nobody thought of. What a tool's wrapper needs is cut in.

// member is one member of a JSON object, by where it stands in the object's
// bytes.
type member struct {
	key              string
	start, from, end int // of the key, of the value, behind the value
}

// members are the members of an object in order; false for what is no object.
func members(object []byte) ([]member, bool) {
	d := json.NewDecoder(bytes.NewReader(object))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil, false
	}
	var out []member
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, false
		}
		key, ok := token.(string)
		if !ok {
			return nil, false
		}
		m := member{key: key, start: int(d.InputOffset()) - len(quotedSpan(object, int(d.InputOffset())))}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, false
		}
		m.end = int(d.InputOffset())
		m.from = m.end - len(value)
		out = append(out, m)
	}
	_, err := d.Token()
	return out, err == nil
}

// quotedSpan is the string literal that ends at an offset.
func quotedSpan(object []byte, end int) []byte {
	for start := end - 2; start >= 0; start-- {
		if object[start] != '"' {
			continue
		}
		slashes := 0
		for i := start - 1; i >= 0 && object[i] == '\\'; i-- {
			slashes++
		}
		if slashes%2 == 0 {
			return object[start:end]
		}
	}
	return nil
}

// find returns the value of a member, nil when there is none.
func find(object []byte, key string) []byte {
	all, _ := members(object)
	for _, m := range all {
		if m.key == key {
			return object[m.from:m.end]
		}
	}
	return nil
}

// withMember puts a member behind the others.
func withMember(object []byte, key string, value []byte) []byte {
	all, ok := members(object)
	if !ok {
		return object
	}
	one := slices.Concat(mustJSON(key), []byte(":"), value)
	at := bytes.IndexByte(object, '{') + 1
	if len(all) > 0 {
		at = all[len(all)-1].end
		one = append([]byte(","), one...)
	}
	return slices.Concat(object[:at], one, object[at:])
}

// withValue replaces the value of a member that is there.
func withValue(object []byte, key string, value []byte) []byte {
	all, _ := members(object)
	for _, m := range all {
		if m.key == key {
			return slices.Concat(object[:m.from], value, object[m.end:])
		}
	}
	return object
}

// without takes a member out.
func without(object []byte, key string) []byte {
	all, _ := members(object)
	for i, m := range all {
		if m.key != key {
			continue
		}
		start, end := m.start, m.end
		switch {
		case i+1 < len(all):
			end = all[i+1].start
		case i > 0:
			start = all[i-1].end
		}
		return slices.Concat(object[:start], object[end:])
	}
	return object
}

// addProperty gives a schema one more property.
func addProperty(schema []byte, name string, property string) []byte {
	if properties := find(schema, "properties"); properties != nil {
		return withValue(schema, "properties", withMember(properties, name, []byte(property)))
	}
	return withMember(schema, "properties", slices.Concat([]byte("{"), mustJSON(name), []byte(":"+property+"}")))
}

// conditional are keywords by which one property may bear on others, so that
// none can be taken out.
var conditional = []string{"allOf", "anyOf", "oneOf", "if", "then", "else", "not", "dependentRequired", "dependentSchemas", "dependencies", "$ref"}

// isConditional reports a schema in which other keywords may speak of a
// property.
func isConditional(schema []byte) bool {
	all, _ := members(schema)
	return slices.ContainsFunc(all, func(m member) bool { return slices.Contains(conditional, m.key) })
}

// fixProperty leaves a property one value only.
func fixProperty(schema []byte, name, value string) []byte {
	only := `{"type":"string","const":` + string(mustJSON(value)) + `}`
	return withValue(schema, "properties", withValue(find(schema, "properties"), name, []byte(only)))
}

// dropProperty takes a property out.
func dropProperty(schema []byte, name string) []byte {
	schema = withValue(schema, "properties", without(find(schema, "properties"), name))
	var required []string
	if json.Unmarshal(find(schema, "required"), &required) != nil || !slices.Contains(required, name) {
		return schema
	}
	required = slices.DeleteFunc(required, func(one string) bool { return one == name })
	if len(required) == 0 {
		return without(schema, "required")
	}
	return withValue(schema, "required", mustJSON(required))
}

// objectSchema is the schema of a tool as an object that says that it is one,
// which the older revisions demand, and which properties it has, be it none: some
// hosts refuse the whole list for a tool without that.
func objectSchema(text string) []byte {
	schema := []byte(strings.TrimSpace(text))
	all, ok := members(schema)
	if !ok {
		return []byte(`{"type":"object","properties":{}}`)
	}
	for _, need := range []struct{ key, value string }{{"type", `"object"`}, {"properties", `{}`}} {
		if !slices.ContainsFunc(all, func(m member) bool { return m.key == need.key }) {
			schema = withMember(schema, need.key, []byte(need.value))
		}
	}
	return schema
}

// mustJSON encodes strings and what is made of them.
func mustJSON(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("surface: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
