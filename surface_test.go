package sextant_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/generated"
	"github.com/sextant-mcp/sextant/runtime"
)

// The shipped surface answers a handful of requests that must never go wrong:
// each stands for a way in which routing on word overlap alone fails.
func TestShippedSurface(t *testing.T) {
	for _, tt := range []struct {
		verb   runtime.Verb
		intent string
		want   string // "" for no match
	}{
		{runtime.Act, "schedule a recurring goal", "graph_goals"},   // inflections: goal, goals
		{runtime.Write, "do the write back now", "graph_writeback"}, // one word for two
		{runtime.Manage, "kv cache statistics", "graph_kvcache"},    // two words for one
		{runtime.Manage, "kvcache statistics", "graph_kvcache"},
		{runtime.Any, "graph_ops_causal", "graph_ops_causal"}, // a name
		{runtime.Any, "book me a table for two", ""},          // table is a word of the surface
		{runtime.Act, "zzz", ""},                              // nothing known at all
		{runtime.Ask, "", ""},
	} {
		d, candidates := generated.Resolve(nil, runtime.Query{Verb: tt.verb, Intent: tt.intent})
		switch {
		case tt.want == "" && d.Outcome != runtime.NoMatch:
			t.Errorf("%s %q: %s %v, want no_match", tt.verb, tt.intent, d.Outcome, candidates)
		case tt.want != "" && (len(candidates) == 0 || candidates[0].ID != tt.want || d.Outcome != runtime.Route):
			t.Errorf("%s %q: %s %v, want route to %s", tt.verb, tt.intent, d.Outcome, candidates, tt.want)
		}
	}
}

// Every capability is found by its own name.
func TestEveryNameIsFound(t *testing.T) {
	r := generated.Router()
	for _, id := range r.Behind(runtime.Any) {
		if _, candidates := r.Resolve(nil, runtime.Query{Intent: id}); len(candidates) == 0 || candidates[0].ID != id {
			t.Errorf("%q: %v", id, candidates)
		}
	}
}

// An action that one tool keeps for old callers of its sibling does the same in both:
// where the two descriptors disagreed on what it changes, a question could run it in
// one and not in the other.
func TestSharedActionsAgree(t *testing.T) {
	// By their texts these two are jobs that are queued in graph_analyze, and answers
	// that are read off at once in graph_research.
	apart := map[string]bool{"synthesize": true, "relevance_sweep": true}
	cat, diags, err := catalog.Load(catalog.Paths{Descriptors: []string{"capabilities-power.json"}})
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags)
	}
	kept := map[string]catalog.Action{}
	for _, a := range cat.Lookup("graph_analyze").Actions {
		kept[a.Name] = a
	}
	shared := 0
	for _, sibling := range []string{"graph_code", "graph_evaluate", "graph_explain", "graph_research"} {
		for _, a := range cat.Lookup(sibling).Actions {
			other, ok := kept[a.Name]
			if !ok || apart[a.Name] {
				continue
			}
			shared++
			if !sameTruth(a.Mutates, other.Mutates) || !sameTruth(a.Idempotent, other.Idempotent) {
				t.Errorf("%s %s and graph_analyze %s: what they say of changes differs", sibling, a.Name, a.Name)
			}
		}
	}
	if shared < 20 {
		t.Errorf("only %d actions are shared; these are not the tools that this test is about", shared)
	}
}

func sameTruth(a, b *bool) bool { return a == b || a != nil && b != nil && *a == *b }

// What is compiled in is what the sources compile to, with the numbers that are
// checked in; sextant generate -check shows the difference.
func TestShippedSurfaceIsCurrent(t *testing.T) {
	if testing.Short() {
		t.Skip("trains a whole surface, which takes minutes under the race detector")
	}
	res := shipped(t)
	if got := res.Tables.Digest; got != generated.Tables.Digest {
		t.Fatalf("generated is made from %s, the sources are %s: run go generate ./...", generated.Tables.Digest, got)
	}
	if got := res.Tables.Checksum; got != generated.Tables.Checksum {
		t.Errorf("generated has the checksum %s, the same sources compile to %s: run go generate ./...", generated.Tables.Checksum, got)
	}
}

// shipped is what the sources of the shipped surface compile to. It takes seconds, so
// it is done once.
func shipped(t *testing.T) *index.Result {
	t.Helper()
	res, err := compileShipped()
	if err != nil {
		t.Fatal(err)
	}
	return res
}

var compileShipped = sync.OnceValues(func() (*index.Result, error) {
	cat, diags, err := catalog.Load(catalog.Paths{Descriptors: []string{"capabilities-power.json"}, Skills: "skills", Templates: "templates"})
	if err != nil {
		return nil, err
	}
	if diags.HasErrors() {
		return nil, fmt.Errorf("the sources of the shipped surface: %v", diags)
	}
	data, err := os.ReadFile(filepath.Join("generated", "ids.lock"))
	if err != nil {
		return nil, err
	}
	lock, err := index.ParseLock(data)
	if err != nil {
		return nil, err
	}
	return index.Build(context.Background(), cat, index.Options{Lock: lock})
})

func TestResolveOnTheShippedSurfaceAllocs(t *testing.T) {
	dst := make([]runtime.Candidate, 0, runtime.DefaultK)
	for _, intent := range []string{"which services depend on the billing database", "gaol g-64 needs to go", "what is the weather"} {
		if n := testing.AllocsPerRun(200, func() { generated.Resolve(dst[:0], runtime.Query{Verb: runtime.Ask, Intent: intent}) }); n != 0 {
			t.Errorf("%q: %v allocations, want 0", intent, n)
		}
	}
}
