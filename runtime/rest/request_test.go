package rest

import (
	"net/http"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/rest/request"
)

// What a body must be like, and that nothing reaches a server when it is not.
func TestBodies(t *testing.T) {
	long := `{"intent":"` + strings.Repeat("x", 2000) + `"}`
	for _, tt := range []struct {
		name, path, body string
		headers          []string
		status           int
		kind, says       string
	}{
		{"no JSON", "/intent/ask", `{"intent"`, nil, 400, "bad-json", "line 1, column 9"},
		{"two values", "/intent/ask", `{"intent":"x"}{}`, nil, 400, "bad-json", "after top-level value"},
		{"a name twice", "/intent/write", `{"intent":"x","execute":false,"execute":true}`, nil, 400, "bad-json", `"execute" is given twice`},
		{"a name twice in the hints", "/intent/ask", `{"intent":"x","hints":{"tool":"a","tool":"b"}}`, nil, 400, "bad-json", `"tool" is given twice`},
		{"a name twice in a string", "/intent/ask", `{"intent":"x","hints_json":"{\"tool\":\"a\",\"tool\":\"b\"}"}`, nil, 400, "bad-request", `"tool" is given twice`},
		{"a list", "/intent/ask", `[]`, nil, 400, "bad-request", "no JSON object"},
		{"null", "/tools/book_search", `null`, nil, 400, "bad-request", "no JSON object"},
		{"no body", "/intent/ask", "", nil, 400, "bad-request", "the intent is empty"},
		{"an unknown member", "/intent/ask", `{"intent":"x","limit":5}`, nil, 400, "bad-request", "takes no limit"},
		{"intent is no text", "/intent/ask", `{"intent":5}`, nil, 400, "bad-request", "intent must be a string, not 5"},
		{"execute is no boolean", "/intent/write", `{"intent":"x","execute":"false"}`, nil, 400, "bad-request", "execute must be true or false"},
		{"hints twice", "/intent/ask", `{"intent":"x","hints":{},"hints_json":"{}"}`, nil, 400, "bad-request", "give one of them"},
		{"hints that are a number", "/intent/ask", `{"intent":"x","hints":7}`, nil, 400, "bad-request", "no JSON object"},
		{"top_k of ask", "/intent/ask", `{"intent":"x","top_k":5}`, nil, 400, "bad-request", "takes no top_k"},
		{"hints of find", "/intent/find", `{"intent":"x","hints":{}}`, nil, 400, "bad-request", "takes no hints"},
		{"too many results", "/intent/find", `{"intent":"x","top_k":33}`, nil, 400, "bad-request", "from 1 to 32"},
		{"half a result", "/intent/find", `{"intent":"x","top_k":1.5}`, nil, 400, "bad-request", "whole number"},
		{"an option of another verb", "/intent/ask", `{"verb":"write","intent":"x"}`, nil, 400, "bad-request", "send it to /intent/write"},
		{"a wrong query", "/intent/write?exceute=false", `{"intent":"x"}`, nil, 400, "bad-request", `no query parameter "exceute"`},
		{"execute neither way", "/intent/write?execute=maybe", `{"intent":"x"}`, nil, 400, "bad-request", `execute is "maybe"`},
		{"execute twice", "/intent/write?execute=false&execute=true", `{"intent":"x"}`, nil, 400, "bad-request", "once"},
		{"execute both ways", "/intent/write?execute=true", `{"intent":"x","execute":false}`, nil, 400, "bad-request", "differs"},
		{"a wrong escape", "/intent/write?execute=%zz", `{"intent":"x"}`, nil, 400, "bad-request", "can't be read"},
		{"plan_ref twice", "/tools/book_delete", `{"plan_ref":"a"}`, []string{request.PlanRefHeader, "b"}, 400, "bad-request", "differ"},
		{"plan_ref that is none", "/tools/book_delete", `{"plan_ref":4}`, nil, 400, "bad-request", "must be a string"},
		{"an unknown plan", "/tools/book_delete", `{}`, []string{request.PlanRefHeader, "plan_x"}, 400, "bad-request", "no such plan"},
		{"too long", "/intent/ask", long, nil, 413, "too-long", "longer than 1000 bytes"},
		{"text", "/intent/ask", `{"intent":"x"}`, []string{"Content-Type", "text/plain"}, 415, "not-json", `"text/plain"`},
		{"no type", "/intent/ask", `{"intent":"x"}`, []string{"Content-Type", ""}, 415, "not-json", "Content-Type: application/json"},
		{"a form", "/tools/book_search", `query=bees`, []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "not-json", ""},
		{"another charset", "/intent/ask", `{"intent":"x"}`, []string{"Content-Type", "application/json; charset=latin1"}, 415, "not-json", ""},
		{"zipped", "/intent/ask", `{"intent":"x"}`, []string{"Content-Encoding", "gzip"}, 415, "not-json", `"gzip"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := newDesk(t, library, "catalogue", Options{MaxBody: 1000})
			got := k.post(t, tt.path, tt.body, tt.headers...)
			if got.status != tt.status || got.header.Get("Content-Type") != "application/problem+json" ||
				got.member(t, "type") != ProblemType+tt.kind || !strings.Contains(got.member(t, "detail").(string), tt.says) {
				t.Errorf("%d %s\n%s", got.status, got.header.Get("Content-Type"), got.body)
			}
			if calls := k.upstream.calls(); len(calls) > 0 {
				t.Errorf("it reached the server: %v", calls)
			}
		})
	}
}

// Arguments have a bound of their own, below that of bodies.
func TestLongArguments(t *testing.T) {
	k := newDesk(t, library, "catalogue", Options{})
	long := strings.Repeat("bees ", 1<<18)
	for path, body := range map[string]string{
		"/tools/book_search": `{"query":"` + long + `"}`,
		"/intent/ask":        `{"intent":"x","hints":{"tool":"book_search","query":"` + long + `"}}`,
	} {
		got := k.post(t, path, body)
		if got.status != http.StatusRequestEntityTooLarge || got.member(t, "type") != ProblemType+"too-long" || len(k.upstream.calls()) > 0 {
			t.Errorf("%s: %d %.300s", path, got.status, got.body)
		}
	}
}

// What is right in ways that differ.
func TestBodiesThatAreFine(t *testing.T) {
	for _, tt := range []struct {
		name, path, body string
		headers          []string
		upstream         string // the arguments that arrive
	}{
		{"hints", "/intent/ask", `{"intent":"x","hints":{"tool":"book_search","query":"bees"}}`, nil, `{"query":"bees"}`},
		{"hints as a string", "/intent/ask", `{"intent":"x","hints":"{\"tool\":\"book_search\",\"query\":\"bees\"}"}`, nil, `{"query":"bees"}`},
		{"hints_json", "/intent/ask", `{"intent":"x","hints_json":"{\"tool\":\"book_search\",\"query\":\"bees\"}","hints":null}`, nil, `{"query":"bees"}`},
		{"an option as it stands", "/intent/ask", `{"label":"l","verb":"ask","intent":"x","hints":{"tool":"book_search","query":"bees"},"fill":[]}`, nil, `{"query":"bees"}`},
		{"a tool", "/tools/book_search", `{"query":"bees"}`, nil, `{"query":"bees"}`},
		{"a tool without a body", "/tools/reindex_cards", "", []string{"Content-Type", ""}, `{}`},
		{"large numbers", "/tools/book_search", `{"query":"bees","limit":9007199254740993}`, nil, `{"limit":9007199254740993,"query":"bees"}`},
		{"large numbers by a verb", "/intent/ask", `{"intent":"x","hints":{"tool":"book_search","query":"bees","limit":123456789012345678901}}`, nil, `{"limit":123456789012345678901,"query":"bees"}`},
		{"execute", "/tools/book_search?execute=1", `{"query":"bees"}`, nil, `{"query":"bees"}`},
		{"another JSON type", "/tools/book_search", `{"query":"bees"}`, []string{"Content-Type", `application/vnd.x+json; charset="UTF-8"`}, `{"query":"bees"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := newDesk(t, library, "catalogue", Options{})
			got := k.post(t, tt.path, tt.body, tt.headers...)
			calls := k.upstream.calls()
			if got.status != http.StatusOK || len(calls) != 1 || string(calls[0].Args) != tt.upstream {
				t.Errorf("%d %v\n%s", got.status, calls, got.body)
			}
			if got.member(t, "executed") != true || got.header.Get("Content-Type") != "application/json" {
				t.Errorf("%v\n%s", got.header, got.body)
			}
		})
	}
}

