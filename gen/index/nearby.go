package index

import "slices"

const (
	// muchWork is from how many pairs of a class and a row on the classes are
	// trained against the nearest rows only.
	muchWork = 1_500_000
	// nearestRows is how many that are.
	nearestRows = 1_500
	// commonShare is the share of rows above which a feature says nothing about
	// nearness.
	commonShare = 0.02
)

// nearby finds the rows that a class has to be told apart from. On a large
// surface most rows share nothing with a capability's own, and training against
// them costs time and changes nothing.
type nearby struct {
	set  *trainingSet
	rows [][]int32 // by feature: the rows that hold it
}

func newNearby(set *trainingSet, classes int) *nearby {
	n := &nearby{set: set}
	if len(set.rows)*classes <= muchWork {
		return n
	}
	n.rows = make([][]int32, len(set.value))
	for i, row := range set.rows {
		for _, f := range row {
			n.rows[f] = append(n.rows[f], int32(i))
		}
	}
	return n
}

// rowsTo marks the rows nearest to the given ones, by the values of the
// features that they share; nil means all rows.
func (n *nearby) rowsTo(positive []int32) []bool {
	if n.rows == nil {
		return nil
	}
	overlap := make([]float64, len(n.set.rows))
	var touched []int32
	features := n.set.features(positive)
	sorted := make([]int32, 0, len(features))
	for f := range features {
		sorted = append(sorted, f)
	}
	slices.Sort(sorted) // floating-point sums depend on their order
	for _, f := range sorted {
		if float64(len(n.rows[f])) > commonShare*float64(len(overlap)) {
			continue
		}
		v := n.set.value[f]
		for _, r := range n.rows[f] {
			if overlap[r] == 0 {
				touched = append(touched, r)
			}
			overlap[r] += float64(v * v * n.set.scale[r])
		}
	}
	slices.SortFunc(touched, func(a, b int32) int {
		switch {
		case overlap[a] > overlap[b]:
			return -1
		case overlap[a] < overlap[b]:
			return 1
		}
		return int(a - b)
	})
	marked := make([]bool, len(overlap))
	for _, r := range touched[:min(len(touched), nearestRows)] {
		marked[r] = true
	}
	return marked
}
