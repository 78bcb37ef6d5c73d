package surface

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

func TestVerbs(t *testing.T) {
	onEveryTransport(t, func(t *testing.T, client *mcp.ClientSession, _ string) {
		a := call(t, client, "ask", map[string]any{"intent": "overdue loans of a member"})
		if a.isError || !a.Executed || a.Routing.ChosenTool != "book_loans" || !strings.Contains(string(a.Result), `"overdue"`) {
			t.Errorf("ask: %s", a.raw)
		}
		a = call(t, client, "find", map[string]any{"intent": "loans of a member", "top_k": 2})
		var found []dispatch.Found
		if err := json.Unmarshal(a.Result, &found); err != nil || len(found) == 0 || len(found) > 2 || a.Executed || a.Routing.Decision != dispatch.DecisionFound {
			t.Errorf("find: %v %s", err, a.raw)
		}
		a = call(t, client, "why", map[string]any{"intent": "show the routing evidence for a phrase"})
		if a.isError || !a.Executed || a.Routing.ChosenTool != "sextant_explain_route" {
			t.Errorf("why: %s", a.raw)
		}
		a = call(t, client, "act", map[string]any{"intent": "print the announcement on paper"})
		if a.isError || a.Routing.Decision != dispatch.DecisionAskBack || len(a.Routing.Options) != 2 {
			t.Errorf("act: %s", a.raw)
		}
		a = call(t, client, "manage", map[string]any{"intent": "best pizza in town"})
		if a.isError || a.Routing.Decision != dispatch.DecisionNoMatch {
			t.Errorf("manage: %s", a.raw)
		}
	})
}

// A destructive call is previewed, and runs when its plan is sent back: in either
// era, for the plan is named by its reference and not by the connection.
func TestPreviewAndPlan(t *testing.T) {
	onEveryTransport(t, func(t *testing.T, client *mcp.ClientSession, _ string) {
		a := call(t, client, "write", map[string]any{"intent": "take volume 7 out of the catalogue", "hints": map[string]any{"tool": "book_delete", "id": 7}})
		if a.isError || a.Executed || a.Routing.PlanRef == "" || len(a.Routing.Options) != 1 {
			t.Fatalf("preview: %s", a.raw)
		}
		next := a.Routing.Options[0]
		again := map[string]any{"intent": next.Intent, "hints": next.Hints}
		if a = call(t, client, next.Verb, again); a.isError || !a.Executed || !strings.Contains(string(a.Result), `"id":7`) {
			t.Fatalf("execution: %s", a.raw)
		}
		if a = call(t, client, next.Verb, again); !a.isError || a.Executed {
			t.Fatalf("a plan ran twice: %s", a.raw)
		}
	})
}

// why tells of the last decision where there is a session to remember it by.
func TestWhyRemembersSessions(t *testing.T) {
	onEveryTransport(t, func(t *testing.T, client *mcp.ClientSession, era string) {
		call(t, client, "ask", map[string]any{"intent": "overdue loans of a member"})
		a := call(t, client, "why", map[string]any{"intent": "why did you pick that"})
		if remembered := strings.Contains(string(a.Result), "book_loans"); remembered != (era == legacy) || a.isError {
			t.Errorf("remembered %v: %s", remembered, a.raw)
		}
	})
}

