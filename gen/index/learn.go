package index

import (
	"math"
	"slices"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime"
)

// What is learned: one linear classifier for each capability that has
// examples, and two more, for "nothing fits" and for "which one?". Each is
// trained against all the others (one-vs-rest) on the words and word pairs of
// the labelled requests; see svm.go for the formula. The weights go into the
// same kind of rows as the lexical ones, so that at run time learning costs
// nothing but more postings.
const (
	// trainCost is C of the support vector machine: how much an error costs
	// against the size of the weights.
	trainCost = 1.0
	// learnedUnit is the weight that one step of the six signed bits stands
	// for.
	learnedUnit = 1.0 / runtime.LearnedUnit
	// leastSteps is how many steps a weight of a capability must be worth to be
	// kept; of the two classes every step is.
	leastSteps = 2
)

// class is one classifier to train.
type class struct {
	number   int // of the capability, or runtime.NoneID, runtime.WhichID
	positive []int32
}

// trainer holds the training rows of one surface.
type trainer struct {
	vocab *vocabulary
	rows  []Row
	svm   *svm
	// of are the capabilities that each row names, by number.
	of      [][]int
	classes []class
}

func newTrainer(cat *catalog.Catalog, lock *Lock, labelled []Row) *trainer {
	t := &trainer{vocab: newVocabulary(), rows: labelled}
	number := map[string]int{}
	for i, id := range lock.IDs {
		if cat.Lookup(id) != nil {
			number[id] = i
		}
	}
	vectors := make([][]int32, len(labelled))
	for i, r := range labelled {
		vectors[i] = t.vocab.vector(r.Intent)
		var golds []int
		for _, g := range r.Gold {
			if n, ok := number[g]; ok {
				golds = append(golds, n)
			}
		}
		t.of = append(t.of, golds)
	}
	t.svm = newSVM(vectors, t.vocab.values(vectors))
	t.gather()
	return t
}

// gather sorts the rows into the classes they are positive for.
func (t *trainer) gather() {
	positive := map[int][]int32{}
	for i, golds := range t.of {
		switch {
		case len(t.rows[i].Gold) == 0:
			positive[runtime.NoneID] = append(positive[runtime.NoneID], int32(i))
		case len(golds) > 1:
			positive[runtime.WhichID] = append(positive[runtime.WhichID], int32(i))
		case len(golds) == 1:
			positive[golds[0]] = append(positive[golds[0]], int32(i))
		}
	}
	for number, rows := range positive {
		t.classes = append(t.classes, class{number, rows})
	}
	slices.SortFunc(t.classes, func(a, b class) int { return a.number - b.number })
}

// all uses every row.
func all(int) bool { return true }

// set is the training set of one class, of the rows in use: its own rows, and as negatives the rows
// of every other class. An ambiguous row is no evidence against any of the
// capabilities it could mean.
func (t *trainer) set(c class, use func(row int) bool) []example {
	positive := map[int32]bool{}
	for _, r := range c.positive {
		positive[r] = true
	}
	negatives := len(t.rows) - len(c.positive)
	cost := trainCost * math.Sqrt(min(float64(negatives)/float64(max(len(c.positive), 1)), 16))
	out := make([]example, 0, len(t.rows))
	for i := range t.rows {
		r := int32(i)
		switch {
		case !use(i):
		case positive[r]:
			out = append(out, example{r, 1, cost})
		case slices.Contains(t.of[i], c.number):
		default:
			out = append(out, example{r, -1, trainCost})
		}
	}
	return out
}

// learn trains every class and returns the rows of the weights worth keeping.
func (t *trainer) learn(progress func(done, total int)) string {
	rows := newRowSet()
	for i, c := range t.classes {
		rows.add(c.number, t.quantise(c, t.svm.train(t.set(c, all))))
		if progress != nil {
			progress(i+1, len(t.classes))
		}
	}
	return rows.format()
}

// quantise rounds a class's weights to steps. Of a capability only the weights
// of features that its own examples hold are kept: what speaks against it
// speaks for another, and without the rest the rows are a fifth as long.
func (t *trainer) quantise(c class, trained map[int32]float64) map[string]int {
	weights := map[string]int{}
	own, least := t.own(c), leastSteps
	if own == nil {
		least = 1
	}
	for f, w := range trained {
		if own != nil && !own[f] {
			continue
		}
		steps := int(math.Round(w / learnedUnit))
		steps = min(max(steps, -runtime.SignedWeightBias), runtime.SignedWeightBias-1)
		if steps >= least || steps <= -least {
			weights[t.vocab.names[f]] = steps + runtime.SignedWeightBias
		}
	}
	return weights
}

// own are the features of a capability's examples, nil for the two classes
// that are no capability.
func (t *trainer) own(c class) map[int32]bool {
	if c.number >= runtime.MaxCapabilities {
		return nil
	}
	own := map[int32]bool{}
	for _, r := range c.positive {
		for _, f := range t.svm.rows[r] {
			own[f] = true
		}
	}
	return own
}
