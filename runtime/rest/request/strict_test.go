package request

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

func TestStrictJSON(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"an object", `{"a":[1,{"b":null}],"c":{"b":1,"a":2}}`, ""},
		{"the same name in two objects", `[{"a":1},{"a":1}]`, ""},
		{"a name that is also a value", `{"a":"b","b":"a"}`, ""},
		{"large numbers", `{"n":123456789012345678901234567890.5e300}`, ""},
		{"twice", "{\"a\":1,\n \"a\":2}", `line 2, column 4: "a" is given twice`},
		{"twice, spelled otherwise", `{"a":1,"\u0061":2}`, `"a" is given twice`},
		{"twice further down", `{"x":[{"a":1,"a":1}]}`, `"a" is given twice`},
		{"more behind it", `{} {}`, "line 1, column 4: invalid character '{' after top-level value"},
		{"a comma too many", `{"a":1,}`, "line 1, column 8"},
		{"cut off", `{"a":`, "unexpected end"},
		{"nothing", ` `, "unexpected end"},
		{"a comment", "{\n// why\n}", "line 2, column 1"},
		{"a byte order mark", "\ufeff{}", "line 1, column 1"},
		{"no UTF-8", "{\"a\":\"\xff\"}", "not UTF-8"},
		{"no number", `{"a":NaN}`, "line 1, column 6"},
		{"deep enough", strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth), ""},
		{"too deep", strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1), "nested deeper than 64"},
		{"far too deep", strings.Repeat(`{"a":`, 100000), "exceeded max depth"},
	} {
		err := Strict([]byte(tt.text))
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

// Whatever the body is, reading it does not panic, and what it lets through is an
// object that names nothing twice.
func FuzzBody(f *testing.F) {
	for _, seed := range []string{
		`{"intent":"bees","hints":{"tool":"book_search","limit":9007199254740993},"execute":false}`,
		`{"intent":"bees","hints_json":"{\"tool\":\"book_delete\",\"id\":4}"}`,
		`{"hints":{"hints":{"hints":"{}"}}}`, `{"a":1,"a":2}`, `{"intent":1}`, `[]`, `"x"`, "\xff", `{"plan_ref":"p","id":4}`, `{"top_k":3,"intent":""}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if Strict(body) != nil {
			return
		}
		var want map[string]json.RawMessage
		isObject := json.Unmarshal(body, &want) == nil && want != nil
		for _, verb := range runtime.Verbs {
			req, err := Verb(verb, body)
			if err == nil && !isObject {
				t.Errorf("%s takes %q", verb, body)
			}
			if err == nil && len(req.Hints) > 0 && Strict(req.Hints) != nil {
				t.Errorf("%s lets %q through", verb, req.Hints)
			}
		}
		for _, own := range [][]string{nil, {PlanRefKey, "arguments", "args"}} {
			target := NewTarget("x", func(name string) bool { return slices.Contains(own, name) })
			if req, err := Tool(target, body); err == nil {
				checkArguments(t, target, req, want)
			}
		}
	})
}

// checkArguments compares the arguments with the body: all of it, but plan_ref and
// the name of the operation.
func checkArguments(t *testing.T, target Target, req dispatch.Request, want map[string]json.RawMessage) {
	t.Helper()
	var hints, got map[string]json.RawMessage
	if err := json.Unmarshal(req.Hints, &hints); err != nil {
		t.Fatalf("%s: %v", req.Hints, err)
	}
	if raw := hints[target.Envelope]; raw != nil {
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
	}
	if string(hints["tool"]) != `"x"` || len(hints) > 3 {
		t.Errorf("hints are %s", req.Hints)
	}
	n := 0
	for name, value := range want {
		if name == PlanRefKey && !target.OwnPlanRef || name == "action" && hints["action"] != nil {
			continue
		}
		n++
		var a, b bytes.Buffer
		if json.Compact(&a, value) != nil || json.Compact(&b, got[name]) != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%q is %s, was %s", name, got[name], value)
		}
	}
	if len(got) != n {
		t.Errorf("%s of %v", req.Hints, want)
	}
}
