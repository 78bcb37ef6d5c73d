package dispatch

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

func (k *desk) byName(tool, args, planRef string) Reply {
	return k.Call(context.Background(), ToolCall{Tool: tool, Args: json.RawMessage(args), PlanRef: planRef, Caller: "ada"})
}

// A call by name obeys the rules of a pinned request, and its messages speak of
// the call that the caller made.
func TestCallByName(t *testing.T) {
	for _, tc := range []struct {
		tool, args string
		status     Status
		says       string // in the error, the result or the question
	}{
		{"book_search", `{"query":"bees"}`, OK, `"done": "book_search"`},
		{"book_search", ``, BadArguments, `book_search needs query`},
		{"book_search", `{}`, BadArguments, `a call looks like {\"tool\":\"book_search\",\"arguments\":{\"query\":\"`},
		{"book_search", `[]`, BadRequest, `no JSON object`},
		{"book_search", `{"query":"x","colour":"red"}`, BadArguments, `no argument \"colour\"`},
		{"book_loans", `{"action":"renew","loan_id":3}`, OK, `"done": "book_loans"`},
		{"book_loans", `{}`, AskBack, `What should book_loans do`},
		{"book_loans", `{"action":"burn"}`, BadArguments, `has no action`},
		{"label_press", `{"tool":"small"}`, OK, `"done": "label_press"`},
		{"book_delete", `{"id":3}`, NeedsPlan, `"preview": true`},
		{"shelf_backup", `{"action":"snapshot"}`, NeedsPlan, `"approval": "human_approval_required"`},
		{"tide_table", `{"harbour":"Leith"}`, NotConnected, `"connected": false`},
		{"fly", `{}`, UnknownTool, `no capability is called \"fly\"`},
		{"reindex_cards", `{}`, OK, `"done": "reindex_cards"`},
	} {
		k := newDesk(t)
		r := k.byName(tc.tool, tc.args, "")
		if r.Status != tc.status || !strings.Contains(asJSON(t, r), tc.says) {
			t.Errorf("%s %s: status %d, want %d and %s: %s", tc.tool, tc.args, r.Status, tc.status, tc.says, asJSON(t, r))
		}
		if reached := len(k.made()) > 0; reached != (tc.status == OK) || reached != (r.Upstream != nil) {
			t.Errorf("%s %s: reached the upstream %v, result %v", tc.tool, tc.args, reached, r.Upstream)
		}
		if len(k.outcomes.got) > 0 {
			t.Errorf("%s: a call by name taught %+v", tc.tool, k.outcomes.got)
		}
	}
}

// A plan is carried out through either door, whichever it was previewed at, for
// the same caller and the same tool.
func TestPlanRefByName(t *testing.T) {
	k := newDesk(t)
	preview := k.byName("book_delete", `{"id":3}`, "")
	if r := k.byName("label_press", `{"tool":"small"}`, preview.Routing.PlanRef); !r.Failed() {
		t.Errorf("another tool: %s", asJSON(t, r))
	}
	if r := k.byName("book_delete", `{"id":4}`, preview.Routing.PlanRef); !r.Failed() {
		t.Errorf("other arguments: %s", asJSON(t, r))
	}
	if r := k.Call(t.Context(), ToolCall{Tool: "book_delete", PlanRef: preview.Routing.PlanRef, Caller: "eve"}); !r.Failed() {
		t.Errorf("another caller: %s", asJSON(t, r))
	}
	if len(k.made()) > 0 {
		t.Fatalf("made were %+v", k.made())
	}
	if r := k.byName("book_delete", ``, preview.Routing.PlanRef); r.Failed() || !r.Executed || string(k.made()[0].Args) != `{"id":3}` {
		t.Errorf("by name: %s", asJSON(t, r))
	}
	preview = k.byName("shelf_backup", `{"action":"snapshot"}`, "")
	if r := k.Do(t.Context(), follow(t, preview.Routing.Options[0])); r.Failed() || !r.Executed {
		t.Errorf("by verb: %s", asJSON(t, r))
	}
	preview = k.do(runtime.Manage, "x", `{"tool":"shelf_backup","action":"bring_back"}`)
	if r := k.byName("shelf_backup", `{"action":"bring_back"}`, preview.Routing.PlanRef); r.Failed() || !r.Executed {
		t.Errorf("previewed by verb, by name: %s", asJSON(t, r))
	}
}

