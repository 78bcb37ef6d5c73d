package source

import (
	"encoding/json"
	"strings"
	"unicode"
)

// typedIO reads typed_io.
func (s *sink) typedIO(io *TypedIO, n node, at *place) {
	if !s.object(n, at) {
		return
	}
	for _, m := range n.members {
		at := at.field(m.key)
		switch m.key {
		case "rest_route":
			io.RestRoute = s.optionalText(m.value, at)
		case "tags":
			io.Tags = s.texts(m.value, at)
		case "input_params":
			io.Params = s.params(m.value, at)
		case "input_schema":
			io.InputSchema = s.schema(m.value, at)
		case "output_schema":
			io.OutputSchema = s.schema(m.value, at)
		default:
			s.checkKey(typedIOScope, m, at)
		}
	}
}

// schema reads a JSON Schema, which must be an object, as written.
func (s *sink) schema(n node, at *place) json.RawMessage {
	if !s.object(n, at) {
		return nil
	}
	return s.raw(n)
}

func (s *sink) params(n node, at *place) []Param {
	if s.null(n, at) {
		return nil
	}
	if n.kind != '[' {
		s.wrongType(n, at, "a list of objects", `write [{"name": "..."}]`)
		return nil
	}
	params := make([]Param, 0, len(n.elements))
	seen := make(map[string]bool, len(n.elements))
	for i, e := range n.elements {
		p := s.param(e, at.item(i))
		if seen[p.Name] && p.Name != "" {
			s.warnJSON(e, at.item(i), CodeDuplicateID, "delete or rename one of the two", "is a second parameter %q; it is left out", clip(p.Name))
			continue
		}
		seen[p.Name] = true
		params = append(params, p)
	}
	return params
}

func (s *sink) param(n node, at *place) Param {
	var p Param
	if !s.object(n, at) {
		return p
	}
	for _, m := range n.members {
		at := at.field(m.key)
		switch m.key {
		case "name":
			p.Name = s.paramName(m.value, at)
		case "type":
			p.Type = s.paramType(m.value, at)
		case "description":
			p.Description = s.optionalText(m.value, at)
		case "required":
			p.Required = s.tri(m.value, at) == True
		case "default":
			p.Default = s.raw(m.value)
		case "enum":
			p.Enum = s.enum(m.value, at)
		default:
			s.checkKey(paramScope, m, at)
		}
	}
	s.need(n, at, "name", "name the parameter as the tool calls it")
	return p
}

// paramName reads a parameter's name, which is the tool's own and kept as it is.
func (s *sink) paramName(n node, at *place) string {
	name := s.text(n, at)
	if n.kind == '"' && strings.TrimSpace(name) == "" {
		s.failJSON(n, at, CodeEmpty, "name the parameter as the tool calls it", "is empty")
	}
	if i := strings.IndexFunc(name, unicode.IsControl); i >= 0 {
		s.warnJSON(n, at, CodeControlCharacter, "check the tool's own name for it", "has a control character at byte %d", i)
	}
	return name
}

// paramType reads a type: a word, or a list of words as JSON Schema has it.
func (s *sink) paramType(n node, at *place) string {
	if n.kind == '[' {
		return firstType(s.texts(n, at))
	}
	return s.optionalText(n, at)
}

// firstType returns the first type besides null.
func firstType(types []string) string {
	for _, t := range types {
		if t != "null" {
			return t
		}
	}
	return strings.Join(types, "")
}

// enum reads the values allowed.
func (s *sink) enum(n node, at *place) []string {
	if s.null(n, at) {
		return nil
	}
	if n.kind != '[' {
		s.wrongType(n, at, "a list of values", "put them in square brackets")
		return nil
	}
	return s.values(n)
}

// values writes a list's elements as texts: strings as they are, others as JSON.
func (s *sink) values(n node) []string {
	values := make([]string, len(n.elements))
	for i, e := range n.elements {
		if e.kind == '"' {
			values[i] = s.unquote(e.start, e.end)
		} else {
			values[i] = string(s.raw(e))
		}
	}
	return values
}

// complete fills parameters from an input schema. The schema is the server's
// own text and may be anything JSON Schema allows, so what is not understood
// there is passed over, not reported.
func (s *sink) complete(io *TypedIO, schema node) {
	properties, _ := schema.find("properties")
	required := s.required(schema)
	derive := io.Params == nil
	written := make(map[string]int, len(io.Params)) // name -> index
	for i := range io.Params {
		written[io.Params[i].Name] = i
	}
	for _, m := range properties.members {
		p := s.property(m, required[m.key])
		if derive {
			io.Params = append(io.Params, p)
		} else if i, ok := written[p.Name]; ok {
			merge(&io.Params[i], p)
		}
	}
}

// required returns the names a schema requires.
func (s *sink) required(schema node) map[string]bool {
	list, _ := schema.find("required")
	names := make(map[string]bool, len(list.elements))
	for _, e := range list.elements {
		if e.kind == '"' {
			names[s.unquote(e.start, e.end)] = true
		}
	}
	return names
}

// property turns one property of a schema into a parameter.
func (s *sink) property(m member, required bool) Param {
	p := Param{Name: m.key, Required: required, Type: "any"}
	if t, ok := m.value.find("type"); ok {
		switch t.kind {
		case '"':
			p.Type = s.unquote(t.start, t.end)
		case '[':
			p.Type = firstType(s.values(t))
		}
	}
	if d, ok := m.value.find("description"); ok && d.kind == '"' {
		p.Description = s.unquote(d.start, d.end)
	}
	if d, ok := m.value.find("default"); ok {
		p.Default = s.raw(d)
	}
	if e, ok := m.value.find("enum"); ok && e.kind == '[' {
		p.Enum = s.values(e)
	} else if c, ok := m.value.find("const"); ok {
		p.Enum = s.values(node{elements: []node{c}})
	}
	return p
}

// merge adds to a written parameter what only the schema says.
func merge(p *Param, from Param) {
	if p.Type == "" {
		p.Type = from.Type
	}
	if p.Description == "" {
		p.Description = from.Description
	}
	if p.Default == nil {
		p.Default = from.Default
	}
	if p.Enum == nil {
		p.Enum = from.Enum
	}
	p.Required = p.Required || from.Required
}
