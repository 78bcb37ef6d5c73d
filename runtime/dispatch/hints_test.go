package dispatch

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestParseHints(t *testing.T) {
	for _, tc := range []struct {
		raw                   string
		tool, action, planRef string
		args, says            string
	}{
		{``, "", "", "", `{}`, ""},
		{`null`, "", "", "", `{}`, ""},
		{`""`, "", "", "", `{}`, ""},
		{`{}`, "", "", "", `{}`, ""},
		{`"{}"`, "", "", "", `{}`, ""},
		{`{"tool":"a","action":"b","plan_ref":"c","x":1}`, "a", "b", "c", `{"x":1}`, ""},
		{`{"_tool":"a"}`, "a", "", "", `{}`, ""},
		{`{"tool":null,"x":null}`, "", "", "", `{"x":null}`, ""},
		{`"{\"tool\":\"a\",\"x\":\"1\"}"`, "a", "", "", `{"x":"1"}`, ""},
		{`"\"{\\\"tool\\\":\\\"a\\\"}\""`, "a", "", "", `{}`, ""},
		{`{"hints":{"tool":"a"}}`, "a", "", "", `{}`, ""},
		{`{"hints":{"tool":"a"},"x":1}`, "", "", "", `{"hints":{"tool":"a"},"x":1}`, ""},
		{`  {"x":9007199254740993}  `, "", "", "", `{"x":9007199254740993}`, ""},
		{`{"x":1} {"y":2}`, "", "", "", "", "more follows"},
		{`{"x":`, "", "", "", "", "the hints are no JSON object"},
		{`{'x':1}`, "", "", "", "", "byte "},
		{`[1]`, "", "", "", "", "want an object"},
		{`"tool=a"`, "", "", "", "", "the hints are no JSON object"},
		{`{"override_verb":"perhaps"}`, "", "", "", "", "give true or leave it out"},
		{`{"action":["a"]}`, "", "", "", "", "hints.action is"},
		{`{"x":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`, "", "", "", "", "nested deeper than 32"},
		{`{"hints":{"hints":{"hints":{"hints":{"hints":{}}}}}}`, "", "", "", "", "wrapped too often"},
		{`"` + strings.Repeat("a", MaxHints) + `"`, "", "", "", "", "the limit is"},
	} {
		h, err := parseHints(json.RawMessage(tc.raw))
		if tc.says != "" {
			if err == nil || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("%.60s: error %v, want one that says %q", tc.raw, err, tc.says)
			}
			continue
		}
		if err != nil || h.tool != tc.tool || h.action != tc.action || h.planRef != tc.planRef || string(h.args.encode()) != tc.args {
			t.Errorf("%s: got %q %q %q %s, error %v", tc.raw, h.tool, h.action, h.planRef, h.args.encode(), err)
		}
	}
}

// Whatever comes as hints, parsing does not panic, and what it accepts can be
// encoded and read again to the same.
func FuzzParseHints(f *testing.F) {
	for _, seed := range []string{`{"tool":"a","x":1}`, `"{\"x\":[1,2]}"`, `{"hints":{"a":"b"}}`, `{"x":`, `null`, `{"override_verb":true}`, "{\"a\":\"\xff\"}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		h, err := parseHints(raw)
		if err != nil {
			if err.Error() == "" {
				t.Fatal("an error without a word")
			}
			return
		}
		again, err := parseHints(h.args.without("hints").without("hints_json").encode())
		if err != nil {
			t.Fatalf("%q was accepted, its encoding is not: %v", raw, err)
		}
		for name, value := range again.args {
			if string(value) != string(h.args[name]) && (arguments{name: value}).canonical() != (arguments{name: h.args[name]}).canonical() {
				t.Fatalf("%q: %s became %s", raw, h.args[name], value)
			}
		}
	})
}
