package dispatch

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/runtime"
)

func TestWhyTellsOfTheLastDecision(t *testing.T) {
	k := newDesk(t)
	for range 2 { // asking twice tells of the same decision, not of the asking
		k.do(runtime.Ask, "overdue loans of a member", "")
		for _, intent := range []string{"why did you pick that", "Why was that tool chosen?", "explain the last routing decision", "how did you decide on this"} {
			reply := k.do(runtime.Why, intent, "")
			r, ok := reply.Result.(Recollection)
			if !ok || len(r.Decisions) == 0 || r.Decisions[0].ChosenTool != "book_loans" || r.Decisions[0].Action != "overdue" || reply.Executed {
				t.Fatalf("%q: want the decision for book_loans, got\n%s", intent, asJSON(t, reply))
			}
			if !strings.Contains(reply.Routing.Why, "book_loans fits best") {
				t.Errorf("%q: the sentence is %q", intent, reply.Routing.Why)
			}
		}
	}
}

func TestWhyTellsOfANamedTool(t *testing.T) {
	k := newDesk(t)
	k.do(runtime.Ask, "search the catalogue for volumes", "")
	k.do(runtime.Ask, "overdue loans of a member", "")
	reply := k.do(runtime.Why, "why was book_search selected", "")
	r, ok := reply.Result.(Recollection)
	if !ok || len(r.Decisions) != 1 || r.Decisions[0].ChosenTool != "book_search" {
		t.Errorf("want the decision for book_search, got\n%s", asJSON(t, reply))
	}
}

func TestWhyKeepsItsOwnRequests(t *testing.T) {
	k := newDesk(t)
	k.do(runtime.Ask, "overdue loans of a member", "")
	for _, intent := range []string{"why was the member charged a fee", "explain why the member who chose this card was charged a fee", "explain why a fee would be picked for that"} {
		if reply := k.do(runtime.Why, intent, ""); reply.Routing.ChosenTool != "fee_explain" {
			t.Errorf("%q was taken for a question about routing\n%s", intent, asJSON(t, reply))
		}
	}
}

func TestHistoryIsTheCallers(t *testing.T) {
	k := newDesk(t)
	k.do(runtime.Ask, "overdue loans of a member", "")
	for _, caller := range []string{"bob", ""} {
		req := request(runtime.Why, "why did you pick that", "")
		req.Caller = caller
		reply := k.Do(t.Context(), req)
		if r, ok := reply.Result.(Recollection); !ok || len(r.Decisions) != 0 || r.Note == "" {
			t.Errorf("%q was told of another's decision\n%s", caller, asJSON(t, reply))
		}
	}
	k.Forget("ada")
	if reply := k.do(runtime.Why, "why did you pick that", ""); len(reply.Result.(Recollection).Decisions) != 0 {
		t.Errorf("a forgotten caller is remembered\n%s", asJSON(t, reply))
	}
}

// However callers come, the history keeps the newest MaxRemembered decisions of
// at most MaxCallers callers, those heard of last, and none of the empty caller.
func TestHistoryProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var h history
		said := map[string][]string{}
		for i := range rapid.IntRange(0, 300).Draw(t, "steps") {
			caller := rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(t, "caller")
			h.add(caller, Memory{Intent: fmt.Sprint(i)})
			if caller != "" {
				said[caller] = append(said[caller], fmt.Sprint(i))
			}
		}
		for _, caller := range []string{"", "a", "b", "c"} {
			want := said[caller][max(len(said[caller])-MaxRemembered, 0):]
			got := h.last(caller)
			if len(got) != len(want) {
				t.Fatalf("%q: %d decisions, want %d", caller, len(got), len(want))
			}
			for i, m := range got {
				if m.Intent != want[len(want)-1-i] {
					t.Fatalf("%q: decision %d is %s, want %s", caller, i, m.Intent, want[len(want)-1-i])
				}
			}
		}
	})
	var h history
	for i := range MaxCallers + 10 {
		h.add("busy", Memory{})
		h.add(fmt.Sprint("caller", i), Memory{})
	}
	if len(h.byCaller) != MaxCallers || h.recent.Len() != MaxCallers {
		t.Errorf("%d callers are kept", len(h.byCaller))
	}
	if len(h.last("busy")) == 0 || len(h.last("caller0")) != 0 {
		t.Error("not the caller heard of least recently was dropped")
	}
}
