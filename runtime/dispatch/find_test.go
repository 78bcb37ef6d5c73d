package dispatch

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

func TestFind(t *testing.T) {
	k := newDesk(t)
	reply := k.do(runtime.Find, "loans of a member and how returned volumes are shelved", "")
	found, ok := reply.Result.([]Found)
	if !ok || reply.Executed || reply.Routing.Decision != DecisionFound || len(k.made()) != 0 {
		t.Fatal(asJSON(t, reply))
	}
	kinds := map[string]Found{}
	for _, f := range found {
		kinds[f.Kind] = f
		if f.OneLine == "" || f.Score <= 0 || len(f.Matched) == 0 || f.HowToCall.Hints["tool"] != f.ID {
			t.Errorf("a result lacks something: %s", asJSON(t, f))
		}
	}
	if kinds["skill"].ID != "kg-shelving" || kinds["tool"].ID == "" {
		t.Errorf("find does not rank every kind: %s", asJSON(t, found))
	}
}

// What find says about calling a result is true, for every capability: the call
// reaches it under a verb that may, and never fails for its name or verb.
func TestHowToCallIsTrue(t *testing.T) {
	r, err := library()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range r.Behind(runtime.Any) {
		k := newDesk(t)
		req := request(runtime.Find, strings.ReplaceAll(id, "_", " "), "")
		req.TopK = runtime.MaxK
		reply := k.Do(t.Context(), req)
		found, _ := reply.Result.([]Found)
		seen := false
		for _, f := range found {
			if f.ID != id {
				continue
			}
			seen = true
			called := k.Do(t.Context(), follow(t, f.HowToCall))
			switch called.Status {
			case OK, AskBack, NeedsPlan, NotConnected, BadArguments:
			default:
				t.Errorf("%s: calling %s gave\n%s", id, f.HowToCall.text(), asJSON(t, called))
			}
			if called.Status == BadArguments && !strings.Contains(called.Error, "integer") && !strings.Contains(called.Error, "needs") {
				t.Errorf("%s: %s", id, called.Error)
			}
		}
		if !seen {
			t.Errorf("%s is not found by its name\n%s", id, asJSON(t, reply))
		}
	}
}

// The verb that find names is the one that the descriptor puts first.
func TestHowToCallKeepsThePrimaryVerb(t *testing.T) {
	k := newDesk(t)
	for id, want := range map[string]string{"member_add": "write", "book_search": "ask", "reindex_cards": "act"} {
		reply := k.do(runtime.Find, strings.ReplaceAll(id, "_", " "), "")
		for _, f := range reply.Result.([]Found) {
			if f.ID == id && f.HowToCall.Verb != want {
				t.Errorf("%s is to be called with %s, want %s", id, f.HowToCall.Verb, want)
			}
		}
	}
}

func TestFindNeverExecutes(t *testing.T) {
	k := newDesk(t)
	for hints, says := range map[string]string{
		`{"tool":"book_search","query":"x"}`: "find only lists",
		`{"plan_ref":"plan_x"}`:              "find only lists",
		`{"top_k":0.5}`:                      "top_k is 0.5",
		`{"top_k":33}`:                       "from 1 to 32",
		`{"top_k":-1}`:                       "from 1 to 32",
	} {
		if reply := k.do(runtime.Find, "loans", hints); !strings.Contains(reply.Error, says) || len(k.made()) != 0 {
			t.Errorf("%s: want an error that says %q\n%s", hints, says, asJSON(t, reply))
		}
	}
	if reply := k.do(runtime.Find, "loans of a member", `{"top_k":1}`); len(reply.Result.([]Found)) != 1 {
		t.Errorf("top_k 1\n%s", asJSON(t, reply))
	}
}

// A miss is no dump of the catalogue: nothing is listed, and the nearest are
// named as such.
func TestFindSaysThatNothingFits(t *testing.T) {
	reply := newDesk(t).do(runtime.Find, "best pizza in town", "")
	if len(reply.Result.([]Found)) != 0 || reply.Routing.Decision != DecisionNoMatch || len(reply.Routing.Alternatives) > 3 || reply.Failed() {
		t.Error(asJSON(t, reply))
	}
}

