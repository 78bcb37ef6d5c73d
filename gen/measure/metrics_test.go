package measure_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/measure"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 || math.IsNaN(a) && math.IsNaN(b) }

func TestBestRankAndReciprocalRank(t *testing.T) {
	for _, tt := range []struct {
		ids, gold  []string
		rank       int
		reciprocal float64
	}{
		{[]string{"a", "b", "c"}, []string{"a"}, 1, 1},
		{[]string{"a", "b", "c"}, []string{"c", "b"}, 2, .5},
		{[]string{"a", "b", "c"}, []string{"c"}, 3, 1. / 3},
		{[]string{"a", "b", "c"}, []string{"d"}, 0, 0},
		{nil, []string{"d"}, 0, 0},
		{[]string{"a"}, nil, 0, 0},
	} {
		rank := measure.BestRank(tt.ids, tt.gold)
		if r := measure.ReciprocalRank(rank); rank != tt.rank || !near(r, tt.reciprocal) {
			t.Errorf("%v in %v: rank %d (%v), want %d (%v)", tt.gold, tt.ids, rank, r, tt.rank, tt.reciprocal)
		}
	}
}

func TestRecallAndNDCG(t *testing.T) {
	const second, third, sixth = 0.6309297535714575, 0.5, 0.35620718710802218 // 1/log2(3), 1/log2(4), 1/log2(7)
	for _, tt := range []struct {
		name         string
		ids          []string
		slots        [][]string
		recall, ndcg float64
	}{
		{"first", []string{"a", "b"}, [][]string{{"a"}}, 1, 1},
		{"second", []string{"b", "a"}, [][]string{{"a"}}, 1, second},
		{"absent", []string{"b"}, [][]string{{"a"}}, 0, 0},
		{"nothing ranked", nil, [][]string{{"a"}}, 0, 0},
		{"either will do", []string{"b", "c"}, [][]string{{"a", "c"}}, 1, second},
		{"a slot counts once", []string{"a", "c", "b"}, [][]string{{"a", "c"}, {"b"}}, 1, (1 + third) / (1 + second)},
		{"both slots first", []string{"b", "c", "x"}, [][]string{{"a", "c"}, {"b"}}, 1, 1},
		{"beyond five", []string{"c", "1", "2", "3", "4", "b"}, [][]string{{"b"}, {"c"}}, .5, (1 + sixth) / (1 + second)},
		{"one id for two slots", []string{"a"}, [][]string{{"a"}, {"a", "b"}}, 1, 1},
		{"no slots", []string{"a"}, nil, math.NaN(), math.NaN()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if r := measure.Recall(tt.ids, tt.slots, 5); !near(r, tt.recall) {
				t.Errorf("recall %v, want %v", r, tt.recall)
			}
			if g := measure.NDCG(tt.ids, tt.slots, 10); !near(g, tt.ndcg) {
				t.Errorf("nDCG %v, want %v", g, tt.ndcg)
			}
		})
	}
}

func TestNDCGStopsAtK(t *testing.T) {
	if g := measure.NDCG([]string{"x", "a"}, [][]string{{"a"}}, 1); g != 0 {
		t.Errorf("a gold in the second place gives %v at 1, want 0", g)
	}
	if g := measure.NDCG([]string{"a"}, [][]string{{"a"}, {"b"}}, 1); g != 1 {
		t.Errorf("the best that one place allows gives %v, want 1", g)
	}
}

