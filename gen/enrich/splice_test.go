package enrich

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Each case shows an entry before and after two examples were added to it.
func TestExtend(t *testing.T) {
	for name, tt := range map[string]struct{ before, after string }{
		"one line each": {
			"{\n  \"id\": \"a\",\n  \"examples\": [\n    \"x\"\n  ]\n }",
			"{\n  \"id\": \"a\",\n  \"examples\": [\n    \"x\",\n    \"p\",\n    \"q\"\n  ],\n  \"example_origins\": {\n   \"p\": \"m\",\n   \"q\": \"m\"\n  }\n }",
		},
		"minified": {
			`{"id":"a","examples":["x"],"z":1}`,
			`{"id":"a","examples":["x","p","q"],"example_origins":{"p":"m","q":"m"},"z":1}`,
		},
		"on one line": {
			`{"id": "a", "examples": ["x", "y"], "z": 1}`,
			`{"id": "a", "examples": ["x", "y", "p", "q"], "example_origins": {"p": "m", "q": "m"}, "z": 1}`,
		},
		"list on one line": {
			"{\n\t\"id\": \"a\",\n\t\"examples\": [\"x\", \"y\"]\n}",
			"{\n\t\"id\": \"a\",\n\t\"examples\": [\"x\", \"y\", \"p\", \"q\"],\n\t\"example_origins\": {\n\t\t\"p\": \"m\",\n\t\t\"q\": \"m\"\n\t}\n}",
		},
		"no examples, CR LF": {
			"{\r\n  \"id\": \"a\"\r\n}",
			"{\r\n  \"id\": \"a\",\r\n  \"examples\": [\r\n    \"p\",\r\n    \"q\"\r\n  ],\r\n  \"example_origins\": {\r\n    \"p\": \"m\",\r\n    \"q\": \"m\"\r\n  }\r\n}",
		},
		"empty list":   {`{"id": "a", "examples": []}`, `{"id": "a", "examples": ["p", "q"], "example_origins": {"p": "m", "q": "m"}}`},
		"empty object": {`{"id": "a", "examples": {}}`, `{"id": "a", "examples": ["p", "q"], "example_origins": {"p": "m", "q": "m"}}`},
		"null":         {`{"id": "a", "examples": null}`, `{"id": "a", "examples": ["p", "q"], "example_origins": {"p": "m", "q": "m"}}`},
		"a text":       {`{"id": "a", "examples": "x"}`, `{"id": "a", "examples": ["x", "p", "q"], "example_origins": {"p": "m", "q": "m"}}`},
		"origins": {
			`{"example_origins": {"x": "n"}, "id": "a", "examples": ["x"]}`,
			`{"example_origins": {"x": "n", "p": "m", "q": "m"}, "id": "a", "examples": ["x", "p", "q"]}`,
		},
		"blank before the comma": {
			"{ \"id\" : \"a\" ,\n  \"b\" : [ 1 ] }",
			"{ \"id\" : \"a\" ,\n  \"b\" : [ 1 ],\n  \"examples\" : [\n    \"p\",\n    \"q\"\n  ],\n  \"example_origins\" : {\n    \"p\" : \"m\",\n    \"q\" : \"m\"\n  } }",
		},
		"the last of two counts": {
			`{"examples": ["x"], "id": "a", "examples": ["y"]}`,
			`{"examples": ["x"], "id": "a", "examples": ["y", "p", "q"], "example_origins": {"p": "m", "q": "m"}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := extend([]byte(tt.before), []Phrase{{Text: "p", Origin: "m"}, {Text: "q", Origin: "m"}})
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.after {
				t.Errorf("got\n%s\nwant\n%s", got, tt.after)
			}
		})
	}
}

// A rejected phrase leaves its origin only.
func TestExtendRejected(t *testing.T) {
	got, err := extend([]byte(`{"id": "a"}`), []Phrase{{Text: "p", Origin: "m", Rejected: true}})
	if want := `{"id": "a", "example_origins": {"p": "m"}}`; err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
}

// Whatever the layout and the text, the other fields keep their bytes, and what
// was added is what is read.
func TestExtendProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		space := rapid.SampledFrom([]string{"", " ", "\n", "\n  ", "\r\n\t"})
		draw := func(label string) string { return space.Draw(t, label) }
		examples := rapid.SampledFrom([]string{"", `null`, `[]`, `{}`, `"x"`, `["x"]`, "[\n\"x\" , \"y\"]"}).Draw(t, "examples")
		other := `"other":` + draw("a") + `{"k": [1,  2.50, "\u00e9"]}`
		raw := "{" + draw("b") + `"id"` + draw("c") + ":" + draw("d") + `"a"` + draw("e") + "," + draw("f") + other
		if examples != "" {
			raw += draw("g") + "," + draw("h") + `"examples":` + draw("i") + examples
		}
		raw += draw("j") + "}"
		text := rapid.String().Draw(t, "text")
		got, err := extend([]byte(raw), []Phrase{{Text: text, Origin: "m"}})
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		if !strings.Contains(string(got), other) {
			t.Fatalf("other fields changed:\n%s\n%s", raw, got)
		}
		var read struct {
			Examples []string          `json:"examples"`
			Origins  map[string]string `json:"example_origins"`
		}
		if err := json.Unmarshal(got, &read); err != nil {
			t.Fatalf("%s: %v", got, err)
		}
		if n := len(read.Examples); n == 0 || read.Examples[n-1] != text || read.Origins[text] != "m" {
			t.Fatalf("%q is not in %s", text, got)
		}
	})
}
