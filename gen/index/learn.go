package index

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/sextant-mcp/sextant/gen/catalog"
	tables "github.com/sextant-mcp/sextant/runtime"
)

// What is learned: one linear classifier for each capability, and two more, for
// "nothing fits" and for "which one?". Each is trained against all the others
// (one-vs-rest) on the words and word pairs of the labelled requests; see
// svm.go for the formula. The weights go into the same kind of rows as the
// lexical ones, so that at run time learning costs nothing but more postings.
const (
	// trainCost is C of the support vector machine: how much an error costs
	// against the size of the weights.
	trainCost = 1.0
	// foreignShare is what an error on a request that nothing serves costs a
	// capability where only descriptions are there to learn from: those differ
	// from any request in style, and what sets a capability apart from requests
	// would drown what sets it apart from its rivals.
	foreignShare = 0.25
	// mostImbalance bounds how much more an error on one of a class's own rows
	// costs, to make up for there being so many more of the others: the root of
	// their ratio, and that ratio at most this.
	mostImbalance = 16
	// learnedUnit is the weight that one step of the six signed bits stands
	// for.
	learnedUnit = 1.0 / tables.LearnedUnit
	// leastSteps is how many steps a weight of a capability must be worth to be
	// kept; of the two classes every step is.
	leastSteps = 10
)

// LearnedHeader opens the learned rows.
const LearnedHeader = "# Weights trained by sextant, one feature a row. What they are worth is measured by sextant eval, not read.\n"

// class is one classifier to train.
type class struct {
	number   int // of the capability, or NoneID, WhichID
	positive []int32
}

// isCapability tells the classes of capabilities from the other two.
func (c *class) isCapability() bool { return c.number < tables.MaxCapabilities }

// trainer holds the training rows of one surface.
type trainer struct {
	vocab *vocabulary
	rows  []Row
	set   *trainingSet
	near  *nearby
	// of are the capabilities that each row names, by number; alike those that
	// it or a row of the same features names.
	of, alike [][]int
	classes   []class
	// requests is set when users' requests are among the rows.
	requests bool
}

func newTrainer(cat *catalog.Catalog, lock *Lock, rows []Row) *trainer {
	t := &trainer{vocab: newVocabulary(), rows: rows}
	number := map[string]int{}
	for i, id := range lock.IDs {
		if cat.Lookup(id) != nil {
			number[id] = i
		}
	}
	vectors := make([][]int32, len(rows))
	for i, r := range rows {
		vectors[i] = t.vocab.vector(r.Intent)
		var golds []int
		for _, g := range r.Gold {
			if n, ok := number[g]; ok {
				golds = append(golds, n)
			}
		}
		t.of = append(t.of, golds)
	}
	t.alike = alike(vectors, t.of)
	t.set = newTrainingSet(vectors, t.vocab.values(vectors))
	t.requests = t.hasRequests()
	t.gather()
	t.near = newNearby(t.set, len(t.classes))
	return t
}

// alike joins the golds of rows that have the same features.
func alike(vectors [][]int32, of [][]int) [][]int {
	first := map[string]int{}
	joined := map[int][]int{}
	head := make([]int, len(vectors))
	for i, v := range vectors {
		key := fmt.Sprint(v)
		if _, ok := first[key]; !ok {
			first[key] = i
		}
		head[i] = first[key]
		joined[head[i]] = append(joined[head[i]], of[i]...)
	}
	out := make([][]int, len(vectors))
	for i := range out {
		out[i] = joined[head[i]]
	}
	return out
}

// gather sorts the rows into the classes they are positive for.
func (t *trainer) gather() {
	positive := map[int][]int32{}
	for i, golds := range t.of {
		switch {
		case len(t.rows[i].Gold) == 0:
			positive[tables.NoneID] = append(positive[tables.NoneID], int32(i))
		case len(golds) > 1:
			positive[tables.WhichID] = append(positive[tables.WhichID], int32(i))
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
// rows, and as negatives the rows of other classes. An ambiguous row is no
// evidence against any of the capabilities it could mean.
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
	cost := trainCost * math.Sqrt(min(ratio, mostImbalance))
	out := make([]example, 0, len(t.rows))
	for i := range t.rows {
		r := int32(i)
		switch {
		case !use(i):
		case positive[r]:
			out = append(out, example{r, 1, cost})
		case slices.Contains(t.alike[i], c.number), rivals != nil && !rivals[i]:
		default:
			out = append(out, example{r, -1, t.against(c, i)})
		}
	}
	return out
}

// against is what an error on a row that is not the class's own costs.
func (t *trainer) against(c class, row int) float64 {
	if c.isCapability() && len(t.rows[row].Gold) == 0 && !t.requests {
		return trainCost * foreignShare
	}
	return trainCost
}

// all uses every row.
func all(int) bool { return true }

// learn trains every class, several at once, and returns the rows of the
// weights worth keeping. The result does not depend on how many ran at once.
func (t *trainer) learn(ctx context.Context, progress func(done, total int)) (string, error) {
	weights := make([]map[string]int, len(t.classes))
	done := make(chan int)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	machines := newMachines(t.set)
	go func() {
		defer close(done)
		for i, c := range t.classes {
			group.Go(func() error {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				m := machines.get()
				defer machines.put(m)
				weights[i] = t.quantise(c, m.train(t.examplesOf(c, all)))
				done <- i
				return nil
			})
		}
		_ = group.Wait() // its error is asked for below
	}()
	finished := 0
	for range done {
		if finished++; progress != nil {
			progress(finished, len(t.classes))
		}
	}
	if err := group.Wait(); err != nil {
		return "", err
	}
	rows := newRowSet()
	for i, c := range t.classes {
		rows.add(c.number, weights[i])
	}
	return LearnedHeader + rows.format(), nil
}

// quantise rounds a class's weights to steps. Of the features that a
// capability's own rows do not hold only words are kept: a pair of words that
// speaks against it speaks for another.
func (t *trainer) quantise(c class, trained map[int32]float64) map[string]int {
	weights := map[string]int{}
	least := leastSteps
	if !c.isCapability() {
		least = 1
	}
	own := t.set.features(c.positive)
	for f, w := range trained {
		name := t.vocab.names[f]
		if c.isCapability() && isPair(name) && !own[f] {
			continue
		}
		steps := int(math.Round(w / learnedUnit))
		steps = min(max(steps, -tables.SignedWeightBias), tables.SignedWeightBias-1)
		if steps >= least || steps <= -least {
			weights[name] = steps + tables.SignedWeightBias
		}
	}
	return weights
}
