package dispatch

import (
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

// TestDo is the table of what becomes of requests: where they go, whether a
// server sees them and with which arguments.
func TestDo(t *testing.T) {
	tests := []struct {
		name          string
		verb          runtime.Verb
		intent, hints string
		decision      string
		tool, action  string
		status        Status
		// args is what the server got, "" when no server may be called.
		args string
		// says is part of the error or question, "" for neither.
		says string
	}{
		{"a read gets the whole intent", runtime.Ask, "search the catalogue for volumes about bees", "",
			DecisionRoute, "book_search", "", OK, `{"query":"search the catalogue for volumes about bees"}`, ""},
		{"given arguments win", runtime.Ask, "search the catalogue by subject", `{"query":"bees","limit":3}`,
			DecisionRoute, "book_search", "", OK, `{"limit":3,"query":"bees"}`, ""},
		{"a number beside its name", runtime.Ask, "search the catalogue by author, limit 5", `{"query":"Ada"}`,
			DecisionRoute, "book_search", "", OK, `{"limit":5,"query":"Ada"}`, ""},
		{"the intent names the action", runtime.Ask, "overdue loans of a member", "",
			DecisionRoute, "book_loans", "overdue", OK, `{"action":"overdue"}`, ""},
		{"hints as text", runtime.Ask, "loans", `"{\"tool\":\"book_loans\",\"action\":\"list\"}"`,
			DecisionRoute, "book_loans", "list", OK, `{"action":"list"}`, ""},
		{"hints wrapped in hints_json", runtime.Ask, "loans", `{"hints_json":"{\"tool\":\"book_loans\",\"action\":\"list\"}"}`,
			DecisionRoute, "book_loans", "list", OK, `{"action":"list"}`, ""},
		{"hints in the shape of a tool call", runtime.Ask, "loans", `{"name":"book_search","arguments":{"query":"bees"}}`,
			DecisionRoute, "book_search", "", OK, `{"query":"bees"}`, ""},
		{"arguments in an envelope of text", runtime.Ask, "x", `{"tool":"book_search","args":"{\"query\":\"bees\"}"}`,
			DecisionRoute, "book_search", "", OK, `{"query":"bees"}`, ""},
		{"arguments inside of arguments", runtime.Ask, "x", `{"tool":"book_search","arguments":{"arguments":"{\"query\":\"bees\"}"}}`,
			DecisionRoute, "book_search", "", OK, `{"query":"bees"}`, ""},
		{"an envelope that the tool knows itself stays", runtime.Act, "x", `{"tool":"wide_open","body":{"a":1}}`,
			DecisionRoute, "wide_open", "", OK, `{"body":{"a":1}}`, ""},
		{"the action among the arguments", runtime.Ask, "x", `{"tool":"book_loans","arguments":{"action":"list"}}`,
			DecisionRoute, "book_loans", "list", OK, `{"action":"list"}`, ""},
		{"a list written as text", runtime.Write, "x", `{"tool":"member_add","name":"Ada","tags":"[\"new\"]"}`,
			DecisionRoute, "member_add", "", OK, `{"name":"Ada","tags":["new"]}`, ""},
		{"large integers stay exact", runtime.Act, "x", `{"tool":"book_loans","action":"renew","loan_id":9007199254740993}`,
			DecisionRoute, "book_loans", "renew", OK, `{"action":"renew","loan_id":9007199254740993}`, ""},
		{"an argument with a reserved name", runtime.Act, "x", `{"tool":"label_press","arguments":{"tool":"red"}}`,
			DecisionRoute, "label_press", "", OK, `{"tool":"red"}`, ""},
		{"a pin spelled otherwise", runtime.Ask, "x", `{"tool":"bookSearch","query":"bees"}`,
			DecisionRoute, "book_search", "", OK, `{"query":"bees"}`, ""},
		{"a mutation that is clear runs", runtime.Write, `enrol a new member with name "Ada Byron"`, "",
			DecisionRoute, "member_add", "", OK, `{"name":"Ada Byron"}`, ""},
		{"name=value in the intent", runtime.Write, "enrol a new member name=Ada age=36", "",
			DecisionRoute, "member_add", "", OK, `{"age":36,"name":"Ada"}`, ""},
		{"a pinned mutation under write", runtime.Write, "anything", `{"tool":"member_add","name":"Ada"}`,
			DecisionRoute, "member_add", "", OK, `{"name":"Ada"}`, ""},
		{"a workflow", runtime.Act, "steps that end the day: lights and doors", "",
			DecisionRoute, "evening_close", "", OK, `{}`, ""},
		{"an agent", runtime.Ask, "agent that answers research questions of patrons", "",
			DecisionRoute, "reference_desk", "", OK, `{"question":"agent that answers research questions of patrons"}`, ""},
		{"why with a question of its own", runtime.Why, "why was the member charged a fee", "",
			DecisionRoute, "fee_explain", "", OK, `{"question":"why was the member charged a fee"}`, ""},
		{"load is the pinned tool's own action", runtime.Manage, "load it", `{"tool":"glossary","action":"load","source":"a.txt"}`,
			DecisionRoute, "glossary", "load", OK, `{"action":"load","source":"a.txt"}`, ""},

		{"nothing fits", runtime.Ask, "best pizza in town", "",
			DecisionNoMatch, "", "", NoMatch, "", ""},
		{"no word at all", runtime.Ask, "?!", "",
			DecisionNoMatch, "", "", NoMatch, "", ""},
		{"zero evidence never acts", runtime.Act, "qwertz uiop", "",
			DecisionNoMatch, "", "", NoMatch, "", ""},
		{"two that fit alike", runtime.Act, "print the announcement on paper", "",
			DecisionAskBack, "", "", AskBack, "", "poster_print"},
		{"the better fit is behind another verb", runtime.Ask, "enrol a new member with a card", "",
			DecisionAskBack, "", "", AskBack, "", "member_add, is behind write and act, not behind ask"},
		{"a reading verb does not renew", runtime.Ask, "renew the loan of a member, three more weeks", "",
			DecisionAskBack, "book_loans", "renew", AskBack, "", "ask only reads"},
		{"unclassified counts as a change", runtime.Ask, "rework the card boxes overnight", "",
			DecisionAskBack, "reindex_cards", "", AskBack, "", "may change something"},
		{"ask pinned to a change", runtime.Ask, "x", `{"tool":"book_loans","action":"renew"}`,
			DecisionRejected, "book_loans", "renew", NotAllowed, "", `"verb":"act"`},
		{"a change is wanted and none is named", runtime.Act, "loans of a member please", "",
			DecisionAskBack, "book_loans", "", AskBack, "", "list, renew or overdue"},
		{"a default that reads", runtime.Ask, "x", `{"tool":"seat_map"}`,
			DecisionRoute, "seat_map", "show", OK, `{}`, ""},
		{"a default is not taken for a change", runtime.Act, "x", `{"tool":"seat_map"}`,
			DecisionAskBack, "seat_map", "", AskBack, "", "show, reserve or block"},
		{"which action is meant", runtime.Act, "loans", `{"tool":"glossary","override_verb":true}`,
			DecisionAskBack, "glossary", "", AskBack, "", "load, unload or status"},
		{"a pin must list the verb", runtime.Write, "x", `{"tool":"book_search","query":"bees"}`,
			DecisionRejected, "book_search", "", NotAllowed, "", "book_search is behind ask, not behind write"},
		{"an unknown pin", runtime.Ask, "x", `{"tool":"book_serch_all"}`,
			DecisionRejected, "", "", UnknownTool, "", "the nearest are book_search"},
		{"a pin without end", runtime.Ask, "x", `{"tool":"` + strings.Repeat("bees ", MaxIntent/5+1) + `"}`,
			DecisionRejected, "", "", UnknownTool, "", "hints.tool has 163"},
		{"hints that are no JSON", runtime.Ask, "x", `{"tool":`,
			DecisionRejected, "", "", BadRequest, "", "the hints are no JSON object"},
		{"hints that are a list", runtime.Ask, "x", `["book_search"]`,
			DecisionRejected, "", "", BadRequest, "", "want an object"},
		{"an empty intent", runtime.Ask, "  ", "",
			DecisionRejected, "", "", BadRequest, "", "the intent is empty"},
		{"an unknown argument", runtime.Ask, "x", `{"tool":"book_search","cypher":"MATCH"}`,
			DecisionRoute, "book_search", "", BadArguments, "", `book_search has no argument "cypher"; accepted are query (string) required, limit (integer); a call looks like`},
		{"a missing argument", runtime.Write, "x", `{"tool":"member_add"}`,
			DecisionRoute, "member_add", "", BadArguments, "", `member_add needs name`},
		{"a wrong type", runtime.Ask, "x", `{"tool":"book_search","query":"bees","limit":"five"}`,
			DecisionRoute, "book_search", "", BadArguments, "", "limit: got string, want integer"},
		{"an argument given twice", runtime.Ask, "x", `{"tool":"book_search","query":"a","arguments":{"query":"b"}}`,
			DecisionRoute, "book_search", "", BadArguments, "", "given twice"},
		{"an action given twice", runtime.Ask, "x", `{"tool":"book_loans","action":"list","arguments":{"action":"overdue"}}`,
			DecisionRoute, "book_loans", "", BadArguments, "", "given twice"},
		{"an action that is no text", runtime.Ask, "x", `{"tool":"book_loans","arguments":{"action":1}}`,
			DecisionRoute, "book_loans", "", BadArguments, "", "give its name"},
		{"an unknown action", runtime.Ask, "x", `{"tool":"book_loans","action":"burn"}`,
			DecisionRoute, "book_loans", "", BadArguments, "", "it has list, renew, overdue"},
		{"an action for a tool without", runtime.Ask, "x", `{"tool":"book_search","query":"bees","action":"list"}`,
			DecisionRoute, "book_search", "", BadArguments, "", "one operation only"},
		{"tool that is no text", runtime.Ask, "x", `{"tool":7}`,
			DecisionRejected, "", "", BadRequest, "", "hints.tool is 7; give a string"},
		{"an intent without end", runtime.Ask, strings.Repeat("bees ", MaxIntent/5+1), "",
			DecisionRejected, "", "", BadRequest, "", "the limit is 16384"},
		{"no verb", runtime.Any, "x", "",
			DecisionRejected, "", "", BadRequest, "", "use ask, find, write"},
		{"nothing to load", runtime.Manage, "load", `{"action":"load","tools":["book_search"]}`,
			DecisionRejected, "", "", NotAllowed, "", "nothing needs loading"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			k := newDesk(t)
			reply := k.do(tc.verb, tc.intent, tc.hints)
			g := reply.Routing
			if g.Decision != tc.decision || g.ChosenTool != tc.tool || g.Action != tc.action || reply.Status != tc.status {
				t.Fatalf("got %s %q %q, status %d; want %s %q %q, status %d\n%s",
					g.Decision, g.ChosenTool, g.Action, reply.Status, tc.decision, tc.tool, tc.action, tc.status, asJSON(t, reply))
			}
			calls := k.made()
			if tc.args == "" && (len(calls) > 0 || reply.Executed) {
				t.Fatalf("a server was called: %v", calls)
			}
			if tc.args != "" && (len(calls) != 1 || string(calls[0].Args) != tc.args || !reply.Executed) {
				t.Fatalf("calls %v, executed %v; want one with %s\n%s", calls, reply.Executed, tc.args, asJSON(t, reply))
			}
			if said := reply.Error + g.Question; !strings.Contains(said, tc.says) {
				t.Fatalf("it says %q, which lacks %q", said, tc.says)
			}
			if g.Decision == DecisionAskBack && (len(g.Options) == 0 || reply.Failed()) {
				t.Fatalf("a question needs options and is no error\n%s", asJSON(t, reply))
			}
		})
	}
}