// Shapes that models produce are understood where they can mean but one thing,
// and otherwise answered with the right shape.
func TestShapesOfCalls(t *testing.T) {
	client := overStreams(t, modern)
	for _, tc := range []struct {
		verb, args, says string // says "" wants an execution
	}{
		{"ask", `{"intent":"x","hints":{"tool":"book_search","query":"bees"}}`, ""},
		{"ask", `{"intent":"x","hints":"{\"tool\":\"book_search\",\"query\":\"bees\"}"}`, ""},
		{"ask", `{"intent":"x","hints_json":"{\"tool\":\"book_search\",\"query\":\"bees\"}"}`, ""},
		{"ask", `{"intent":"x","hints_json":{"tool":"book_search","query":"bees"},"hints":{}}`, ""},
		{"ask", `{"intent":"x","hints":null,"hints_json":"{\"tool\":\"book_search\",\"query\":\"bees\"}","execute":"true"}`, ""},
		{"ask", `{"arguments":{"intent":"overdue loans of a member"}}`, ""},
		{"ask", `{"name":"ask","arguments":"{\"intent\":\"overdue loans of a member\"}"}`, ""},
		{"ask", `{}`, "the intent is empty"},
		{"ask", `{"intent":7}`, "intent must be a string"},
		{"ask", `{"intent":"x","execute":"perhaps"}`, "execute must be true or false"},
		{"ask", `{"intent":"x","tool":"book_search"}`, `ask takes no tool; arguments of the tool behind it go into hints; a call looks like`},
		{"ask", `{"intent":"x","hints":{"a":1},"hints_json":"{\"b\":1}"}`, "give one of them"},
		{"ask", `{"intent":"x","hints_json":"{\"tool\""}`, "the hints are no JSON object"},
		{"ask", `{"intent":"x","hints":{"tool":"book_search"}}`, ""},
		{"ask", `{"intent":"x","hints":{"tool":"book_search","cypher":"y"}}`, `no argument "cypher"`},
		{"find", `{"intent":"x","top_k":"many"}`, "top_k must be a whole number"},
		{"find", `{"intent":"x","top_k":0}`, "top_k must be a whole number from 1 to 32"},
		{"find", `{"intent":"x","limit":3}`, "find takes no limit"},
		{"write", `{"intent":"x","hints":{"tool":"book_search"}}`, "book_search is behind ask"},
	} {
		a := call(t, client, tc.verb, json.RawMessage(tc.args))
		if tc.says == "" && (a.isError || !a.Executed) || tc.says != "" && (!a.isError || !strings.Contains(a.Error, tc.says)) {
			t.Errorf("%s %s: want %q, got %s", tc.verb, tc.args, tc.says, a.raw)
		}
		if a.Routing.Verb != tc.verb {
			t.Errorf("%s %s: an answer without routing: %s", tc.verb, tc.args, a.raw)
		}
	}
}

// Large integers reach a tool and come back as they were sent.
func TestLargeIntegers(t *testing.T) {
	onEveryTransport(t, func(t *testing.T, client *mcp.ClientSession, _ string) {
		a := call(t, client, "act", json.RawMessage(`{"intent":"x","hints":{"tool":"book_loans","action":"renew","loan_id":9007199254740993}}`))
		if !strings.Contains(a.raw, `"loan_id":9007199254740993`) {
			t.Error(a.raw)
		}
	})
}

func TestUnknownToolIsAProtocolError(t *testing.T) {
	onEveryTransport(t, func(t *testing.T, client *mcp.ClientSession, _ string) {
		if _, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: "fly"}); err == nil || !strings.Contains(err.Error(), "fly") {
			t.Errorf("error %v", err)
		}
	})
}

// Every answer, also the failed ones, fits the schema that is declared for it.
func TestAnswersFitTheirSchema(t *testing.T) {
	client := overStreams(t, modern)
	list, err := client.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		if _, err := runtime.ParseVerb(tool.Name); err != nil {
			continue
		}
		schema := compile(t, tool.OutputSchema)
		for _, args := range []string{
			`{"intent":"overdue loans of a member"}`,
			`{"intent":"print the announcement on paper"}`,
			`{"intent":"best pizza in town"}`,
			`{"intent":"take a volume out of the catalogue for good id=7"}`,
			`{"intent":"tides at the harbour harbour=\"Leith\""}`,
			`{"intent":""}`,
			`{"intent":"x","nonsense":1}`,
		} {
			a := call(t, client, tool.Name, json.RawMessage(args))
			v, err := jsonschema.UnmarshalJSON(strings.NewReader(a.raw))
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(v); err != nil {
				t.Errorf("%s %s: %v\n%s", tool.Name, args, err, a.raw)
			}
		}
		if schema.Validate(map[string]any{"result": 1}) == nil {
			t.Errorf("%s: the schema accepts an answer without routing", tool.Name)
		}
	}
}

func compile(t *testing.T, schema any) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(encode(t, schema)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("tool:schema", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("tool:schema")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// The examples that errors show are accepted by the declared input schema.
func TestSamplesFitTheInputSchema(t *testing.T) {
	client := overStreams(t, modern)
	list, err := client.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		verb, err := runtime.ParseVerb(tool.Name)
		if err != nil {
			continue
		}
		text := sample(verb)
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text[strings.IndexByte(text, '{'):]))
		if err != nil {
			t.Fatal(err)
		}
		if err := compile(t, tool.InputSchema).Validate(v); err != nil {
			t.Errorf("%s: %v", tool.Name, err)
		}
	}
}
