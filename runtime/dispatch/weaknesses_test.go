package dispatch

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

// Faults that were seen in earlier systems of this kind, each with what would
// show it here.
func TestWeaknessesOfOthers(t *testing.T) {
	planned := func(o *Options) { o.Planner = "plan_query" }
	for _, tc := range []struct {
		name   string
		change func(*Options)
		check  func(t *testing.T, k *desk)
	}{
		{"a request without evidence runs something", nil, func(t *testing.T, k *desk) {
			for _, verb := range []runtime.Verb{runtime.Ask, runtime.Write, runtime.Act, runtime.Manage, runtime.Why} {
				reply := k.do(verb, "qwertz uiop", "")
				wantStatus(t, reply, NoMatch)
				if reply.Routing.ChosenTool != "" || len(reply.Routing.Alternatives) > 0 {
					t.Error(asJSON(t, reply))
				}
			}
		}},
		{"find tells callers to use a verb that is not the primary one", nil, func(t *testing.T, k *desk) {
			reply := k.do(runtime.Find, "overdue loans of a member", "")
			if found, ok := reply.Result.([]Found); !ok || found[0].ID != "book_loans" || found[0].HowToCall.Verb != "ask" {
				t.Error(asJSON(t, reply))
			}
		}},
		{"a pin with an action goes to the planner", planned, func(t *testing.T, k *desk) {
			reply := k.do(runtime.Ask, "which seats of a reading room are taken", `{"tool":"book_loans","action":"list"}`)
			wantStatus(t, reply, OK)
			if reply.Routing.ChosenTool != "book_loans" || reply.Routing.Action != "list" {
				t.Error(asJSON(t, reply))
			}
		}},
		{"pins, error payloads and fallbacks teach the wrong thing", planned, func(t *testing.T, k *desk) {
			k.do(runtime.Ask, "x", `{"tool":"book_loans","action":"list"}`)
			k.do(runtime.Ask, "which seats of a reading room are taken", "")
			if len(k.outcomes.got) != 0 {
				t.Fatalf("a pin or a fallback taught %v", k.outcomes.got)
			}
			k.catalogue.answer = func(context.Context, Call) (Result, error) { return Result{Text: `{"error":"locked"}`}, nil }
			k.do(runtime.Ask, "overdue loans of a member", "")
			if len(k.outcomes.got) != 1 || k.outcomes.got[0].Success {
				t.Errorf("an error payload taught %v", k.outcomes.got)
			}
		}},
		{"the parameter for free text comes from a table kept by hand", nil, func(t *testing.T, k *desk) {
			for tool, want := range map[string]string{"book_search": `{"query":"bees"}`, "fee_explain": `{"question":"bees"}`} {
				number, _ := k.Router().Lookup(tool)
				rec, err := k.Router().Record(number)
				if err != nil {
					t.Fatal(err)
				}
				k.do(rec.Verbs[0], "bees", `{"tool":"`+tool+`"}`)
				calls := k.made()
				if got := string(calls[len(calls)-1].Args); got != want {
					t.Errorf("%s got %s, want %s", tool, got, want)
				}
			}
		}},
		{"an operation of which nothing certain is known can't be reached", nil, func(t *testing.T, k *desk) {
			reply := k.do(runtime.Act, "x", `{"tool":"reindex_cards","override_verb":true}`)
			wantStatus(t, reply, OK)
			if !reply.Executed {
				t.Error(asJSON(t, reply))
			}
		}},
		{"a skill is no candidate although the request names it", nil, func(t *testing.T, k *desk) {
			reply := k.do(runtime.Ask, "use the kg-shelving skill", "")
			if reply.Routing.ChosenTool != "kg-shelving" || reply.Routing.Bind == nil || reply.Routing.Bind.SkillName == "" || reply.Result == nil {
				t.Error(asJSON(t, reply))
			}
		}},
		{"what destroys can't be reached at all", nil, func(t *testing.T, k *desk) {
			_, reply := k.preview(t)
			if again := k.Do(t.Context(), follow(t, reply.Routing.Options[0])); !again.Executed {
				t.Error(asJSON(t, again))
			}
		}},
		{"a plan runs with something else than what was shown", nil, func(t *testing.T, k *desk) {
			ref, _ := k.preview(t)
			for _, injected := range []string{`"id":8`, `"force":true`, `"arguments":{"id":8}`, `"hints":{"id":8}`} {
				if reply := k.do(runtime.Write, "yes", `{"plan_ref":"`+ref+`",`+injected+`}`); reply.Executed || !reply.Failed() {
					t.Errorf("%s\n%s", injected, asJSON(t, reply))
				}
			}
			if len(k.made()) != 0 {
				t.Errorf("a server was called: %v", k.made())
			}
		}},
		{`the hints 1 and "1" count as the same`, nil, func(t *testing.T, k *desk) {
			ref, _ := k.preview(t)
			if reply := k.do(runtime.Write, "yes", `{"plan_ref":"`+ref+`","id":"7"}`); reply.Executed {
				t.Error(asJSON(t, reply))
			}
		}},
		{"the hint load hides an action of that name", nil, func(t *testing.T, k *desk) {
			reply := k.do(runtime.Manage, "load it", `{"tool":"glossary","action":"load","source":"a.txt"}`)
			wantStatus(t, reply, OK)
			if calls := k.made(); len(calls) != 1 || calls[0].Action != "load" {
				t.Errorf("calls %v\n%s", calls, asJSON(t, reply))
			}
		}},
		{"a pin looks weaker than what was found", nil, func(t *testing.T, k *desk) {
			found := k.do(runtime.Ask, "overdue loans of a member", "")
			pinned := k.do(runtime.Ask, "overdue loans of a member", `{"tool":"book_search"}`)
			if !pinned.Routing.Pinned || pinned.Routing.Confidence < found.Routing.Confidence || pinned.Routing.Score != 0 {
				t.Errorf("found %s\npinned %s", asJSON(t, found.Routing), asJSON(t, pinned.Routing))
			}
		}},
		{"a call with a wrong argument says nothing of the right ones", nil, func(t *testing.T, k *desk) {
			reply := k.do(runtime.Ask, "x", `{"tool":"book_search","cypher":"MATCH"}`)
			wantStatus(t, reply, BadArguments)
			for _, part := range []string{`no argument "cypher"`, "query (string) required", "a call looks like"} {
				if !strings.Contains(reply.Error, part) {
					t.Errorf("%q lacks %q", reply.Error, part)
				}
			}
		}},
		{"hints that are no JSON end the server", nil, func(t *testing.T, k *desk) {
			wantStatus(t, k.do(runtime.Ask, "x", `{"tool":`), BadRequest)
		}},
		{"a failing server takes the others down", nil, func(t *testing.T, k *desk) {
			k.catalogue.answer = func(context.Context, Call) (Result, error) { panic("boom") }
			wantStatus(t, k.do(runtime.Ask, "overdue loans of a member", ""), UpstreamError)
			k.catalogue.answer = func(context.Context, Call) (Result, error) { return Result{}, errors.New("gone") }
			wantStatus(t, k.do(runtime.Ask, "overdue loans of a member", ""), UpstreamError)
			wantStatus(t, k.do(runtime.Act, "x", `{"tool":"wide_open","body":{}}`), OK)
		}},
		{"an unlisted action reaches the server", nil, func(t *testing.T, k *desk) {
			wantStatus(t, k.do(runtime.Ask, "x", `{"tool":"book_loans","action":"burn"}`), BadArguments)
			if len(k.made()) != 0 {
				t.Errorf("calls %v", k.made())
			}
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			change := tc.change
			if change == nil {
				change = func(*Options) {}
			}
			tc.check(t, newDesk(t, change))
		})
	}
}

func wantStatus(t *testing.T, reply Reply, want Status) {
	t.Helper()
	if reply.Status != want {
		t.Errorf("status %d, want %d\n%s", reply.Status, want, asJSON(t, reply))
	}
}
