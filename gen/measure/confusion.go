package measure

import (
	"cmp"
	"slices"
)

// Confused is one cell of the confusion table off its diagonal: how many
// requests meant for Gold got Got.
type Confused struct {
	// Gold is the id meant; of several golds the best ranked one, else the
	// first. It is "" for requests that nothing serves.
	Gold string `json:"gold"`
	// Got is the first candidate, "" when there was none.
	Got string `json:"got"`
	N   int    `json:"n"`
}

// Confusion is the confusion table of the clear rows whose first candidate is
// no gold, and of the unserved rows that were offered something: the largest
// cells first, then by name.
func Confusion(results []Result) []Confused {
	counts := map[[2]string]int{}
	for i := range results {
		r := &results[i]
		if r.misplaced() || r.offered() {
			counts[[2]string{r.meant(), r.first()}]++
		}
	}
	out := make([]Confused, 0, len(counts))
	for pair, n := range counts {
		out = append(out, Confused{pair[0], pair[1], n})
	}
	slices.SortFunc(out, func(a, b Confused) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Gold, b.Gold), cmp.Compare(a.Got, b.Got))
	})
	return out
}

// meant is the one gold that stands for the row.
func (r *Result) meant() string {
	switch {
	case r.Class == Unserved:
		return ""
	case r.BestGold != "":
		return r.BestGold
	}
	return r.Row.Gold[0]
}

// misplaced: a clear row whose first candidate is no gold.
func (r *Result) misplaced() bool { return r.Class == Clear && r.Rank != 1 }
