package baseline_test

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/gen/measure/baseline"
	"github.com/sextant-mcp/sextant/runtime"
)

// ranking is one recorded ranking of the original: every tool behind the verb
// with its score and the words that matched.
type ranking struct {
	Verb    string
	Intent  string
	Ranking []recorded
}

type recorded baseline.SeedHit

// UnmarshalJSON reads ["tool", score, ["word", ...]].
func (r *recorded) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&r.ID, &r.Score, &r.Matched})
}

func TestSeedReproducesTheOriginal(t *testing.T) {
	seed := baseline.NewSeed(load(t, dataFile(t, "graph-os", "capabilities-power.2026-07.json")))
	file, err := os.Open(dataFile(t, "graph-os", "baseline_rankings.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	n := 0
	for ; lines.Scan(); n++ {
		var want ranking
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		verb, err := runtime.ParseVerb(want.Verb)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, want, seed.Hits(measure.Question{Verb: verb, Intent: want.Intent}))
	}
	if err := lines.Err(); err != nil || n != 42 {
		t.Fatalf("%d rankings compared, want 42 (%v)", n, err)
	}
}

func compare(t *testing.T, want ranking, got []baseline.SeedHit) {
	t.Helper()
	if len(got) != len(want.Ranking) {
		t.Errorf("%s %q: %d tools, want %d", want.Verb, want.Intent, len(got), len(want.Ranking))
		return
	}
	for i, w := range want.Ranking {
		g := got[i]
		if g.ID != w.ID || math.Abs(g.Score-w.Score) > 1e-12 || !slices.Equal(g.Matched, w.Matched) {
			t.Errorf("%s %q, place %d: %+v, want %+v", want.Verb, want.Intent, i+1, g, w)
			return
		}
	}
}

func TestSeedReachesTheOriginalsFigures(t *testing.T) {
	cat := load(t, dataFile(t, "graph-os", "capabilities-power.2026-07.json"))
	for _, tt := range []struct {
		corpus     string
		n          float64
		top1, top3 float64
	}{
		{"cases21.jsonl", 21, 16, 18},
		{"phrases195.jsonl", 195, 96, 136},
	} {
		s := summary(t, baseline.SeedName, cat, dataFile(t, "graph-os", tt.corpus))
		if got1, got3 := math.Round(float64(s.Top1)*tt.n), math.Round(float64(s.Top3)*tt.n); got1 != tt.top1 || got3 != tt.top3 || float64(s.N) != tt.n {
			t.Errorf("%s: %v and %v of %d, want %v and %v of %v", tt.corpus, got1, got3, s.N, tt.top1, tt.top3, tt.n)
		}
	}
}

// TestBM25ComesNearRecordedFigures holds BM25 to figures that were measured
// with another implementation on the whole of each set; here it is one half.
func TestBM25ComesNearRecordedFigures(t *testing.T) {
	for _, tt := range []struct {
		set          string
		top1, top5   float64
		top1d, top5d float64 // how far off it may be
	}{
		{"azure-mcp", .775, .971, .04, .02},
		{"mcpproxy-golden", .511, .766, .10, .06}, // 29 rows
		{"livemcpbench", .330, .606, .05, .08},    // 55 rows
		{"bfcl-live", .889, .999, .06, .02},
		{"metatool-single", .416, .610, .04, .04},
		{"metatool-similar", .648, .872, .04, .04},
		{"stabletoolbench", .660, .871, .04, .04},
		{"sealtools-dev", .911, .983, .05, .02},
		{"clinc150-10shot", .747, .918, .03, .02},
		{"banking77-10shot", .728, .922, .03, .02},
		{"hwu64-10shot", .670, .868, .03, .02},
		{"restbench-tmdb", .450, .760, .05, .08}, // 54 rows
	} {
		t.Run(tt.set, func(t *testing.T) {
			cat := load(t, dataFile(t, "public", tt.set, "capabilities.json"))
			s := summary(t, baseline.BM25Name, cat, dataFile(t, "public", tt.set, "dev.jsonl"))
			t.Logf("top-1 %.3f, top-5 %.3f, recall@5 %.3f, AUROC %.3f", s.Top1, s.Top5, s.Recall5, s.NoMatch.AUROC)
			if math.Abs(float64(s.Top1)-tt.top1) > tt.top1d || math.Abs(float64(s.Top5)-tt.top5) > tt.top5d {
				t.Errorf("top-1 %.3f and top-5 %.3f, want about %.3f and %.3f", s.Top1, s.Top5, tt.top1, tt.top5)
			}
		})
	}
}
