package index

import (
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime"
)

// After any training the dual variables of a row add up to nothing, so that the
// weights of a feature add up to nothing over the classes.
func TestJointWeightsBalance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		classes := rapid.IntRange(1, 5).Draw(t, "classes")
		points, set := drawJoint(t, classes)
		j := newJoint(points, 8, classes)
		j.train(set)
		for f := range int32(8) {
			sum := 0.0
			for _, w := range j.of(f) {
				sum += w
			}
			if math.Abs(sum) > 1e-9 {
				t.Fatalf("the weights of feature %d add up to %g", f, sum)
			}
		}
	})
}

func drawJoint(t *rapid.T, classes int) (points [][]entry, set []jointRow) {
	for i := range rapid.IntRange(1, 12).Draw(t, "rows") {
		sum := make([]float64, 8)
		var out []entry
		for f := range int32(8) {
			if v := rapid.IntRange(0, 3).Draw(t, "value"); v > 0 {
				sum[f] = float64(v)
				out = append(out, entry{feature: f})
			}
		}
		points = append(points, unit(out, sum))
		r := jointRow{row: int32(i), class: rapid.IntRange(0, classes-1).Draw(t, "class"), cost: 3}
		if other := rapid.IntRange(0, classes-1).Draw(t, "other"); other != r.class {
			r.also = []int{other}
		}
		set = append(set, r)
	}
	return points, set
}

// Rows that can be told apart are told apart, by a word that stands for its
// class and by one that tells two rivals apart.
func TestJointSeparates(t *testing.T) {
	points := [][]entry{
		{{0, math.Sqrt(.5)}, {1, math.Sqrt(.5)}}, {{0, math.Sqrt(.5)}, {2, math.Sqrt(.5)}}, {{3, 1}}, nil,
	}
	j := newJoint(points, 4, 3)
	j.train([]jointRow{{row: 0, class: 0, cost: 3}, {row: 1, class: 1, cost: 3}, {row: 2, class: 2, cost: 3}, {row: 3, class: 0, cost: 3}})
	for row, class := range []int{0, 1, 2} {
		scores := make([]float64, 3)
		for _, x := range points[row] {
			for m, w := range j.of(x.feature) {
				scores[m] += x.value * w
			}
		}
		for m, s := range scores {
			if m != class && s > scores[class]-0.5 {
				t.Errorf("row %d: class %d has %.2f, its own %d has %.2f", row, m, s, class, scores[class])
			}
		}
	}
}

// A row that two classes could mean says nothing of which it is.
func TestJointLeavesAlikeAlone(t *testing.T) {
	j := newJoint([][]entry{{{0, 1}}}, 1, 2)
	j.train([]jointRow{{row: 0, class: 0, cost: 3, also: []int{1}}})
	if w := j.of(0); w[0] != 0 || w[1] != 0 {
		t.Errorf("weights %v, want none", w)
	}
}

// What is trained together refuses less, so it is not tried where there are near
// misses to refuse, nor where most capabilities have no requests.
func TestWhereTrainingTogetherIsTried(t *testing.T) {
	films, doctors := Row{Intent: "play a film", Gold: []string{"films"}}, Row{Intent: "see a doctor", Gold: []string{"doctors"}}
	for _, c := range []struct {
		name         string
		rows         []Row
		capabilities int
		want         bool
	}{
		{"each has requests", []Row{films, doctors}, 2, true},
		{"half have", []Row{films, films}, 2, true},
		{"most have none", []Row{films, doctors}, 5, false},
		{"a near miss", []Row{films, doctors, {Intent: "film the doctor"}}, 2, false},
	} {
		m := mixer{requests: c.rows, cat: &catalog.Catalog{Capabilities: make([]*catalog.Capability, c.capabilities)}}
		if got := slices.ContainsFunc(m.plans(), func(p plan) bool { return p.joint }); got != c.want {
			t.Errorf("%s: tried is %t, want %t", c.name, got, c.want)
		}
	}
}

func TestSumOfWeights(t *testing.T) {
	const zero = runtime.SignedWeightBias
	got := sumOf(map[string]int{"a": zero + 6, "b": zero - 4}, 0.5, map[string]int{"b": zero + 5, "c": zero + 1})
	if want := map[string]int{"a": zero + 3, "b": zero + 3, "c": zero + 1}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A word that no row holds is known by words like it: by its vector, and one
// that has none by its letters.
func TestTraitsReachWordsWithoutRows(t *testing.T) {
	tr := smallJoint(t)
	j := newJoint(tr.set.deep, tr.traits.end(), 2)
	j.train(tr.jointRows(map[int]int{0: 0, 1: 1}))
	for name, class := range map[string]int{stem(t, "film"): 0, stem(t, "physician"): 1, "laminar": 0} {
		if _, known := tr.vocab.number[name]; known {
			t.Fatalf("a row holds %s", name)
		}
		var worth [2]float64
		for _, e := range tr.traits.of(name) {
			for m, w := range j.of(e.feature) {
				worth[m] += e.value * w
			}
		}
		if worth[class] < 0.05 || worth[1-class] > -0.05 {
			t.Errorf("%s is worth %.2f, want it to speak for class %d and against the other", name, worth, class)
		}
	}
}

// Equal rows give equal weights, whoever trained before.
func TestJointIsDeterministic(t *testing.T) {
	a, b := smallJoint(t), smallJoint(t)
	if !reflect.DeepEqual(a.together(), b.together()) {
		t.Error("the weights differ")
	}
}

// smallJoint has a capability about movies and one about doctors.
func smallJoint(t *testing.T) *trainer {
	t.Helper()
	cat := CatalogOf(t, `{"id":"cinema","one_line":"x"}`, `{"id":"clinic","one_line":"y"}`)
	var rows []Row
	for id, intents := range map[int][]string{
		0: {"laminate", "movie", "movies"},
		1: {"nurse", "doctor", "doctors"},
	} {
		for _, intent := range intents {
			rows = append(rows, Row{Intent: intent, Gold: []string{[]string{"cinema", "clinic"}[id]}})
		}
	}
	slices.SortFunc(rows, func(a, b Row) int { return strings.Compare(a.Intent, b.Intent) })
	lock := &Lock{IDs: []string{"cinema", "clinic"}}
	return newTrainer(cat, lock, rows, plan{joint: true}, nil)
}

func TestStridedIsAPermutation(t *testing.T) {
	for n := range 200 {
		seen := make([]bool, n)
		for _, i := range strided(n) {
			if seen[i] {
				t.Fatalf("%d comes twice among %d", i, n)
			}
			seen[i] = true
		}
	}
}