// HowToCall shows a call of a verb that can be made once it is filled in.
func TestHowToCall(t *testing.T) {
	k := newDesk(t)
	for _, id := range k.Router().Behind(runtime.Any) {
		o, err := k.HowToCall(id, "", nil)
		if err != nil || o.Hints["tool"] != id {
			t.Errorf("%s: %+v, %v", id, o, err)
		}
		number, _ := k.Router().Lookup(id)
		rec, err := k.Router().Record(number)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range operationNames(rec) {
			if o, err = k.HowToCall(id, name, json.RawMessage(`{"loan_id":3}`)); err != nil || o.Hints["action"] != name {
				t.Errorf("%s %s: %+v, %v", id, name, o, err)
			}
			if r := k.Do(t.Context(), follow(t, o)); r.Status == NotAllowed {
				t.Errorf("%s %s: the call is not allowed: %s", id, name, asJSON(t, r))
			}
		}
	}
	if _, err := k.HowToCall("fly", "", nil); err == nil {
		t.Error("what does not exist can be called")
	}
}

func operationNames(rec *runtime.Record) []string {
	var names []string
	for _, op := range operations(rec) {
		names = append(names, op.Name)
	}
	return names
}

// loader is a Lifecycle that notes what it is asked.
type loader struct{ got []LifecycleChange }

func (l *loader) Change(_ context.Context, c LifecycleChange) (any, error) {
	l.got = append(l.got, c)
	return map[string]int{"session_total": len(c.Tools)}, nil
}

func TestLifecycle(t *testing.T) {
	k, l := newDesk(t), &loader{}
	for _, tc := range []struct {
		hints string
		want  LifecycleChange
		says  string
	}{
		{`{"action":"load","tools":["a","b"],"auto_unload":true,"handle":"h"}`, LifecycleChange{Tools: []string{"a", "b"}, AutoUnload: true, Handle: "h"}, ""},
		{`{"action":"unload","servers":"s","toolsets":"[\"t\"]"}`, LifecycleChange{Unload: true, Servers: []string{"s"}, Toolsets: []string{"t"}}, ""},
		{`{"action":"load","tools":[7]}`, LifecycleChange{}, "tools is [7]; give names"},
		{`{"action":"load","tools":"a","auto_unload":"maybe"}`, LifecycleChange{}, "give true or false"},
		{`{"action":"load","tools":"a","colour":"red"}`, LifecycleChange{}, `no "colour"`},
	} {
		req := request(runtime.Manage, "for the audit", tc.hints)
		req.Lifecycle = l
		r := k.Do(t.Context(), req)
		if tc.says != "" {
			if !strings.Contains(r.Error, tc.says) || r.Status != BadRequest {
				t.Errorf("%s: %s", tc.hints, asJSON(t, r))
			}
			continue
		}
		tc.want.Why = "for the audit"
		if r.Failed() || !r.Executed || asJSON(t, l.got[len(l.got)-1]) != asJSON(t, tc.want) {
			t.Errorf("%s: %+v, want %+v: %s", tc.hints, l.got, tc.want, asJSON(t, r))
		}
	}
}

// What policy hides is no match, which says so and does not name it; the same
// words on the whole surface are routed.
func TestHiddenByPolicy(t *testing.T) {
	k := newDesk(t)
	hidden, err := New(k.Router().Restrict(func(rec *runtime.Record) bool { return rec.ID != "book_delete" }), Options{})
	if err != nil {
		t.Fatal(err)
	}
	const intent = "take a volume out of the catalogue for good"
	if r := k.do(runtime.Write, intent, ""); r.Routing.ChosenTool != "book_delete" {
		t.Fatalf("on the whole surface: %s", asJSON(t, r))
	}
	for _, verb := range []runtime.Verb{runtime.Write, runtime.Ask, runtime.Act} {
		r := hidden.Do(t.Context(), request(verb, intent, ""))
		if text := asJSON(t, r); strings.Contains(text, "book_delete") || r.Executed {
			t.Errorf("%s: %s", verb, text)
		}
	}
	r := hidden.Do(t.Context(), request(runtime.Write, intent, ""))
	if r.Status != NoMatch || !strings.Contains(r.Routing.Why, "hidden by policy") {
		t.Errorf("write: %s", asJSON(t, r))
	}
	if r := hidden.Do(t.Context(), request(runtime.Find, intent, "")); strings.Contains(asJSON(t, r), "book_delete") {
		t.Errorf("find: %s", asJSON(t, r))
	}
	if r := hidden.Do(t.Context(), request(runtime.Write, "x", `{"tool":"book_delete","id":3}`)); r.Status != UnknownTool {
		t.Errorf("pinned: %s", asJSON(t, r))
	}
	if r := hidden.Do(t.Context(), request(runtime.Write, "enrol a new member", "")); r.Routing.ChosenTool != "member_add" {
		t.Errorf("the rest: %s", asJSON(t, r))
	}
}
