package own

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// What is explained is what a dispatcher does that learned the same, for each caller
// by what their own calls taught; and the order by words stands beside it.
func TestExplainedAsServed(t *testing.T) {
	rewards, err := runtime.NewRewards(runtime.RewardOptions{Weight: 1})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(newServer(t).router, WithLearned(rewards))
	if err != nil {
		t.Fatal(err)
	}
	d, err := dispatch.New(s.router, dispatch.Options{Upstreams: dispatch.NewUpstreams(s), Rewards: rewards})
	if err != nil {
		t.Fatal(err)
	}
	explain := func(intent, verb string, scope runtime.Scope) (e explanation) {
		t.Helper()
		args, err := json.Marshal(map[string]any{"intent": intent, "verb": verb})
		if err != nil {
			t.Fatal(err)
		}
		res, err := s.Call(t.Context(), dispatch.Call{Tool: "sextant_explain_route", Args: args, Scope: scope})
		if err != nil || res.IsError || json.Unmarshal(res.Structured, &e) != nil {
			t.Fatalf("%+v %v", res, err)
		}
		return e
	}
	intents := []string{
		"overdue loans of a member", "which books are on loan", "list the members", "read the skill about shelving",
		"explain how a loan would be routed", "capabilities on this surface", "how many tools are loaded here",
	}
	random := rand.New(rand.NewPCG(3, 5))
	no := false
	overturned, others := 0, 0
	for round := range 60 {
		name := []string{"ada", "bob"}[round%2]
		for _, id := range s.router.Behind(runtime.Ask) {
			for range random.IntN(4) {
				rewards.Record(runtime.RewardKey{Scope: runtime.ScopeOf(name), Verb: runtime.Ask, Capability: id}, float64(random.IntN(2)), time.Time{})
			}
		}
		intent := intents[random.IntN(len(intents))]
		e := explain(intent, "ask", runtime.ScopeOf(name))
		if plain := explain(intent, "ask", runtime.ScopeOf("carl")); plain.Learned.Changed || !slices.Equal(plain.Learned.ByWords, e.Learned.ByWords) {
			t.Fatalf("%s: by words it is %v, and %+v for whom nothing was learned", intent, e.Learned.ByWords, plain.Learned)
		}
		served := d.Do(context.Background(), dispatch.Request{Verb: runtime.Ask, Intent: intent, Principal: name, Execute: &no}).Routing
		if served.Decision != "route" || served.FallbackFor != "" {
			others++
			continue
		}
		first := e.Candidates[0]
		if served.ChosenTool != first.ID || served.Score != first.Score || served.Learned != *first.Learned || served.Reward != *first.Reward {
			t.Errorf("%s goes to %+v, and is explained as %+v", intent, served, first)
		}
		if was := e.Learned.ByWords[0] != first.ID; was != e.Learned.Overturned || was && !e.Learned.Changed {
			t.Errorf("%s: %v became %+v", intent, e.Learned, first)
		}
		if e.Learned.Overturned {
			overturned++
		}
	}
	if overturned < 3 || others > 40 {
		t.Errorf("%d were overturned, %d were not routed: it tries nothing", overturned, others)
	}
}