func TestNotConnected(t *testing.T) {
	k := newDesk(t)
	reply := k.do(runtime.Ask, "tides at the harbour, high and low water", `{"harbour":"Leith"}`)
	u, ok := reply.Result.(Unconnected)
	if !ok || reply.Status != NotConnected || reply.Executed || reply.Failed() || reply.Routing.Decision != DecisionRoute {
		t.Fatal(asJSON(t, reply))
	}
	if u.Capability.ID != "tide_table" || u.Server != "harbour" || !strings.Contains(u.HowTo, "Upstreams.Register") ||
		u.RestRoute != "/harbour/tides" || string(u.Call.Arguments) != `{"harbour":"Leith"}` || u.Effect != "read" {
		t.Error(asJSON(t, u))
	}
	// The call is validated all the same.
	if reply := k.do(runtime.Ask, "tides at the harbour", `{"port":"Leith"}`); reply.Status != BadArguments {
		t.Error(asJSON(t, reply))
	}
	// The platform itself is a server like any other once it is registered.
	platform := &fakeServer{name: "whatever"}
	k = newDesk(t, func(o *Options) { o.Upstreams.Register("", platform) })
	if reply := k.do(runtime.Ask, "state of the platform", ""); !reply.Executed || len(platform.calls()) != 1 {
		t.Error(asJSON(t, reply))
	}
	k.opt.Upstreams.Register("", nil)
	if reply := k.do(runtime.Ask, "state of the platform", ""); reply.Status != NotConnected || !strings.Contains(reply.Result.(Unconnected).HowTo, "the platform itself") {
		t.Error(asJSON(t, reply))
	}
}

func TestSkillsAreRead(t *testing.T) {
	for _, tc := range []struct {
		verb          runtime.Verb
		intent, hints string
	}{
		{runtime.Ask, "use the kg-shelving skill", ""},
		{runtime.Ask, "anything", `{"tool":"kg-shelving"}`},
	} {
		reply := newDesk(t).do(tc.verb, tc.intent, tc.hints)
		r, ok := reply.Result.(SkillReading)
		if !ok || !reply.Executed || !strings.Contains(r.Instructions, "Sort the trolley") || len(r.Files) != 2 || len(r.Wraps) != 1 {
			t.Errorf("%q %s\n%s", tc.intent, tc.hints, asJSON(t, reply))
			continue
		}
		if r.Files[1].Path != "references/marks.md" || r.Files[1].URI != "skill://kg-shelving/references/marks.md" || r.Files[1].Size == 0 || !strings.HasPrefix(r.Files[1].Digest, "sha256:") {
			t.Errorf("files: %s", asJSON(t, r.Files))
		}
		if reply.Routing.Bind == nil || reply.Routing.Bind.SkillName != "kg-shelving" {
			t.Errorf("binding: %s", asJSON(t, reply.Routing.Bind))
		}
	}
	// Among what find lists it is of its kind, with its binding.
	found := newDesk(t).do(runtime.Find, "use the kg-shelving skill", "").Result.([]Found)
	if len(found) == 0 || found[0].Kind != "skill" || found[0].Bind == nil || found[0].Bind.SkillName != "kg-shelving" {
		t.Errorf("found: %s", asJSON(t, found))
	}
	// A request that does not name the skill goes to the tool.
	if reply := newDesk(t).do(runtime.Ask, "overdue loans of a member", ""); reply.Routing.Kind != "tool" {
		t.Error(asJSON(t, reply))
	}
}

// One capability whose row is broken harms no other.
func TestBrokenCapabilityIsIsolated(t *testing.T) {
	cat, _, err := catalog.Load(catalog.Paths{Descriptors: []string{"testdata/surface.json"}})
	if err != nil {
		t.Fatal(err)
	}
	res, err := index.Build(context.Background(), cat, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tables := *res.Tables
	tables.Capabilities = strings.Replace(tables.Capabilities, "book_search\ttool\task\t{", "book_search\ttool\task\t{{", 1)
	tables.Checksum = tables.Sum()
	r, err := runtime.New(&tables)
	if err != nil {
		t.Fatal(err)
	}
	server := &fakeServer{name: "catalogue"}
	d, err := New(r, Options{Upstreams: NewUpstreams(server)})
	if err != nil {
		t.Fatal(err)
	}
	k := &desk{Dispatcher: d, catalogue: server, workshop: &fakeServer{}}
	if reply := k.do(runtime.Ask, "search the catalogue for volumes", ""); !strings.Contains(reply.Error, `record of "book_search"`) {
		t.Error(asJSON(t, reply))
	}
	if reply := k.do(runtime.Ask, "overdue loans of a member", ""); !reply.Executed {
		t.Error(asJSON(t, reply))
	}
	if reply := k.do(runtime.Find, "search the catalogue, loans of a member", ""); len(reply.Result.([]Found)) == 0 {
		t.Error(asJSON(t, reply))
	}
}

// Many callers at once: every call arrives, and nobody sees another's history.
func TestConcurrentCallers(t *testing.T) {
	k := newDesk(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			caller := string(rune('a' + i))
			for range 20 {
				req := request(runtime.Write, "x", `{"tool":"book_delete","id":7}`)
				req.Caller = caller
				reply := k.Do(t.Context(), req)
				again := follow(t, reply.Routing.Options[0])
				again.Caller = caller
				if done := k.Do(t.Context(), again); !done.Executed {
					t.Errorf("%s: %s", caller, done.Error)
				}
			}
		})
	}
	wg.Wait()
	if n := len(k.made()); n != 160 {
		t.Errorf("%d calls arrived, want 160", n)
	}
}