// The arguments of an odd tool are its own, whatever they are called, and the
// operation can be named where the schema has no place for it.
func TestOddArguments(t *testing.T) {
	k := newDesk(t, odd, "wells", Options{})
	for _, tt := range []struct{ path, body, want string }{
		{"/tools/well_plan", `{"plan_ref":"p","tool":"ask","arguments":{"a":1}}`, `{"arguments":{"a":1},"plan_ref":"p","tool":"ask"}`},
		{"/tools/well_valves", `{"action":"shut","valve":"v"}`, `{"valve":"v"}`},
		{"/tools/wells/pump.start", `{"pump":3}`, `{"pump":3}`},
		{"/tools/wells%2F..%2Fetc", `{}`, `{}`},
		{"/tools/well%20depth%20%25", `{}`, `{}`},
	} {
		before := len(k.upstream.calls())
		got := k.post(t, tt.path, tt.body)
		calls := k.upstream.calls()
		if got.status != http.StatusOK || len(calls) != before+1 || string(calls[before].Args) != tt.want {
			t.Errorf("%s: %d %v\n%s", tt.path, got.status, calls[before:], got.body)
		}
	}
	if last := k.upstream.calls()[1]; last.Action != "shut" {
		t.Errorf("the operation is %q", last.Action)
	}
}