// What the caller has said already is carried on into the options.
func TestOptionsCarryArguments(t *testing.T) {
	reply := newDesk(t).do(runtime.Ask, "renew the loan of a member, three more weeks", `{"loan_id":7}`)
	if len(reply.Routing.Options) != 1 {
		t.Fatal(asJSON(t, reply))
	}
	if got := reply.Routing.Options[0].text(); !strings.Contains(got, `"loan_id":7`) || !strings.Contains(got, `"action":"renew"`) {
		t.Errorf("the option lost what was said: %s", got)
	}
}

func TestOverrideReachesAnotherVerb(t *testing.T) {
	k := newDesk(t)
	reply := k.do(runtime.Act, "x", `{"tool":"reindex_cards","override_verb":true}`)
	if !reply.Executed {
		t.Errorf("an override did not run\n%s", asJSON(t, reply))
	}
	if reply := k.do(runtime.Why, "x", `{"tool":"reindex_cards","override_verb":true}`); reply.Executed || reply.Status != NotAllowed {
		t.Errorf("an override let a reading verb change something\n%s", asJSON(t, reply))
	}
}

func TestAlternativesAndEvidence(t *testing.T) {
	g := newDesk(t).do(runtime.Ask, "search the catalogue for volumes about bees", "").Routing
	if g.Score <= 0 || g.Confidence <= 0 || len(g.MatchedTerms) == 0 || g.Why == "" || g.Reward != runtime.DefaultPrior || g.Source != runtime.SourceCPD {
		t.Errorf("evidence is missing: %s", asJSON(t, g))
	}
	if g.Bind == nil || len(g.Bind.AllowedTools) != 1 || g.Bind.AllowedTools[0] != "book_search" || g.Bind.ToolServer != "catalogue" {
		t.Errorf("binding: %s", asJSON(t, g.Bind))
	}
	for _, a := range g.Alternatives {
		if a.Tool == g.ChosenTool || a.Score > g.Score {
			t.Errorf("alternative %+v beside %s with %d", a, g.ChosenTool, g.Score)
		}
	}
	pinned := newDesk(t).do(runtime.Ask, "x", `{"tool":"book_search","query":"bees"}`).Routing
	if !pinned.Pinned || pinned.Confidence != 1 {
		t.Errorf("a pin looks weaker than a ranking: %s", asJSON(t, pinned))
	}
}

func TestNewRefusesNonsense(t *testing.T) {
	if _, err := New(nil, Options{}); err == nil {
		t.Error("no router was accepted")
	}
	r, err := library()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(r, Options{CallTimeout: -1}); err == nil {
		t.Error("a negative time was accepted")
	}
	if d, err := New(r, Options{}); err != nil || d.Router() != r {
		t.Errorf("no upstreams: %v", err)
	}
}
