package runtime_test

import (
	"fmt"
	"testing"

	"github.com/sextant-mcp/sextant/generated"
	"github.com/sextant-mcp/sextant/runtime"
)

// BenchmarkCache compares, in one run, a ranking that is found in the cache with
// one that is made anew. "distinct" is a stream in which no request comes twice:
// what the cache costs.
func BenchmarkCache(b *testing.B) {
	shipped, err := generated.NewRouter()
	if err != nil {
		b.Fatal(err)
	}
	surfaces := []struct {
		name string
		r    *runtime.Router
	}{{"95", crowd(b, 95)}, {"3000", crowd(b, 3000)}, {"10000", crowd(b, 10000)}, {"shipped", shipped}}
	distinct := make([]string, 4*runtime.DefaultCache)
	for i := range distinct {
		distinct[i] = fmt.Sprintf("%s and %d", typical, i)
	}
	for _, s := range surfaces {
		plain, cached := s.r.WithCache(0), s.r.WithCache(runtime.DefaultCache)
		for _, run := range []struct {
			name    string
			r       *runtime.Router
			intents []string
		}{{"same/plain", plain, distinct[:1]}, {"same/cached", cached, distinct[:1]}, {"distinct/plain", plain, distinct}, {"distinct/cached", cached, distinct}} {
			b.Run(s.name+"/"+run.name, func(b *testing.B) {
				dst := make([]runtime.Candidate, 0, runtime.DefaultK)
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					run.r.Resolve(dst[:0], runtime.Query{Verb: runtime.Act, Intent: run.intents[i%len(run.intents)]})
				}
			})
		}
	}
}

// BenchmarkResolveRewards compares, in one run, ranking by words alone with ranking
// that what was learned has a say in.
func BenchmarkResolveRewards(b *testing.B) {
	r := crowd(b, 95)
	empty, full := newRewards(b, runtime.RewardOptions{}), newRewards(b, runtime.RewardOptions{})
	for i, id := range r.Behind(runtime.Any) {
		full.Record(key(id), float64(i%2), noon)
	}
	for _, run := range []struct {
		name string
		w    *runtime.Rewards
		r    *runtime.Router
	}{{"words", nil, r}, {"nothing learned", empty, r}, {"all learned", full, r}, {"all learned, cached", full, r.WithCache(runtime.DefaultCache)}} {
		b.Run(run.name, func(b *testing.B) {
			dst := make([]runtime.Candidate, 0, runtime.DefaultK)
			b.ReportAllocs()
			for b.Loop() {
				run.r.Resolve(dst[:0], runtime.Query{Verb: runtime.Act, Intent: typical, Rewards: run.w})
			}
		})
	}
}
