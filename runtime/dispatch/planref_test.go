package dispatch

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/runtime"
)

// preview asks for the deletion of a volume and returns the reference that
// executes it.
func (k *desk) preview(t testing.TB) (ref string, reply Reply) {
	t.Helper()
	reply = k.do(runtime.Write, "take volume 7 out of the catalogue", `{"tool":"book_delete","id":7}`)
	if reply.Status != NeedsPlan || reply.Executed || reply.Failed() || reply.Routing.PlanRef == "" || len(k.made()) != 0 {
		t.Fatalf("a destructive call was not previewed\n%s", asJSON(t, reply))
	}
	return reply.Routing.PlanRef, reply
}

func TestDestructiveRunsWithItsPlanOnly(t *testing.T) {
	k := newDesk(t)
	_, reply := k.preview(t)
	if p, ok := reply.Result.(Preview); !ok || !p.Preview || p.Effect != "destroy" || string(p.Call.Arguments) != `{"id":7}` || p.Call.Server != "catalogue" {
		t.Fatalf("the preview does not show the call\n%s", asJSON(t, reply))
	}
	again := k.Do(t.Context(), follow(t, reply.Routing.Options[0]))
	calls := k.made()
	if !again.Executed || again.Failed() || len(calls) != 1 || string(calls[0].Args) != `{"id":7}` {
		t.Fatalf("the option of the preview did not execute it: %v\n%s", calls, asJSON(t, again))
	}
	if third := k.Do(t.Context(), follow(t, reply.Routing.Options[0])); third.Executed || !third.Failed() || len(k.made()) != 1 {
		t.Fatalf("a plan ran twice\n%s", asJSON(t, third))
	}
}

// What is sent beside the reference may be what the caller said first, what the
// preview showed, or nothing; arguments that were filled in from the intent do
// not make a difference.
func TestPlanAcceptsWhatWasSaid(t *testing.T) {
	for _, hints := range []string{
		`{"plan_ref":"REF"}`,
		`{"plan_ref":"REF","tool":"shelf_backup"}`,
		`{"plan_ref":"REF","tool":"shelf_backup","action":"snapshot"}`,
		`{"plan_ref":"REF","arguments":{"action":"snapshot"}}`,
	} {
		k := newDesk(t)
		reply := k.do(runtime.Manage, "take a snapshot of the catalogue, copies", "")
		if reply.Routing.ChosenTool != "shelf_backup" || reply.Routing.PlanRef == "" {
			t.Fatalf("a call that needs approval was not previewed\n%s", asJSON(t, reply))
		}
		if again := k.do(runtime.Manage, "yes", strings.Replace(hints, "REF", reply.Routing.PlanRef, 1)); !again.Executed {
			t.Errorf("%s: not executed\n%s", hints, asJSON(t, again))
		}
	}
}

func TestPlanIsBound(t *testing.T) {
	var now time.Time
	for _, tc := range []struct {
		name   string
		verb   runtime.Verb
		hints  string
		caller string
		later  time.Duration
		says   string
	}{
		{"another verb", runtime.Act, `{"plan_ref":"REF"}`, "ada", 0, "the verb write, not for act"},
		{"another tool", runtime.Write, `{"plan_ref":"REF","tool":"member_add"}`, "ada", 0, "the tool book_delete, not for member_add"},
		{"another action", runtime.Write, `{"plan_ref":"REF","action":"burn"}`, "ada", 0, "the action"},
		{"another argument", runtime.Write, `{"plan_ref":"REF","id":8}`, "ada", 0, `the arguments {"id":7}, not for {"id":8}`},
		{"a text where a number was", runtime.Write, `{"plan_ref":"REF","id":"7"}`, "ada", 0, "the arguments"},
		{"one argument more", runtime.Write, `{"plan_ref":"REF","id":7,"force":true}`, "ada", 0, "the arguments"},
		{"another caller", runtime.Write, `{"plan_ref":"REF"}`, "bob", 0, "there is no such plan"},
		{"too late", runtime.Write, `{"plan_ref":"REF"}`, "ada", PlanLifetime, "there is no such plan"},
		{"a reference that was never given", runtime.Write, `{"plan_ref":"plan_x"}`, "ada", 0, "there is no such plan"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			now = time.Unix(1_700_000_000, 0)
			k := newDesk(t, func(o *Options) { o.Now = func() time.Time { return now } })
			ref, _ := k.preview(t)
			now = now.Add(tc.later)
			req := request(tc.verb, "yes", strings.Replace(tc.hints, "REF", ref, 1))
			req.Caller = tc.caller
			reply := k.Do(t.Context(), req)
			if reply.Executed || len(k.made()) != 0 || !strings.Contains(reply.Error, tc.says) {
				t.Fatalf("want a refusal that says %q, got\n%s", tc.says, asJSON(t, reply))
			}
		})
	}
}

func TestPlanCanBeLookedAtAgain(t *testing.T) {
	k := newDesk(t)
	ref, _ := k.preview(t)
	no := false
	req := request(runtime.Write, "", `{"plan_ref":"`+ref+`"}`)
	req.Execute = &no
	if reply := k.Do(t.Context(), req); reply.Executed || reply.Failed() || reply.Routing.PlanRef != ref {
		t.Fatalf("execute false did not preview\n%s", asJSON(t, reply))
	}
	req.Execute = nil
	if reply := k.Do(t.Context(), req); !reply.Executed {
		t.Fatalf("looking at a plan used it up\n%s", asJSON(t, reply))
	}
}