func TestAUROC(t *testing.T) {
	for _, tt := range []struct {
		name     string
		pos, neg []float64
		want     float64
	}{
		{"apart", []float64{.9, .8}, []float64{.1, .2}, 1},
		{"the wrong way round", []float64{.1}, []float64{.2, .3}, 0},
		{"all tied", []float64{.5, .5, .5}, []float64{.5, .5}, .5},
		{"one tie", []float64{.9, .5}, []float64{.5, .1}, 3.5 / 4},
		{"interleaved", []float64{1, 3, 5}, []float64{2, 4}, 3. / 6},
		{"ties at zero", []float64{.9, .8, 0, .5, 0}, []float64{.1, .8}, 4.5 / 10},
		{"no positives", nil, []float64{1}, math.NaN()},
		{"no negatives", []float64{1}, nil, math.NaN()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := measure.AUROC(tt.pos, tt.neg); !near(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestQuantile(t *testing.T) {
	values := []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for _, tt := range []struct {
		q    float64
		want int64
	}{{0, 1}, {.1, 1}, {.11, 2}, {.5, 5}, {.9, 9}, {.99, 10}, {1, 10}} {
		if got := measure.Quantile(values, tt.q); got != tt.want {
			t.Errorf("quantile %v is %d, want %d", tt.q, got, tt.want)
		}
	}
	if got := measure.Quantile(nil, .5); got != 0 {
		t.Errorf("quantile of nothing is %d, want 0", got)
	}
}

var letters = []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}

func anySlots(t *rapid.T) [][]string {
	return rapid.SliceOfN(rapid.SliceOfNDistinct(rapid.SampledFrom(letters), 1, 4, rapid.ID), 1, 4).Draw(t, "slots")
}

func TestMetricsStayInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfNDistinct(rapid.SampledFrom(letters), 0, len(letters), rapid.ID).Draw(t, "ids")
		slots := anySlots(t)
		k := rapid.IntRange(1, 12).Draw(t, "k")
		recall, ndcg := measure.Recall(ids, slots, k), measure.NDCG(ids, slots, k)
		if !(recall >= 0 && recall <= 1 && ndcg >= 0 && ndcg <= 1) {
			t.Fatalf("recall %v, nDCG %v", recall, ndcg)
		}
		if (recall == 0) != (ndcg == 0) {
			t.Fatalf("recall %v but nDCG %v", recall, ndcg)
		}
		if more := measure.Recall(ids, slots, k+1); more < recall {
			t.Fatalf("recall falls from %v to %v with one more place", recall, more)
		}
		// The order of slots, and of ids in them, says nothing.
		shuffled := rapid.Permutation(slots).Draw(t, "shuffled")
		if !near(measure.Recall(ids, shuffled, k), recall) || !near(measure.NDCG(ids, shuffled, k), ndcg) {
			t.Fatal("the order of the slots counts")
		}
	})
}

func TestPerfectRankingsAreOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "n")
		var slots [][]string
		for i := range n { // disjoint slots of two
			slots = append(slots, []string{letters[2*i], letters[2*i+1]})
		}
		var ids []string
		for _, s := range rapid.Permutation(slots).Draw(t, "order") {
			ids = append(ids, rapid.SampledFrom(s).Draw(t, "id"))
		}
		ids = append(ids, "x", "y")
		if r, g := measure.Recall(ids, slots, 5), measure.NDCG(ids, slots, 10); !near(r, 1) || !near(g, 1) {
			t.Fatalf("%v for %v: recall %v, nDCG %v", ids, slots, r, g)
		}
	})
}

func TestAUROCProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Map(rapid.IntRange(0, 6), func(i int) float64 { return float64(i) })
		pos := rapid.SliceOfN(value, 1, 12).Draw(t, "pos")
		neg := rapid.SliceOfN(value, 1, 12).Draw(t, "neg")
		got := measure.AUROC(pos, neg)
		// By its definition.
		want := 0.0
		for _, p := range pos {
			for _, n := range neg {
				switch {
				case p > n:
					want++
				case p == n:
					want += .5
				}
			}
		}
		if want /= float64(len(pos) * len(neg)); !near(got, want) {
			t.Fatalf("got %v, by counting pairs %v", got, want)
		}
		if other := measure.AUROC(neg, pos); !near(got+other, 1) {
			t.Fatalf("%v and %v the other way round do not add up to 1", got, other)
		}
		if same := measure.AUROC(rapid.Permutation(pos).Draw(t, "p"), rapid.Permutation(neg).Draw(t, "n")); !near(same, got) {
			t.Fatalf("%v in another order, %v before", same, got)
		}
		lifted := slices.Clone(pos)
		for i := range lifted {
			lifted[i] += 100
		}
		if all := measure.AUROC(lifted, neg); all != 1 {
			t.Fatalf("%v although every positive is above every negative", all)
		}
	})
}
