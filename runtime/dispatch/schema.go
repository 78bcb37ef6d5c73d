package dispatch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sextant-mcp/sextant/runtime"
)

// inputSchema is what is known of a capability's arguments.
type inputSchema struct {
	// order lists the names, in the schema's order.
	order []string
	props map[string]property
	// required lists the names without which no call is valid.
	required []string
	// defaults are those of required arguments; see defaultsOf.
	defaults map[string]json.RawMessage
	// modes are the operations that the schema alone tells of, nil for none.
	modes *modes
	// words are those of the operations, nil where there are not several; see wordsOf.
	words *actionWords
	// closed says that a name outside props is a mistake.
	closed bool
	// compiled checks values; nil when there is no schema, or one that can't be
	// compiled. Names and required arguments are then checked all the same.
	compiled *jsonschema.Schema
}

// property is the part of an argument's schema that the dispatcher reads
// itself.
type property struct {
	Type        typeNames       `json:"type"`
	Description string          `json:"description"`
	Format      string          `json:"format"`
	Pattern     string          `json:"pattern"`
	Default     json.RawMessage `json:"default"`
	Enum        []any           `json:"enum"`
}

// typeNames reads "type", a name or a list of names.
type typeNames []string

// UnmarshalJSON implements json.Unmarshaler. Anything else leaves it empty.
func (t *typeNames) UnmarshalJSON(raw []byte) error {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		*t = typeNames{one}
		return nil
	}
	var several []string
	if json.Unmarshal(raw, &several) == nil {
		*t = several
	}
	return nil
}

func (t typeNames) has(name string) bool { return slices.Contains(t, name) }

// isText reports an argument that takes any text.
func (p property) isText() bool {
	return p.Type.has("string") && len(p.Enum) == 0 && p.Pattern == "" && p.Format == ""
}

// schemas compiles the capabilities' schemas when they are first needed.
type schemas struct {
	router *runtime.Router
	mu     sync.Mutex
	known  map[int]*inputSchema
}

// of returns the schema of a capability. It never fails: a schema that can't be
// read leaves the arguments open, so that one broken tool harms no other.
func (s *schemas) of(number int, rec *runtime.Record) *inputSchema {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.known[number]; known != nil {
		return known
	}
	if s.known == nil {
		s.known = map[int]*inputSchema{}
	}
	parsed := parseSchema(s.router.Schema(number))
	if len(parsed.props) == 0 {
		parsed.addParams(rec.Params)
	}
	parsed.modes = parsed.findModes(rec)
	if len(parsed.operations(rec)) > 1 {
		parsed.words = parsed.takeWords(rec)
	}
	s.known[number] = parsed
	return parsed
}

// openKeywords are keywords that may allow or demand names which "properties"
// does not list.
var openKeywords = []string{
	"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "then", "else",
	"dependentSchemas", "patternProperties", "unevaluatedProperties",
}

// parseSchema reads a JSON Schema object, "" for none.
//
// JSON Schema lets names through that "properties" does not list unless
// additionalProperties says otherwise. Here a schema that lists properties and
// says nothing about others counts as closed: an argument under a wrong name
// is then an error with the right names beside it, not a call that silently
// ignores it.
func parseSchema(text string) *inputSchema {
	s := &inputSchema{props: map[string]property{}}
	fields, err := parseObject(json.RawMessage(text))
	if err != nil {
		return s
	}
	s.readProperties(fields["properties"])
	_ = json.Unmarshal(fields["required"], &s.required) // a malformed list requires nothing
	switch additional := string(fields["additionalProperties"]); additional {
	case "false":
		s.closed = true
	case "":
		s.closed = len(s.order) > 0 && !slices.ContainsFunc(openKeywords, func(k string) bool { return fields[k] != nil })
	}
	s.compiled = compileSchema(text)
	s.defaults = s.defaultsOf()
	return s
}

func (s *inputSchema) readProperties(raw json.RawMessage) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return
		}
		var body json.RawMessage
		if err := d.Decode(&body); err != nil {
			return
		}
		var p property
		_ = json.Unmarshal(body, &p) // true and false are schemas too, and say nothing
		s.add(name.(string), p)
	}
}

func (s *inputSchema) add(name string, p property) {
	if _, known := s.props[name]; !known {
		s.order = append(s.order, name)
	}
	s.props[name] = p
}

// addParams takes the arguments from the record, for a capability without a
// schema. They close nothing.
func (s *inputSchema) addParams(params []runtime.ParamRecord) {
	for _, p := range params {
		q := property{Description: p.Description, Default: p.Default}
		if p.Type != "" && p.Type != "any" {
			q.Type = typeNames{p.Type}
		}
		for _, e := range p.Enum {
			q.Enum = append(q.Enum, e)
		}
		s.add(p.Name, q)
		if p.Required && !slices.Contains(s.required, p.Name) {
			s.required = append(s.required, p.Name)
		}
	}
}

// refuseLoading keeps schemas from reading files or the network.
type refuseLoading struct{}

// Load implements jsonschema.URLLoader.
func (refuseLoading) Load(url string) (any, error) {
	return nil, fmt.Errorf("schema refers to %s, which is not loaded", url)
}

// compileSchema returns nil for a schema that can't be compiled: an unknown
// dialect, a reference to somewhere else, a pattern that RE2 does not know.
func compileSchema(text string) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(text)))
	if err != nil {
		return nil
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(refuseLoading{})
	const name = "sextant:input"
	if err := c.AddResource(name, doc); err != nil {
		return nil
	}
	compiled, err := c.Compile(name)
	if err != nil {
		return nil
	}
	return compiled
}

// check returns what the schema has against the values, nil when it accepts
// them or when there is nothing to check with.
func (s *inputSchema) check(args arguments) []string {
	if s.compiled == nil {
		return nil
	}
	instance := make(map[string]any, len(args))
	for name, raw := range args {
		value, err := instanceOf(raw)
		if err != nil {
			return []string{err.Error()}
		}
		instance[name] = value
	}
	var invalid *jsonschema.ValidationError
	if err := s.compiled.Validate(instance); !errors.As(err, &invalid) {
		if err != nil {
			return []string{err.Error()}
		}
		return nil
	}
	var problems []string
	for _, unit := range invalid.BasicOutput().Errors {
		if unit.Error == nil {
			continue
		}
		problem := unit.Error.String()
		if unit.InstanceLocation != "" {
			problem = unit.InstanceLocation[1:] + ": " + problem
		}
		if !slices.Contains(problems, problem) {
			problems = append(problems, problem)
		}
	}
	return problems
}

// instanceOf is a value as the validator takes it. Most arguments are strings,
// which need no decoder of their own.
func instanceOf(raw json.RawMessage) (any, error) {
	if len(raw) == 0 {
		return nil, nil // written as null
	}
	if raw[0] == '"' {
		var text string
		err := json.Unmarshal(raw, &text)
		return text, err
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(raw))
}