func TestExecuteFalsePreviews(t *testing.T) {
	no := false
	for _, tc := range []struct {
		verb          runtime.Verb
		intent, hints string
		planRef       bool
	}{
		{runtime.Ask, "search the catalogue for volumes", "", false},
		{runtime.Write, "x", `{"tool":"member_add","name":"Ada"}`, false},
		{runtime.Write, "x", `{"tool":"book_delete","id":7}`, true},
		{runtime.Ask, "x", `{"tool":"kg-shelving"}`, false},
	} {
		k := newDesk(t)
		req := request(tc.verb, tc.intent, tc.hints)
		req.Execute = &no
		reply := k.Do(t.Context(), req)
		if _, ok := reply.Result.(Preview); !ok || reply.Executed || reply.Status != OK || len(k.made()) != 0 || (reply.Routing.PlanRef != "") != tc.planRef {
			t.Errorf("%s %s: want a preview\n%s", tc.verb, tc.hints, asJSON(t, reply))
			continue
		}
		if again := k.Do(t.Context(), follow(t, reply.Routing.Options[0])); !again.Executed || again.Failed() {
			t.Errorf("%s %s: the preview's option did not execute\n%s", tc.verb, tc.hints, asJSON(t, again))
		}
	}
}

// However plans are stored, looked at, taken and left to age, no plan is taken
// twice, none by another caller, none after its time, and no more than MaxPlans
// are kept.
func TestPlanStoreProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Unix(0, 0)
		s := planStore{now: func() time.Time { return now }}
		type made struct {
			caller string
			at     time.Time
			taken  bool
		}
		plans := map[string]*made{}
		var refs []string
		for range rapid.IntRange(1, 600).Draw(t, "steps") {
			switch rapid.IntRange(0, 3).Draw(t, "step") {
			case 0, 1:
				caller := rapid.SampledFrom([]string{"a", "b", ""}).Draw(t, "caller")
				ref := s.put(&plan{caller: caller})
				if plans[ref] != nil {
					t.Fatalf("reference %s was given out twice", ref)
				}
				plans[ref] = &made{caller: caller, at: now}
				refs = append(refs, ref)
			case 2:
				if len(refs) == 0 {
					continue
				}
				ref := rapid.SampledFrom(refs).Draw(t, "ref")
				caller := rapid.SampledFrom([]string{"a", "b", ""}).Draw(t, "taker")
				m := plans[ref]
				p, err := s.take(ref, caller)
				if err != nil {
					continue
				}
				if m.taken || m.caller != caller || p.caller != caller || now.Sub(m.at) >= PlanLifetime {
					t.Fatalf("took %+v as %q at %v", m, caller, now)
				}
				m.taken = true
			case 3:
				now = now.Add(time.Duration(rapid.IntRange(0, 300).Draw(t, "seconds")) * time.Second)
			}
			if len(s.byRef) > MaxPlans || len(s.order) > MaxPlans {
				t.Fatalf("%d plans are kept, %d in order", len(s.byRef), len(s.order))
			}
		}
	})
}

func TestOldestPlanGoesFirst(t *testing.T) {
	s := planStore{now: time.Now}
	var refs []string
	for i := range MaxPlans + 1 {
		refs = append(refs, s.put(&plan{caller: fmt.Sprint(i)}))
	}
	if _, err := s.peek(refs[0], "0"); err == nil {
		t.Error("the oldest plan is still kept")
	}
	if _, err := s.peek(refs[MaxPlans], fmt.Sprint(MaxPlans)); err != nil {
		t.Errorf("the newest plan is gone: %v", err)
	}
}

// A caller who previews without end pushes out plans of their own only.
func TestPlansOfOthersStay(t *testing.T) {
	s := planStore{now: time.Now}
	hers := s.put(&plan{caller: "ada"})
	var his []string
	for range 2 * MaxPlans {
		his = append(his, s.put(&plan{caller: "bob"}))
	}
	if _, err := s.take(hers, "ada"); err != nil {
		t.Errorf("ada's plan: %v", err)
	}
	if _, err := s.peek(his[len(his)-1], "bob"); err != nil {
		t.Errorf("bob's newest: %v", err)
	}
	if _, err := s.peek(his[0], "bob"); err == nil || len(s.byRef) != MaxPlans-1 {
		t.Errorf("%d plans are kept", len(s.byRef))
	}
}

// A plan whose call goes on keeps its place, also where all places are taken.
func TestKeptPlanKeepsItsPlace(t *testing.T) {
	s := planStore{now: time.Now}
	var refs []string
	for range MaxPlans {
		refs = append(refs, s.put(&plan{caller: "ada"}))
	}
	p, err := s.take(refs[9], "ada")
	if err != nil {
		t.Fatal(err)
	}
	s.keep(refs[9], p)
	if _, err := s.peek(refs[9], "ada"); err != nil || len(s.order) != MaxPlans {
		t.Errorf("%v; %d places", err, len(s.order))
	}
}

// Equal arguments have one canonical form, different ones have two.
func TestCanonicalArguments(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		same bool
	}{
		{`{"a":1,"b":{"y":1,"x":2}}`, `{"b": {"x":2, "y":1}, "a":1}`, true},
		{`{"a":1}`, `{"a":"1"}`, false},
		{`{"a":1}`, `{"a":1.0}`, false},
		{`{"a":9007199254740993}`, `{"a":9007199254740992}`, false},
		{`{"a":null}`, `{}`, false},
		{`{"a":"<&>"}`, `{"a":"\u003c\u0026>"}`, true},
	} {
		var a, b arguments
		for raw, to := range map[string]*arguments{tc.a: &a, tc.b: &b} {
			if err := json.Unmarshal([]byte(raw), to); err != nil {
				t.Fatal(err)
			}
		}
		if got := a.canonical() == b.canonical(); got != tc.same {
			t.Errorf("%s and %s: same %v, want %v", tc.a, tc.b, got, tc.same)
		}
	}
}
