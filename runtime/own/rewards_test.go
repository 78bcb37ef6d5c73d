package own

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// kept is a keeper in memory.
type kept map[runtime.RewardKey]runtime.RewardValue

func (k kept) Entries(context.Context) (map[runtime.RewardKey]runtime.RewardValue, error) {
	return maps.Clone(k), nil
}

func (k kept) Reset(_ context.Context, match func(runtime.RewardKey) bool) (int, error) {
	before := len(k)
	maps.DeleteFunc(k, func(key runtime.RewardKey, _ runtime.RewardValue) bool { return match(key) })
	return before - len(k), nil
}

// broken is a keeper that is out of reach.
type broken struct{}

func (broken) Entries(context.Context) (map[runtime.RewardKey]runtime.RewardValue, error) {
	return nil, errors.New("no servers")
}

func (broken) Reset(context.Context, func(runtime.RewardKey) bool) (int, error) {
	return 2, errors.New("no servers")
}

func learned() kept {
	ada := runtime.ScopeOf("ada")
	return kept{
		{Verb: runtime.Ask, Capability: "book_loans"}:             {Reward: .65, Count: 1},
		{Scope: ada, Verb: runtime.Ask, Capability: "book_loans"}: {Reward: .35, Count: 1},
		{Verb: runtime.Act, Capability: "card_catalogue"}:         {Reward: .25, Count: 9},
	}
}

func keeping(t *testing.T, k Keeper) *Server {
	t.Helper()
	s, err := New(newServer(t).router, WithRewards(k))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRewardsList(t *testing.T) {
	s := keeping(t, learned())
	for args, want := range map[string]string{
		`{}`: `{"total":3,"offset":0,"rewards":[` +
			`{"capability":"book_loans","verb":"ask","scope":"shared","reward":0.65,"outcomes":1},` +
			`{"capability":"book_loans","verb":"ask","scope":"` + runtime.ScopeOf("ada").String() + `","reward":0.35,"outcomes":1},` +
			`{"capability":"card_catalogue","verb":"act","scope":"shared","reward":0.25,"outcomes":9,"gone":true}],"gone":1}`,
		`{"verb":"ask","scope":"shared"}`:                  `{"total":1,"offset":0,"rewards":[{"capability":"book_loans","verb":"ask","scope":"shared","reward":0.65,"outcomes":1}],"gone":0}`,
		`{"limit":1,"offset":2}`:                           `{"total":3,"offset":2,"rewards":[{"capability":"card_catalogue","verb":"act","scope":"shared","reward":0.25,"outcomes":9,"gone":true}],"gone":1}`,
		`{"limit":1,"capability":"book_loans","offset":9}`: `{"total":2,"offset":9,"rewards":[],"gone":0}`,
	} {
		res, err := s.Call(t.Context(), dispatch.Call{Tool: "sextant_rewards_list", Args: json.RawMessage(args)})
		if err != nil || string(res.Structured) != want {
			t.Errorf("%s: %s %s %v\nwant %s", args, res.Structured, res.Text, err, want)
		}
	}
	res, err := s.Call(t.Context(), dispatch.Call{Tool: "sextant_rewards_list", Args: json.RawMessage(`{"limit":2}`)})
	if err != nil || !strings.Contains(string(res.Structured), `"next_offset":2`) {
		t.Errorf("%s %v", res.Structured, err)
	}
}

func TestRewardsReset(t *testing.T) {
	for args, want := range map[string]int{
		`{"capability":"book_loans"}`:                         1,
		`{"scope":"shared","verb":"act"}`:                     2,
		`{"all":true}`:                                        0,
		`{"scope":"` + runtime.ScopeOf("ada").String() + `"}`: 2,
	} {
		k := learned()
		res, err := keeping(t, k).Call(t.Context(), dispatch.Call{Tool: "sextant_rewards_reset", Args: json.RawMessage(args)})
		if err != nil || res.IsError || len(k) != want {
			t.Errorf("%s leaves %d: %+v %v", args, len(k), res, err)
		}
	}
}

func TestRewardsObjections(t *testing.T) {
	for _, tc := range []struct {
		keeper           Keeper
		tool, args, says string
	}{
		{nil, "sextant_rewards_list", `{}`, "-learn=false"},
		{nil, "sextant_rewards_reset", `{"all":true}`, "-learn=false"},
		{learned(), "sextant_rewards_reset", `{}`, "say what to forget"},
		{learned(), "sextant_rewards_reset", `{"all":true,"verb":"ask"}`, "and not both"},
		{learned(), "sextant_rewards_reset", `{"verb":"eat"}`, "unknown verb"},
		{learned(), "sextant_rewards_list", `{"scope":"x"}`, "32 hex digits"},
		{learned(), "sextant_rewards_list", `{"limit":0}`, "limit is 1 to 200"},
		{learned(), "sextant_rewards_list", `{"limit":"a"}`, "limit must be of type int"},
		{broken{}, "sextant_rewards_list", `{}`, "no servers"},
		{broken{}, "sextant_rewards_reset", `{"all":true}`, "2 are forgotten, then: no servers"},
	} {
		res, err := keeping(t, tc.keeper).Call(t.Context(), dispatch.Call{Tool: tc.tool, Args: json.RawMessage(tc.args)})
		if err != nil || !res.IsError || !strings.Contains(res.Text, tc.says) {
			t.Errorf("%s %s: %v %+v, want %q", tc.tool, tc.args, err, res, tc.says)
		}
	}
}

// Through the verbs the list is read at once, and a reset is shown first.
func TestRewardsThroughTheVerbs(t *testing.T) {
	k := learned()
	s := keeping(t, k)
	d, err := dispatch.New(s.router, dispatch.Options{Upstreams: dispatch.NewUpstreams(s)})
	if err != nil {
		t.Fatal(err)
	}
	list := d.Do(t.Context(), dispatch.Request{Verb: runtime.Ask, Intent: "list the learned rewards of this router"})
	if list.Routing.ChosenTool != "sextant_rewards_list" || !list.Executed {
		t.Errorf("%+v", list.Routing)
	}
	req := dispatch.Request{Verb: runtime.Manage, Intent: "wipe all learned rewards", Hints: json.RawMessage(`{"all":true}`)}
	preview := d.Do(t.Context(), req)
	if preview.Routing.ChosenTool != "sextant_rewards_reset" || preview.Executed || preview.Routing.PlanRef == "" || len(k) != 3 {
		t.Fatalf("%+v", preview.Routing)
	}
	req.Hints = json.RawMessage(`{"plan_ref":"` + preview.Routing.PlanRef + `"}`)
	if done := d.Do(t.Context(), req); !done.Executed || len(k) != 0 {
		t.Errorf("%+v, %d left", done.Routing, len(k))
	}
}
