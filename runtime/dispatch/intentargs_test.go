package dispatch

import (
	"encoding/json"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

func TestNamedID(t *testing.T) {
	k := newDesk(t)
	for _, tc := range []struct{ format, intent, want string }{
		{FormatCapability, "describe `book_search`, please", "book_search"},
		{FormatCapability, "book_search or book_loans", ""},
		{FormatCapability, "book_search and again book_search", "book_search"},
		{FormatCapability, "search for books", ""},
		{FormatSkill, "read kg-shelving.", "kg-shelving"},
		{FormatSkill, "read book_search", ""},
		{"", "book_search", ""},
	} {
		if got := k.now.Load().namedID(tc.format, tc.intent); got != tc.want {
			t.Errorf("%q in %q: got %q, want %q", tc.format, tc.intent, got, tc.want)
		}
	}
}

// The whole intent goes to an argument only where that is certain.
func TestFreeText(t *testing.T) {
	for _, tc := range []struct {
		name, id, schema string
		choice           actionChoice
		want             string
	}{
		{"the one required text", "book_search", `{"query":{"type":"string"},"limit":{"type":"integer"}}`, actionChoice{}, "query"},
		{"two required ones", "book_search", `{"query":{"type":"string"},"room":{"type":"string"}}`, actionChoice{}, ""},
		{"a required one that is no text in the user's words", "book_get", `{"isbn":{"type":"string"}}`, actionChoice{}, ""},
		{"a query in a language of its own", "graph_query", `{"query":{"type":"string","description":"A Cypher statement."}}`, actionChoice{}, ""},
		{"an expression", "metrics_query", `{"query":{"type":"string","description":"PromQL expression"}}`, actionChoice{}, ""},
		{"a choice", "book_search", `{"query":{"type":"string","enum":["a"]}}`, actionChoice{}, ""},
		{"a number", "book_search", `{"query":{"type":"integer"}}`, actionChoice{}, ""},
	} {
		rec := &runtime.Record{ID: tc.id}
		var props map[string]json.RawMessage
		if err := json.Unmarshal([]byte(tc.schema), &props); err != nil {
			t.Fatal(err)
		}
		required := []string{}
		for name := range props {
			if name != "limit" {
				required = append(required, name)
			}
		}
		s := parseSchema(string(marshal(map[string]any{"type": "object", "properties": props, "required": required})))
		if got := freeText(rec, s, tc.choice); got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
	// Optional texts are filters, unless the tool or its action searches.
	filter := parseSchema(`{"type":"object","properties":{"query":{"type":"string"},"action":{"type":"string"}}}`)
	several := &runtime.Record{ID: "usage", Actions: []runtime.ActionRecord{{Name: "summary"}, {Name: "search"}}}
	if got := freeText(&runtime.Record{ID: "list_books"}, filter, actionChoice{}); got != "" {
		t.Errorf("a filter of a list got %q", got)
	}
	if got := freeText(several, filter, actionChoice{name: "summary"}); got != "" {
		t.Errorf("a filter of a summary got %q", got)
	}
	if got := freeText(several, filter, actionChoice{name: "search"}); got != "query" {
		t.Errorf("a search got %q", got)
	}
}

// When the best tool needs arguments that a question does not give, the planner
// answers it; not when the caller pinned, chose an action or gave arguments, and
// never under another verb.
func TestPlanner(t *testing.T) {
	planned := func(o *Options) { o.Planner = "plan_query" }
	const question = "which seats of a reading room are taken"
	for _, tc := range []struct {
		name   string
		change func(*Options)
		hints  string
		tool   string
		status Status
	}{
		{"unpinned", planned, "", "plan_query", OK},
		{"no planner", func(*Options) {}, "", "seat_plan", BadArguments},
		{"a planner that is not there", func(o *Options) { o.Planner = "nl_query" }, "", "seat_plan", BadArguments},
		{"a planner that is not connected", func(o *Options) { o.Planner, o.Upstreams = "plan_query", NewUpstreams() }, "", "seat_plan", BadArguments},
		{"pinned", planned, `{"tool":"seat_plan"}`, "seat_plan", BadArguments},
		{"with an argument", planned, `{"room":"A"}`, "seat_plan", BadArguments},
		{"pinned with an action", planned, `{"tool":"seat_plan","action":"seat_plan"}`, "seat_plan", BadArguments},
		{"complete", planned, `{"room":"A","day":"today"}`, "seat_plan", OK},
	} {
		k := newDesk(t, tc.change)
		reply := k.do(runtime.Ask, question, tc.hints)
		if reply.Routing.ChosenTool != tc.tool || reply.Status != tc.status {
			t.Errorf("%s: got %s, status %d\n%s", tc.name, reply.Routing.ChosenTool, reply.Status, asJSON(t, reply))
		}
		if fell := reply.Routing.FallbackFor == "seat_plan"; fell != (tc.tool == "plan_query") {
			t.Errorf("%s: fallback_for is %q", tc.name, reply.Routing.FallbackFor)
		}
		if tc.tool == "plan_query" && len(k.outcomes.got) > 0 {
			t.Errorf("%s: the planner's success was credited: %v", tc.name, k.outcomes.got)
		}
	}
}

// What the caller gives stands; the intent fills in what is left.
func TestFill(t *testing.T) {
	k := newDesk(t)
	number, ok := k.Router().Lookup("seat_plan")
	if !ok {
		t.Fatal("no seat_plan")
	}
	plan, err := k.now.Load().at(number)
	if err != nil {
		t.Fatal(err)
	}
	a := arguments{"room": marshal("B")}
	k.now.Load().fill(a, plan, actionChoice{}, Mutate, `room="A" day="today" action="none"`)
	if got := string(a.encode()); got != `{"day":"today","room":"B"}` {
		t.Error(got)
	}
}
