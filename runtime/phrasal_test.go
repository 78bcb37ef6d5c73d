package runtime_test

import (
	"slices"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

// A name such as writeback is found in a request that parts the verb from its
// particle, and in no other.
func TestParticles(t *testing.T) {
	r := compile(t, platform)
	for _, tt := range []struct {
		intent string
		found  bool
	}{
		{"write back the nodes", true},
		{"write them back", true},
		{"write all the nodes back", true},
		{"write all of the new nodes back", false}, // too far apart
		{"back to write", false},
		{"write the nodes up", false},
		{"back", false},
	} {
		x := r.Explain(runtime.Query{Verb: runtime.Write, Intent: tt.intent, K: 5})
		found := false
		for _, c := range x.Candidates {
			found = found || c.ID == "graph_writeback" && slices.ContainsFunc(c.Evidence, func(e runtime.Evidence) bool { return e.Feature == "writeback" })
		}
		if found != tt.found {
			t.Errorf("%q: writeback is evidence: %v, want %v", tt.intent, found, tt.found)
		}
	}
}
