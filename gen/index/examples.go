package index

import (
	"math"
	"slices"

	"github.com/sextant-mcp/sextant/runtime"
)

// class is one classifier to train.
type class struct {
	number   int // of the capability, or NoneID, WhichID
	positive []int32
}

// isCapability tells the classes of capabilities from the other two.
func (c *class) isCapability() bool { return c.number < runtime.MaxCapabilities }

// costs say what an error in training costs against the size of the weights.
type costs struct {
	// c is C of the support vector machine.
	c float64
	// imbalance bounds how much more an error on one of a class's own rows
	// costs, to make up for there being so many more of the others: the root of
	// their ratio, and that ratio at most this.
	imbalance float64
}

// A capability has few requests of its own, and they should all be learned; of
// the many others none should weigh much by itself. The two classes have more
// rows, and where there are descriptions only, those of siblings differ by a
// word that must be learned from the others too.
var (
	requestCosts = costs{c: 0.1, imbalance: 1000}
	usualCosts   = costs{c: 1, imbalance: 16}
)

func (t *trainer) costs(c class) costs {
	if c.isCapability() && t.requests {
		return requestCosts
	}
	return usualCosts
}

// gather sorts the rows into the classes they are positive for. What requests
// mean alone has those that it shares with others, too (shared.go).
func (t *trainer) gather() {
	alone := map[int]bool{}
	for row, golds := range t.of {
		if t.isRequest(row) {
			alone[golds[0]] = true
		}
	}
	positive := map[int][]int32{}
	for i, golds := range t.of {
		switch {
		case len(t.rows[i].Gold) == 0:
			positive[runtime.NoneID] = append(positive[runtime.NoneID], int32(i))
		case len(golds) > 1:
			positive[runtime.WhichID] = append(positive[runtime.WhichID], int32(i))
			for _, g := range golds {
				if alone[g] {
					positive[g] = append(positive[g], int32(i))
				}
			}
		case len(golds) == 1:
			positive[golds[0]] = append(positive[golds[0]], int32(i))
		}
	}
	for number, rows := range positive {
		t.classes = append(t.classes, class{number, rows})
	}
	slices.SortFunc(t.classes, func(a, b class) int { return a.number - b.number })
}

// examplesOf is the training set of one class, of the rows in use: its own
// rows, and as negatives the rows of other classes. An ambiguous row is evidence in
// part for each of the capabilities it could mean (shared.go), and against none.
func (t *trainer) examplesOf(c class, use func(row int) bool) []example {
	positive := map[int32]bool{}
	for _, r := range c.positive {
		positive[r] = true
	}
	var rivals []bool
	if c.isCapability() {
		rivals = t.near.rowsTo(c.positive)
	}
	ratio := float64(len(t.rows)-len(c.positive)) / float64(max(len(c.positive), 1))
	costs := t.costs(c)
	own := costs.c * math.Sqrt(min(ratio, costs.imbalance))
	out := make([]example, 0, len(t.rows))
	for i := range t.rows {
		r := int32(i)
		switch {
		case !use(i):
		case positive[r]:
			out = append(out, example{r, 1, own * t.share(c, i)})
		case slices.Contains(t.alike[i], c.number), rivals != nil && !rivals[i]:
		default:
			out = append(out, example{r, -1, t.against(c, i)})
		}
	}
	return out
}

// share is what a row counts among those of a class: in part where it could mean
// several capabilities. That it does is what the class of such rows learns, so it
// counts there in full.
func (t *trainer) share(c class, row int) float64 {
	if !c.isCapability() {
		return 1
	}
	return 1 / float64(len(t.of[row]))
}

// foreignShare is what an error on a request that nothing serves costs a
// capability where only descriptions are there to learn from: those differ
// from any request in style, and what sets a capability apart from requests
// would drown what sets it apart from its rivals.
const foreignShare = 0.25

// against is what an error on a row that is not the class's own costs.
func (t *trainer) against(c class, row int) float64 {
	cost := t.costs(c).c
	if c.isCapability() && len(t.rows[row].Gold) == 0 && !t.requests {
		return cost * foreignShare
	}
	return cost
}
