package dispatch

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

// studio is a dispatcher that learns, on a surface that tells its two ways of
// painting apart by little for a wall and by much for a fence.
type studio struct {
	*Dispatcher
	server  *fakeServer
	rewards *runtime.Rewards
}

func newStudio(t *testing.T) *studio {
	t.Helper()
	const descriptors = `{"capabilities":[
		{"id":"brush_work","server":"studio","one_line":"Paint a fence or a wall with a brush.","intent_verbs":["act"]},
		{"id":"spray_work","server":"studio","one_line":"Spray paint on a wall.","intent_verbs":["act"]},
		{"id":"twin_a","server":"studio","one_line":"Polish the brass.","intent_verbs":["act"]},
		{"id":"twin_b","server":"studio","one_line":"Polish the brass.","intent_verbs":["act"]},
		{"id":"fence_repair","server":"studio","one_line":"Repair a broken fence.","intent_verbs":["act"]},
		{"id":"roof_wash","server":"studio","one_line":"Wash the roof with water under pressure.","intent_verbs":["act"]},
		{"id":"mail_send","server":"studio","one_line":"Send a mail to one or more people.","intent_verbs":["act"]}]}`
	file, diags := source.ParseCapabilities("studio.json", []byte(descriptors))
	cat, more := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	if diags.HasErrors() || more.HasErrors() {
		t.Fatal(diags, more)
	}
	r, err := index.Router(t.Context(), cat, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &studio{server: &fakeServer{name: "studio"}}
	if s.rewards, err = runtime.NewRewards(runtime.RewardOptions{}); err != nil {
		t.Fatal(err)
	}
	r = r.WithCache(runtime.DefaultCache)
	if s.Dispatcher, err = New(r, Options{Upstreams: NewUpstreams(s.server), Rewards: s.rewards}); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *studio) act(intent, hints string) Reply {
	return s.Do(context.Background(), request(runtime.Act, intent, hints))
}

func failing(_ context.Context, c Call) (Result, error) {
	return Result{Text: c.Tool + " is out of order", IsError: true}, nil
}

// Failures of the tool that leads by little move it below its rival; with a large
// lead it stays, however often it fails.
func TestFailuresMoveRequests(t *testing.T) {
	for intent, tt := range map[string]struct{ first, last string }{
		"paint on a wall": {"spray_work", "brush_work"},
		"paint the fence": {"brush_work", "brush_work"},
	} {
		s := newStudio(t)
		s.server.answer = func(ctx context.Context, c Call) (Result, error) {
			if c.Tool == tt.first {
				return failing(ctx, c)
			}
			return Result{Text: "done"}, nil
		}
		first := s.act(intent, "")
		if first.Routing.ChosenTool != tt.first || first.Worked || first.Routing.Reward != runtime.DefaultPrior {
			t.Fatalf("%s: %s", intent, asJSON(t, first))
		}
		for range 10 {
			s.act(intent, "")
		}
		last := s.act(intent, "")
		if last.Routing.ChosenTool != tt.last || last.Worked != (tt.first != tt.last) {
			t.Errorf("%s after 11 failures: %s", intent, asJSON(t, last))
		}
		if want := s.rewards.Reward(runtime.RewardKey{Verb: runtime.Act, Capability: tt.last}); tt.first == tt.last && last.Routing.Reward > .02 || want == runtime.DefaultPrior {
			t.Errorf("%s: the reward is shown as %v", intent, last.Routing.Reward)
		}
	}
}

// One success orders what words can't tell apart: the options of the question, and
// what find lists. It remains a question.
func TestASuccessOrdersTheOptions(t *testing.T) {
	s := newStudio(t)
	ask := func() []string {
		var ids []string
		reply := s.act("polish the brass", "")
		if reply.Routing.Decision != DecisionAskBack {
			t.Fatalf("no question: %s", asJSON(t, reply))
		}
		for _, o := range reply.Routing.Options {
			ids = append(ids, fmt.Sprint(o.Hints[hintTool]))
		}
		return ids
	}
	if got := ask(); got[0] != "twin_a" {
		t.Fatalf("before: %v", got)
	}
	s.act("polish the brass", `{"tool":"twin_b"}`) // a pin teaches nothing
	if got := ask(); got[0] != "twin_a" {
		t.Fatalf("after a pin: %v", got)
	}
	s.rewards.Record(runtime.RewardKey{Verb: runtime.Act, Capability: "twin_b"}, 1, s.opt.Now())
	if got := ask(); got[0] != "twin_b" {
		t.Fatalf("after a success: %v", got)
	}
	found := s.Do(t.Context(), request(runtime.Find, "polish the brass", "")).Result.([]Found)
	if found[0].ID != "twin_b" {
		t.Errorf("find lists %s first", found[0].ID)
	}
	if len(s.server.calls()) != 1 {
		t.Errorf("the questions called %v", s.server.calls())
	}
}

// What one principal's calls teach moves no request of another.
func TestPrincipalsLearnApart(t *testing.T) {
	s := newStudio(t)
	s.server.answer = func(ctx context.Context, c Call) (Result, error) {
		if c.Tool == "spray_work" {
			return failing(ctx, c)
		}
		return Result{Text: "done"}, nil
	}
	as := func(principal string) string {
		req := request(runtime.Act, "paint on a wall", "")
		req.Principal = principal
		return s.Do(t.Context(), req).Routing.ChosenTool
	}
	for range 9 {
		as("ada")
	}
	if a, b, nobody := as("ada"), as("bob"), as(""); a != "brush_work" || b != "spray_work" || nobody != "spray_work" {
		t.Errorf("ada: %s, bob: %s, nobody: %s", a, b, nobody)
	}
	for k := range s.rewards.All() {
		if strings.Contains(fmt.Sprint(k), "ada") {
			t.Errorf("a name is kept: %v", k)
		}
	}
	s.opt.Scope = func(Request) runtime.Scope { return runtime.ScopeOf("all of us") }
	as("ada")
	if v, ok := s.rewards.Value(runtime.RewardKey{Scope: runtime.ScopeOf("all of us"), Verb: runtime.Act, Capability: "spray_work"}); !ok || v.Count != 1 {
		t.Errorf("the scope of the options: %+v", v)
	}
}

// Executing requests find their rankings in the cache: outcomes do not empty it.
func TestOutcomesLeaveTheCacheAlone(t *testing.T) {
	s := newStudio(t)
	intents := []string{"paint on a wall", "paint the fence", "repair the broken fence", "wash the roof", "send a mail"}
	for i := range 250 {
		s.act(intents[i%len(intents)], "")
	}
	var learned uint64
	for _, v := range s.rewards.All() {
		learned += v.Count
	}
	stats := s.Router().CacheStats()
	t.Logf("%d calls, %d outcomes, %+v", len(s.server.calls()), learned, stats)
	if len(s.server.calls()) != 250 || learned != 250 || stats.Hits < 240 || stats.Entries != len(intents) {
		t.Errorf("%d calls, %d outcomes, %+v", len(s.server.calls()), learned, stats)
	}
}

// A plan teaches for whom it was made, under the verb it was made for.
func TestWhatIsRecorded(t *testing.T) {
	r, err := runtime.NewRewards(runtime.RewardOptions{})
	if err != nil {
		t.Fatal(err)
	}
	k := newDesk(t, func(o *Options) { o.Rewards = r })
	k.do(runtime.Ask, "overdue loans of a member", "")
	reply := k.do(runtime.Manage, "take a snapshot of the catalogue, copies", "")
	k.Do(t.Context(), follow(t, reply.Routing.Options[0]))
	k.do(runtime.Find, "overdue loans of a member", "")
	got := map[string]float64{}
	for key, v := range r.All() {
		got[key.Verb.String()+" "+key.Capability] = math.Round(v.Reward*100) / 100
	}
	if len(got) != 2 || got["ask book_loans"] != .65 {
		t.Errorf("recorded %v", got)
	}
	if again := k.do(runtime.Ask, "overdue loans of a member", "").Routing; again.Reward != .65 {
		t.Errorf("the reward is shown as %v", again.Reward)
	}
}

func TestLogSeesEveryRequest(t *testing.T) {
	var seen []string
	k := newDesk(t, func(o *Options) {
		o.Log = func(req Request, reply Reply) {
			seen = append(seen, fmt.Sprintf("%s %q %s %v", req.Verb, req.Intent, reply.Routing.Decision, reply.Worked))
		}
	})
	k.do(runtime.Ask, "overdue loans of a member", "")
	k.do(runtime.Ask, "best pizza in town", "")
	k.do(runtime.Ask, "", "{broken")
	want := `[ask "overdue loans of a member" route true ask "best pizza in town" no_match false ask "" rejected false]`
	if fmt.Sprint(seen) != want {
		t.Errorf("seen %v\nwant %v", seen, want)
	}
}
