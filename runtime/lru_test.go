package runtime

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The list and its index against a slice, with keys that share a home.
func TestLRUAgreesWithAModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 9).Draw(t, "size")
		l := newLRU(size)
		var model []cacheKey // newest first
		for step := range rapid.IntRange(0, 80).Draw(t, "steps") {
			k := cacheKey{rapid.Uint64Range(0, 15).Draw(t, "home"), rapid.Uint64Range(1, 2).Draw(t, "rest")}
			at := slices.Index(model, k)
			if at >= 0 {
				model = slices.Delete(model, at, at+1)
			}
			if rapid.Bool().Draw(t, "add") {
				l.add(k).tokens = step
				model = slices.Insert(model, 0, k)
				model = model[:min(len(model), size)]
				continue
			}
			found := l.get(k)
			if (found != nil) != (at >= 0) {
				t.Fatalf("%v is found: %v, want %v of %v", k, found != nil, at >= 0, model)
			}
			if at >= 0 {
				model = slices.Insert(model, 0, k)
			}
		}
		at := l.newest
		for _, k := range model {
			if l.items[at].key != k || l.index[l.place(k)] != at {
				t.Fatalf("the list differs from %v", model)
			}
			at = l.items[at].older
		}
		if at != -1 || l.used != len(model) {
			t.Fatalf("%d entries, want %v", l.used, model)
		}
	})
}
