package runtime_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/runtime"
)

func TestCacheHits(t *testing.T) {
	r := compile(t, platform).WithCache(runtime.DefaultCache)
	ask := func(v runtime.Verb, intent string, k int) {
		r.Resolve(nil, runtime.Query{Verb: v, Intent: intent, K: k})
	}
	for _, tt := range []struct {
		name, intent string
		verb         runtime.Verb
		k            int
		hit          bool
	}{
		{"the first", "send the slides to the team", runtime.Act, 5, false},
		{"the same", "send the slides to the team", runtime.Act, 5, true},
		{"case, accents, punctuation", "Sénd the slides -- to the TEAM!", runtime.Act, 5, true},
		{"more candidates", "send the slides to the team", runtime.Act, 9, true},
		{"another verb", "send the slides to the team", runtime.Ask, 5, false},
		{"another word", "send the slide to the team", runtime.Act, 5, false},
		{"another order", "to the team send the slides", runtime.Act, 5, false},
		{"a name", "mail_send", runtime.Act, 5, false},
		{"the name again", "mail_send", runtime.Act, 5, false},
	} {
		before := r.CacheStats()
		ask(tt.verb, tt.intent, tt.k)
		after := r.CacheStats()
		if hit := after.Hits == before.Hits+1; hit != tt.hit || after.Hits+after.Misses != before.Hits+before.Misses+1 {
			t.Errorf("%s: %+v, then %+v; want a hit: %v", tt.name, before, after, tt.hit)
		}
	}
	if s := r.CacheStats(); s.Size != runtime.DefaultCache || s.Entries != 4 {
		t.Errorf("%+v", s)
	}
}

// A router of few capabilities has no cache unless it is given one, and other
// tables have another.
func TestWhoHasACache(t *testing.T) {
	if s := crowd(t, runtime.CacheFrom-1).CacheStats(); s.Size != 0 {
		t.Errorf("a small surface: %+v", s)
	}
	big := crowd(t, runtime.CacheFrom)
	if s := big.CacheStats(); s.Size != runtime.DefaultCache {
		t.Errorf("a large surface: %+v", s)
	}
	big.Resolve(nil, runtime.Query{Intent: "create invoice please"})
	if s := big.WithCache(8).CacheStats(); s != (runtime.CacheStats{Size: 8}) {
		t.Errorf("another cache of it: %+v", s)
	}
	if s := big.WithCache(0).CacheStats(); s.Size != 0 {
		t.Errorf("without one: %+v", s)
	}
	copied := *big
	if s := copied.CacheStats(); s.Size != 0 {
		t.Errorf("a copy shares the cache: %+v", s)
	}
}

// The cache is bounded, and what was asked for last stays.
func TestCacheIsBounded(t *testing.T) {
	r := compile(t, platform).WithCache(3)
	ask := func(n int) uint64 {
		before := r.CacheStats().Hits
		r.Resolve(nil, runtime.Query{Intent: fmt.Sprint("mail number ", n)})
		return r.CacheStats().Hits - before
	}
	for _, n := range []int{1, 2, 3, 1, 4} { // 2 is the oldest when 4 comes
		ask(n)
	}
	if s := r.CacheStats(); s.Entries != 3 {
		t.Errorf("%+v", s)
	}
	for _, n := range []int{1, 3, 4} {
		if ask(n) != 1 {
			t.Errorf("%d was dropped", n)
		}
	}
	if ask(2) != 0 {
		t.Error("2 was kept")
	}
}

// Whatever comes in whatever order, requests, outcomes and other tables, a router
// with a cache answers as one without.
func TestCacheChangesNoAnswer(t *testing.T) {
	all := surfaces(t)
	rapid.Check(t, func(t *rapid.T) {
		w, err := runtime.NewRewards(runtime.RewardOptions{})
		if err != nil {
			t.Fatal(err)
		}
		s := all[0]
		plain, cached := s.r.WithCache(0), s.r.WithCache(rapid.IntRange(1, 6).Draw(t, "size"))
		var asked []runtime.Query
		for range rapid.IntRange(1, 50).Draw(t, "steps") {
			switch rapid.SampledFrom([]string{"new", "again", "again", "again", "outcome", "swap"}).Draw(t, "step") {
			case "swap":
				s = rapid.SampledFrom(all).Draw(t, "surface")
				plain, cached = s.r.WithCache(0), s.r.WithCache(4)
				continue
			case "outcome":
				w.Record(runtime.RewardKey{
					Verb:       rapid.SampledFrom(runtime.Verbs[:]).Draw(t, "verb"),
					Capability: rapid.SampledFrom(s.r.Behind(runtime.Any)).Draw(t, "capability"),
				}, rapid.SampledFrom([]float64{0, 1}).Draw(t, "x"), noon)
				continue
			case "new":
				asked = append(asked, s.query(t))
			}
			if len(asked) == 0 {
				continue
			}
			q := rapid.SampledFrom(asked).Draw(t, "query")
			if rapid.Bool().Draw(t, "learned") {
				q.Rewards = w
			}
			if rapid.Bool().Draw(t, "loud") {
				q.Intent = strings.ToUpper(q.Intent)
			}
			if rapid.Bool().Draw(t, "dressed") {
				q.Intent = dressed(t, q.Intent)
			}
			if rapid.Bool().Draw(t, "lettered") { // the same words, one of them with a letter cut off it or beside it
				q.Intent = strings.Replace(q.Intent, " ", rapid.SampledFrom([]string{"M ", " M "}).Draw(t, "letter"), 1)
			}
			d, want := plain.Resolve(nil, q)
			e, got := cached.Resolve(nil, q)
			if d != e || !slices.Equal(want, got) {
				t.Fatalf("%+v\nwithout: %+v %v\nwith:    %+v %v", q, d, want, e, got)
			}
			if !reflect.DeepEqual(plain.Explain(q), cached.Explain(q)) {
				t.Fatalf("%+v is explained in two ways", q)
			}
		}
	})
}

