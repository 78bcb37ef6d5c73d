package dispatch

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/naming"
)

// In doubt a word of a name is one of change, unless what is stated says more.
func TestWordEffect(t *testing.T) {
	for _, tc := range []struct {
		name   string
		effect Effect
		firm   bool
	}{
		{"compute_disk_update", Mutate, false},
		{"get_or_update", Mutate, true},
		{"verify-login", Mutate, false},
		{"resolve_thread", Mutate, false},
		{"getPipelineTrigger", Mutate, true},
		{"disable_schedule", Destroy, true},
		{"listDBDrop", Destroy, true},
		{"shut_down_host", Destroy, true},
		{"fetchThenStore", Mutate, true},
		{"HTTPFetch", Read, true},
		{"peek", Read, true},
		// A topic is no proof of reading, and neither is a verb that tools use for
		// more than that.
		{"pod_logs", unknownEffect, false},
		{"audit", unknownEffect, false},
		{"aggregate", unknownEffect, false},
	} {
		if effect, word, firm := wordEffect(tc.name); effect != tc.effect || firm != tc.firm {
			t.Errorf("%s: %s, firm %v (%q); want %s, firm %v", tc.name, effect, firm, word, tc.effect, tc.firm)
		}
	}
}

// Whatever the compiler takes for a change by its name alone counts as one here:
// the two read the same words.
func TestNoNameThatCompilesToAChangeReads(t *testing.T) {
	words := []string{"disk", "and", "or", "then"}
	for word := range naming.All() {
		words = append(words, strings.Fields(word)...)
	}
	slices.Sort(words)
	rapid.Check(t, func(t *rapid.T) {
		name := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 5).Draw(t, "words"), "_")
		if slices.Contains(catalog.GuessVerbs(&catalog.Capability{ID: name}), "ask") {
			return
		}
		if got := Assess(&runtime.Record{ID: name}, ""); got.Effect == Read {
			t.Fatalf("%s reads because %s", name, got.Why)
		}
	})
}

// Some loose words are operations all the same, of the same meaning as others.
func TestAggregatingReads(t *testing.T) {
	if got := listen("aggregate the release", nil); got.first != 0 || !got.reads || got.changes {
		t.Errorf("the word at %d, reads %v, changes %v", got.first, got.reads, got.changes)
	}
}

// By a loose word a request names a thing: it is not what the request wants done.
func TestRequestsNameThingsByLooseWords(t *testing.T) {
	for intent, want := range map[string]int{
		"the login is too old, update it":     5,
		"outliers in the login events":        -1,
		"every trade that was known before":   -1,
		"open the logs and delete what is in": 0,
		"merge the branches":                  0,
		"close the list":                      0,
	} {
		if got := listen(intent, nil); got.first != want || got.changes != (want >= 0) {
			t.Errorf("%s: the word at %d, changes %v; want %d", intent, got.first, got.changes, want)
		}
	}
}
