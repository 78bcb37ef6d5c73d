package catalog

import (
	"bytes"
	"encoding/json"
)

// compact drops the white space of a JSON value; nil and invalid values, which
// the readers have reported, come back empty.
func compact(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return nil
	}
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		return nil
	}
	return b.Bytes()
}

// jsonTypes are the names of types that JSON Schema knows; any other name in a
// descriptor, such as "any", leaves the type open.
var jsonTypes = map[string]bool{
	"string": true, "integer": true, "number": true, "boolean": true,
	"object": true, "array": true, "null": true,
}

// property is a JSON Schema property in a fixed order of keywords.
type property struct {
	Type        string          `json:"type,omitempty"`
	Description string          `json:"description,omitempty"`
	Enum        []string        `json:"enum,omitempty"`
	Default     json.RawMessage `json:"default,omitempty"`
}

// schemaOf builds the input schema of a capability from its parameters: a
// closed object, because an argument that no parameter names is a mistake that
// the caller wants to hear of. The parameter named action is closed to the
// capability's actions. A descriptor that names no parameter says nothing about
// them, and the schema leaves them open.
func schemaOf(c *Capability) json.RawMessage {
	if c.Kind == KindSkill {
		return nil
	}
	if len(c.Params) == 0 {
		return json.RawMessage(`{"type":"object"}`)
	}
	var b bytes.Buffer
	b.WriteString(`{"type":"object","properties":{`)
	var required []string
	for i, p := range c.Params {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(marshal(p.Name))
		b.WriteByte(':')
		b.Write(marshal(propertyOf(c, p)))
		if p.Required {
			required = append(required, p.Name)
		}
	}
	b.WriteByte('}')
	if len(required) > 0 {
		b.WriteString(`,"required":`)
		b.Write(marshal(required))
	}
	b.WriteString(`,"additionalProperties":false}`)
	return b.Bytes()
}

func propertyOf(c *Capability, p Param) property {
	out := property{Description: p.Description, Enum: p.Enum}
	if jsonTypes[p.Type] {
		out.Type = p.Type
	}
	if p.Name == "action" && len(out.Enum) == 0 {
		for _, a := range c.Actions {
			out.Enum = append(out.Enum, a.Name)
		}
	}
	if string(p.Default) != "null" {
		out.Default = p.Default
	}
	// A default outside the enumeration stands for "none chosen".
	if p.Name == "action" && len(out.Enum) > 0 && !contains(out.Enum, out.Default) {
		out.Default = nil
	}
	return out
}

func contains(enum []string, raw json.RawMessage) bool {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return false
	}
	for _, e := range enum {
		if e == s {
			return true
		}
	}
	return false
}

// marshal encodes a value that always can be, without escaping HTML: schemas
// are read by people too.
func marshal(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("catalog: " + err.Error()) // only strings and their lists come here
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
