package runtime_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/runtime"
)

// Judge says what Explain says, but for the evidence, and the words that matched are
// those of the evidence: each once, the strongest first. So it is with a cache that
// other requests have filled.
func TestJudgeAgreesWithExplain(t *testing.T) {
	plain := compile(t, platform)
	cached := plain.WithCache(8)
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom([]*runtime.Router{plain, cached}).Draw(t, "router")
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"mail", "Mail", "mails", "send", "calender", "kv", "cache", "team", "what", "mailsearch", "xyzzy"}), 0, 8)
		q := runtime.Query{
			Verb:   rapid.SampledFrom([]runtime.Verb{runtime.Any, runtime.Ask, runtime.Act}).Draw(t, "verb"),
			Intent: strings.Join(words.Draw(t, "words"), " "), K: rapid.IntRange(0, 9).Draw(t, "k"),
		}
		judged, explained := r.Judge(q), plain.Explain(q)
		for i := range explained.Candidates {
			x := &explained.Candidates[i]
			var matched []string
			for _, ev := range x.Evidence {
				if ev.Words != "" && ev.Impact > 0 && !slices.Contains(matched, ev.Words) {
					matched = append(matched, ev.Words)
				}
			}
			if !slices.Equal(x.Matched, matched) {
				t.Fatalf("%q: %s matches %q, its evidence %q", q.Intent, x.ID, x.Matched, matched)
			}
			x.Evidence, x.Reward = nil, 0
		}
		if !reflect.DeepEqual(judged, explained) {
			t.Fatalf("%q: judged %+v, explained %+v", q.Intent, judged, explained)
		}
	})
}

// What a routed request allocates: the trace, the explanation, its candidates, the
// parts of its sentence and the sentence, and the words of each candidate. Nothing is
// allocated for each part of a score.
func TestJudgeAllocatesLittle(t *testing.T) {
	r := compile(t, platform)
	q := runtime.Query{Verb: runtime.Act, Intent: "send ann a mail about the slides"}
	e := r.Judge(q)
	if e.Decision.Outcome != runtime.Route || len(e.Candidates[0].Matched) < 2 {
		t.Fatalf("%q is not routed by several words: %s", q.Intent, e.Why)
	}
	most := float64(8 + len(e.Candidates) + len(e.Unknown))
	if a := testing.AllocsPerRun(100, func() { r.Judge(q) }); a > most {
		t.Errorf("%v allocations for %d candidates, want %v at most", a, len(e.Candidates), most)
	}
}
