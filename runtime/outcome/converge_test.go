package outcome

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

// twins is a router of two tools that words can't tell apart: one success decides
// which comes first.
func twins(t *testing.T) *runtime.Router {
	t.Helper()
	const descriptors = `{"capabilities":[
		{"id":"twin_a","one_line":"Polish the brass.","intent_verbs":["act"]},
		{"id":"twin_b","one_line":"Polish the brass.","intent_verbs":["act"]}]}`
	file, diags := source.ParseCapabilities("twins.json", []byte(descriptors))
	cat, more := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	if diags.HasErrors() || more.HasErrors() {
		t.Fatal(diags, more)
	}
	r, err := index.Router(t.Context(), cat, index.Options{})
	check(t, err)
	return r
}

// What one replica learns the others answer by. How soon that is, with the times
// that servers have by default on a cluster of three, is printed; .ci/replicas holds
// it against what is promised.
func TestConvergence(t *testing.T) {
	samples := 6
	if os.Getenv(fullVariable) != "" {
		samples = 300
	} else if testing.Short() {
		t.Skip("a cluster takes a while to start")
	}
	router := twins(t)
	c := startCluster(t)
	var stores [3]*bucketStore
	var rewards [3]*runtime.Rewards
	for i := range stores {
		spec := c.servers[i].ClientURL() + "/rewards?replicas=3"
		stores[i], rewards[i] = share(t, spec, Options{Wait: time.Minute, FlushEvery: DefaultFlushEvery})
	}
	first := func(i int, scope runtime.Scope) string {
		_, found := router.Resolve(nil, runtime.Query{Verb: runtime.Act, Intent: "polish the brass", Rewards: rewards[i], Scope: scope})
		return found[0].ID
	}
	var took []time.Duration
	for n := range samples {
		scope, from := runtime.ScopeOf(fmt.Sprint(n)), n%3
		others := []int{(from + 1) % 3, (from + 2) % 3}
		if first(others[0], scope) != "twin_a" || first(others[1], scope) != "twin_a" {
			t.Fatal("it is known before it happens")
		}
		began := time.Now()
		rewards[from].Record(runtime.RewardKey{Scope: scope, Verb: runtime.Act, Capability: "twin_b"}, 1, began)
		until(t, "both others", 30*time.Second, func() bool { return first(others[0], scope) == "twin_b" && first(others[1], scope) == "twin_b" })
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	at := func(share float64) int64 { return took[int(share*float64(len(took)-1))].Milliseconds() }
	t.Logf("converged: %d outcomes, known to both others after %d ms (median), %d ms (p90), %d ms (p99), %d ms (the last)",
		len(took), at(.5), at(.9), at(.99), at(1))
}