// dressed is a request with other signs between and around its words.
func dressed(t *rapid.T, intent string) string {
	signs := rapid.SampledFrom([]string{" ", "_", "-", ", ", ". ", "? ", "/", "'s ", "\n- ", "\n1. ", "\" \"", " = "})
	var b strings.Builder
	b.WriteString(rapid.SampledFrom([]string{"", "1. ", "\"", "#", "don't "}).Draw(t, "before"))
	for i, word := range strings.Fields(intent) {
		if i > 0 {
			b.WriteString(signs.Draw(t, "sign"))
		}
		b.WriteString(word)
	}
	b.WriteString(rapid.SampledFrom([]string{"", "?", "!", "\"", "."}).Draw(t, "after"))
	return b.String()
}

// A long request, and one that begins like another, have keys of their own.
func TestLongRequestsHaveTheirOwnKeys(t *testing.T) {
	r := compile(t, platform).WithCache(64)
	long := strings.Repeat("appointment ", 60)
	for _, intent := range []string{"mail", "mail mail", long, long + "mail", long + "mail team week cache", long + "mail team week cache stats"} {
		before := r.CacheStats()
		r.Resolve(nil, runtime.Query{Intent: intent})
		r.Resolve(nil, runtime.Query{Intent: intent})
		if after := r.CacheStats(); after.Hits != before.Hits+1 || after.Misses != before.Misses+1 {
			t.Errorf("%.20q of %d bytes: %+v, then %+v", intent, len(intent), before, after)
		}
	}
}

func TestResolveWithEverythingAllocatesNothing(t *testing.T) {
	for _, n := range []int{95, 3000} {
		r := crowd(t, n).WithCache(4)
		w := newRewards(t, runtime.RewardOptions{})
		for i, id := range r.Behind(runtime.Any)[:80] {
			w.Record(key(id), float64(i%2), noon)
		}
		dst := make([]runtime.Candidate, 0, runtime.MaxK)
		intents := make([]string, 12) // more than fit, so that entries are dropped as well
		for i := range intents {
			intents[i] = fmt.Sprint("create an invoice for region ", i)
		}
		for name, some := range map[string][]string{"found": intents[:1], "not found": intents} {
			i := 0
			a := testing.AllocsPerRun(100, func() {
				r.Resolve(dst[:0], runtime.Query{Verb: runtime.Act, Intent: some[i%len(some)], Rewards: w})
				i++
			})
			if a != 0 {
				t.Errorf("%d capabilities, %s: %v allocations", n, name, a)
			}
		}
	}
}

func TestCacheUnderContention(t *testing.T) {
	plain := crowd(t, 300)
	r := plain.WithCache(8)
	w := newRewards(t, runtime.RewardOptions{})
	intents := make([]string, 20)
	want := make([][]runtime.Candidate, len(intents))
	for i := range intents {
		intents[i] = fmt.Sprint("delete the ticket of region ", i)
		_, want[i] = plain.Resolve(nil, runtime.Query{Verb: runtime.Act, Intent: intents[i]})
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for n := range 200 {
				i := (n + g) % len(intents)
				if _, got := r.Resolve(nil, runtime.Query{Verb: runtime.Act, Intent: intents[i]}); !slices.Equal(got, want[i]) {
					t.Errorf("%s: %v, want %v", intents[i], got, want[i])
					return
				}
				w.Record(key(want[i][0].ID), float64(n%2), noon)
				r.Resolve(nil, runtime.Query{Verb: runtime.Act, Intent: intents[i], Rewards: w})
			}
		})
	}
	wg.Wait()
	if s := r.CacheStats(); s.Hits+s.Misses != 2*8*200 || s.Entries != 8 {
		t.Errorf("%+v", s)
	}
}
