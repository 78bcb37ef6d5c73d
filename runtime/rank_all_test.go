package runtime_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/runtime"
)

// wordsOf is what the surface of many talks about, and words that it lacks.
var wordsOf = []string{"create", "list", "delete", "update", "invoice", "customer", "order", "ticket", "region", "17", "zebra", "skill"}

func anyQuery(t *rapid.T) runtime.Query {
	words := rapid.SliceOfN(rapid.SampledFrom(wordsOf), 0, 6).Draw(t, "words")
	intent := ""
	for _, w := range words {
		intent += w + " "
	}
	return runtime.Query{
		Verb:   rapid.SampledFrom([]runtime.Verb{runtime.Any, runtime.Find, runtime.Act, runtime.Ask}).Draw(t, "verb"),
		Intent: intent,
		K:      rapid.IntRange(0, runtime.MaxK).Draw(t, "k"),
	}
}

func TestRankAllBeginsLikeResolve(t *testing.T) {
	for name, r := range map[string]*runtime.Router{"small": compile(t, platform), "many": crowd(t, 300)} {
		rapid.Check(t, func(t *rapid.T) {
			q := anyQuery(t)
			want, first := r.Resolve(nil, q)
			got, all := r.RankAmong(q, nil)
			if got != want {
				t.Fatalf("%s: RankAmong decides %+v, Resolve %+v", name, got, want)
			}
			if len(all) < len(first) || !slices.Equal(all[:len(first)], first) {
				t.Fatalf("%s: RankAll begins %v, Resolve returns %v", name, all[:min(len(all), len(first))], first)
			}
			for i := 1; i < len(all); i++ {
				if all[i-1].Score < all[i].Score {
					t.Fatalf("%s: scores rise at %d: %v", name, i, all)
				}
			}
		})
	}
}

func TestRankAllGoesBeyondMaxK(t *testing.T) {
	r := crowd(t, 300)
	if n := len(r.RankAll(runtime.Query{Verb: runtime.Act, Intent: "create", K: 3})); n != 50 {
		t.Fatalf("%d of the 50 capabilities that hold the word are ranked", n)
	}
}

func TestRankAmongKeepsToThePool(t *testing.T) {
	r := crowd(t, 300)
	rapid.Check(t, func(t *rapid.T) {
		q := anyQuery(t)
		n := rapid.IntRange(1, 7).Draw(t, "n")
		allow := func(number int) bool { return number%n == 0 }
		d, got := r.RankAmong(q, allow)
		var want []runtime.Candidate
		for _, c := range r.RankAll(q) {
			if allow(c.Number) {
				want = append(want, c)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("ranked %v among the pool, %v when filtered afterwards", got, want)
		}
		if len(got) > 0 && (d.Confidence <= 0 || d.Confidence > 1) {
			t.Fatalf("confidence %v, the pool's first accounts for %v", d.Confidence, got[0].Confidence)
		}
		if len(got) == 1 && d.Margin != 1 {
			t.Fatalf("an only candidate leads by %v, want 1", d.Margin)
		}
	})
}
