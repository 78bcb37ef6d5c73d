package surface

import (
	"encoding/json"
	"log/slog"
	"sync"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// What is learned is learned for the authenticated principal, whose name goes with
// every request to the dispatcher.
func TestPrincipalsGoWithRequests(t *testing.T) {
	r, err := library()
	if err != nil {
		t.Fatal(err)
	}
	rewards, err := runtime.NewRewards(runtime.RewardOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var seen []string
	d, err := dispatch.New(r, dispatch.Options{
		Upstreams: dispatch.NewUpstreams(&catalogue{}), Rewards: rewards,
		Log: func(req dispatch.Request, _ dispatch.Reply) {
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, req.Principal)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(d, Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	call := mcp.CallToolRequest{}
	call.Params.Name = "ask"
	call.Params.RawArguments = json.RawMessage(`{"intent":"overdue loans of a member"}`)
	for _, name := range []string{"", "ann"} {
		if _, err := s.handler(runtime.Ask)(WithPrincipal(t.Context(), name), call); err != nil {
			t.Fatal(err)
		}
		k := runtime.RewardKey{Scope: runtime.ScopeOf(name), Verb: runtime.Ask, Capability: "book_loans"}
		if v, ok := rewards.Value(k); !ok || v.Count != 1 {
			t.Errorf("%q: %+v", name, v)
		}
	}
	if len(seen) != 2 || seen[0] != "" || seen[1] != "ann" {
		t.Errorf("principals were %q", seen)
	}
}
