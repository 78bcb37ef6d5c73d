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
		`{}`: `{"whose":"everyone","total":3,"offset":0,"rewards":[` +
			`{"capability":"book_loans","verb":"ask","scope":"shared","reward":0.65,"outcomes":1},` +
			`{"capability":"book_loans","verb":"ask","scope":"` + runtime.ScopeOf("ada").String() + `","reward":0.35,"outcomes":1},` +
			`{"capability":"card_catalogue","verb":"act","scope":"shared","reward":0.25,"outcomes":9,"gone":true}],"gone":1}`,
		`{"verb":"ask","scope":"shared"}`:                  `{"whose":"everyone","total":1,"offset":0,"rewards":[{"capability":"book_loans","verb":"ask","scope":"shared","reward":0.65,"outcomes":1}],"gone":0}`,
		`{"limit":1,"offset":2}`:                           `{"whose":"everyone","total":3,"offset":2,"rewards":[{"capability":"card_catalogue","verb":"act","scope":"shared","reward":0.25,"outcomes":9,"gone":true}],"gone":1}`,
		`{"limit":1,"capability":"book_loans","offset":9}`: `{"whose":"everyone","total":2,"offset":9,"rewards":[],"gone":0}`,
	} {
		res, err := s.Call(t.Context(), dispatch.Call{Tool: "sextant_rewards_list", Args: json.RawMessage(args), Operator: true})
		if err != nil || string(res.Structured) != want {
			t.Errorf("%s: %s %s %v\nwant %s", args, res.Structured, res.Text, err, want)
		}
	}
	res, err := s.Call(t.Context(), dispatch.Call{Tool: "sextant_rewards_list", Args: json.RawMessage(`{"limit":2}`), Operator: true})
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
		res, err := keeping(t, k).Call(t.Context(), dispatch.Call{Tool: "sextant_rewards_reset", Args: json.RawMessage(args), Operator: true})
		if err != nil || res.IsError || len(k) != want {
			t.Errorf("%s leaves %d: %+v %v", args, len(k), res, err)
		}
	}
}

// Everybody sees and forgets what their own calls taught, and nothing else; that
// there is anything of others is not to be found out either.
func TestRewardsOfOthers(t *testing.T) {
	ada, bob := runtime.ScopeOf("ada"), runtime.ScopeOf("bob")
	for _, tt := range []struct {
		name  string
		scope runtime.Scope
		args  string
		left  int // of three, after a reset
		says  string
	}{
		{"ada", ada, `{"all":true}`, 2, ""},
		{"ada", ada, `{"capability":"book_loans"}`, 2, ""},
		{"ada", ada, `{"scope":"` + ada.String() + `"}`, 2, ""},
		{"ada", ada, `{"scope":"shared"}`, 3, "scope shared: you may see"},
		{"bob", bob, `{"all":true}`, 3, ""},
		{"bob", bob, `{"verb":"act"}`, 3, ""},
		{"bob", bob, `{"scope":"` + ada.String() + `"}`, 3, "an operator may"},
		{"nobody", runtime.Scope{}, `{"all":true}`, 1, ""},
		{"nobody", runtime.Scope{}, `{"scope":"` + ada.String() + `"}`, 3, "an operator may"},
	} {
		k := learned()
		s := keeping(t, k)
		for _, tool := range []string{"sextant_rewards_list", "sextant_rewards_reset"} {
			res, err := s.Call(t.Context(), dispatch.Call{Tool: tool, Args: json.RawMessage(tt.args), Scope: tt.scope})
			if err != nil || res.IsError != (tt.says != "") || !strings.Contains(res.Text, tt.says) {
				t.Errorf("%s, %s of %s: %+v %v", tt.name, tool, tt.args, res, err)
			}
			var list rewardListing
			if tool == "sextant_rewards_list" && tt.says == "" {
				if err := json.Unmarshal(res.Structured, &list); err != nil {
					t.Fatal(err)
				}
				if list.Whose != ofCaller || list.Total != 3-tt.left {
					t.Errorf("%s lists %s", tt.name, res.Structured)
				}
			}
		}
		if len(k) != tt.left {
			t.Errorf("%s, %s: %d are left, want %d", tt.name, tt.args, len(k), tt.left)
		}
	}
}

// It is the dispatcher that says whose call it is, for a plan that is sent back too.
func TestRewardsOfOthersThroughTheVerbs(t *testing.T) {
	for principal, want := range map[string]int{"ada": 2, "bob": 3, "": 1} {
		k := learned()
		s := keeping(t, k)
		d, err := dispatch.New(s.router, dispatch.Options{Upstreams: dispatch.NewUpstreams(s)})
		if err != nil {
			t.Fatal(err)
		}
		req := dispatch.Request{Verb: runtime.Manage, Intent: "wipe all learned rewards", Hints: json.RawMessage(`{"all":true}`), Caller: "c" + principal, Principal: principal}
		req.Hints = json.RawMessage(`{"plan_ref":"` + d.Do(t.Context(), req).Routing.PlanRef + `"}`)
		if done := d.Do(t.Context(), req); !done.Executed || len(k) != want {
			t.Errorf("%q: %+v, %d left, want %d", principal, done.Routing, len(k), want)
		}
		byName := dispatch.ToolCall{Tool: "sextant_rewards_list", Caller: "c" + principal, Principal: principal}
		reply := d.Call(t.Context(), byName)
		if reply.Upstream == nil || !strings.Contains(string(reply.Upstream.Structured), `"whose":"caller","total":0`) {
			t.Errorf("%q, after: %+v", principal, reply.Upstream)
		}
		byName.Operator = true
		if reply := d.Call(t.Context(), byName); !strings.Contains(string(reply.Upstream.Structured), `"whose":"everyone"`) {
			t.Errorf("an operator: %+v", reply.Upstream)
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
	req := dispatch.Request{Verb: runtime.Manage, Intent: "wipe all learned rewards", Hints: json.RawMessage(`{"all":true}`), Operator: true}
	preview := d.Do(t.Context(), req)
	if preview.Routing.ChosenTool != "sextant_rewards_reset" || preview.Executed || preview.Routing.PlanRef == "" || len(k) != 3 {
		t.Fatalf("%+v", preview.Routing)
	}
	req.Hints = json.RawMessage(`{"plan_ref":"` + preview.Routing.PlanRef + `"}`)
	if done := d.Do(t.Context(), req); !done.Executed || len(k) != 0 {
		t.Errorf("%+v, %d left", done.Routing, len(k))
	}
}
