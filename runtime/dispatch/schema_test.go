package dispatch

import (
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

func TestParseSchema(t *testing.T) {
	for _, tc := range []struct {
		name, schema       string
		closed, compiled   bool
		order              []string
		rejects, acceptsIt string // arguments, as JSON
	}{
		{"none", ``, false, false, nil, ``, `{"x":1}`},
		{"broken", `{"type":`, false, false, nil, ``, `{"x":1}`},
		{"closed", `{"type":"object","properties":{"b":{},"a":{"type":["string","null"]}},"additionalProperties":false}`,
			true, true, []string{"b", "a"}, `{"c":1}`, `{"a":null,"b":1}`},
		{"silent about others", `{"type":"object","properties":{"a":{}}}`, true, true, []string{"a"}, `{"c":1}`, `{"a":1}`},
		{"open", `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":true}`, false, true, []string{"a"}, `{"a":1}`, `{"c":1}`},
		{"others of a type", `{"type":"object","properties":{},"additionalProperties":{"type":"string"}}`, false, true, nil, `{"c":1}`, `{"c":"1"}`},
		{"names by pattern", `{"type":"object","properties":{"a":{}},"patternProperties":{"^x-":{"type":"string"}}}`, false, true, []string{"a"}, `{"x-y":1}`, `{"x-y":"1"}`},
		{"parts", `{"properties":{"a":{}},"allOf":[{"properties":{"b":{"type":"string"}}}]}`, false, true, []string{"a"}, `{"b":1}`, `{"b":"1"}`},
		{"no properties", `{"type":"object"}`, false, true, nil, ``, `{"c":1}`},
		{"no arguments", `{"type":"object","additionalProperties":false}`, true, true, nil, `{"c":1}`, `{}`},
		{"a property that is true", `{"type":"object","properties":{"a":true}}`, true, true, []string{"a"}, `{"b":1}`, `{"a":[1]}`},
		{"a reference inside", `{"type":"object","properties":{"a":{"$ref":"#/$defs/s"}},"$defs":{"s":{"type":"string"}}}`, true, true, []string{"a"}, `{"a":1}`, `{"a":"1"}`},
		{"draft 7", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"type":"string"}}}`, true, true, []string{"a"}, `{"a":1}`, `{"a":"1"}`},
		{"a file", `{"type":"object","properties":{"a":{"$ref":"file:///etc/hostname"}},"required":["a"]}`, true, false, []string{"a"}, `{}`, `{"a":1}`},
		{"the network", `{"type":"object","properties":{"a":{"$ref":"https://example.org/s.json"}},"required":["a"]}`, true, false, []string{"a"}, `{"b":1}`, `{"a":1}`},
		{"an unknown dialect", `{"$schema":"https://example.org/dialect","type":"object","properties":{"a":{}},"required":["a"]}`, true, false, []string{"a"}, `{}`, `{"a":1}`},
		{"a pattern RE2 lacks", `{"type":"object","properties":{"a":{"type":"string","pattern":"(?=x)"}},"required":["a"]}`, true, false, []string{"a"}, `{}`, `{"a":"y"}`},
	} {
		s := parseSchema(tc.schema)
		if s.closed != tc.closed || (s.compiled != nil) != tc.compiled || !slices.Equal(s.order, tc.order) {
			t.Errorf("%s: closed %v, compiled %v, order %v", tc.name, s.closed, s.compiled != nil, s.order)
		}
		for raw, accepted := range map[string]bool{tc.rejects: false, tc.acceptsIt: true} {
			if raw == "" {
				continue
			}
			args, err := parseObject([]byte(raw))
			if err != nil {
				t.Fatal(err)
			}
			if p := s.problems(args); (p == nil) != accepted {
				t.Errorf("%s: %s accepted %v, want %v (%+v)", tc.name, raw, p == nil, accepted, p)
			}
		}
	}
}

// A capability without a schema is checked by its parameters.
func TestParamsStandInForASchema(t *testing.T) {
	s := parseSchema("")
	s.addParams([]runtime.ParamRecord{{Name: "a", Type: "string", Required: true}, {Name: "b", Type: "any", Enum: []string{"x"}}, {Name: "a", Required: true}})
	p := s.problems(arguments{"b": marshal("x")})
	if p == nil || !slices.Equal(p.missing, []string{"a"}) || len(p.unknown) > 0 {
		t.Errorf("problems: %+v", p)
	}
	if got := s.signature(); !strings.Contains(got, "b (one of x)") || !strings.Contains(got, "a required") {
		t.Errorf("signature: %s", got)
	}
}

// All that is wrong with a call is said at once.
func TestProblemsComeTogether(t *testing.T) {
	s := parseSchema(`{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"string"}},"required":["b"],"additionalProperties":false}`)
	p := s.problems(arguments{"a": marshal("x"), "c": marshal(1)})
	if p == nil {
		t.Fatal("accepted")
	}
	got := p.message("tool", s)
	for _, want := range []string{`no argument "c"`, "needs b", "a: got string, want integer", "accepted are a (integer), b (string) required"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}
