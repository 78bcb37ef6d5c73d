package index

import (
	"context"
	"encoding/binary"
	"math"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/sextant-mcp/sextant/gen/catalog"
	tables "github.com/sextant-mcp/sextant/runtime"
)

// What is learned: one linear classifier for each capability, and two more, for
// "nothing fits" and for "which one?"; see joint.go for what may be added to
// it. Each is trained against all the others
// (one-vs-rest) on the words and word pairs of the labelled requests; see
// svm.go for the formula. The weights go into the same kind of rows as the
// lexical ones, so that at run time learning costs nothing but more postings.
const (
	// learnedUnit is the weight that one step of the six signed bits stands
	// for; those of a capability are wider apart, so that rare words do not run
	// into the end of the scale.
	learnedUnit    = 1.0 / tables.LearnedUnit
	capabilityUnit = 2 * learnedUnit
	// leastSteps is how many steps a weight of a capability must be worth to be
	// kept, leastStepsAgainst how many one that speaks against it: most words
	// speak a little against most capabilities, and a capability that a word of
	// its own spoke against would not be taken to account for it. Of the two
	// classes every step is kept. leastRelated is the same for words
	// that are in no row and stand for related ones, which must speak for the
	// capability: there are many, and what they would say against it says little.
	leastSteps        = 2
	leastStepsAgainst = 5
	leastRelated      = 4
)

// LearnedHeader opens the learned rows.
const LearnedHeader = "# Weights trained by sextant, one feature a row. What they are worth is measured by sextant eval, not read.\n"

// trainer holds the training rows of one surface.
type trainer struct {
	vocab *vocabulary
	rows  []Row
	set   *trainingSet
	near  *nearby
	// words are those of the table of related words.
	words []relatedWord
	// of are the capabilities that each row names, by number; alike those that
	// it or a row of the same features names.
	of, alike [][]int
	classes   []class
	// traits are those of the words of a surface whose capabilities are trained
	// together, else nil.
	traits *traits
	// foreign are the words to weigh by their traits that no row need hold.
	foreign []string
	// effects are those of the capabilities, by number.
	effects map[int]effect
	// requests is set when there are requests of users with one right answer.
	requests bool
}

// newTrainer takes the rows to learn from. The capabilities are trained as the
// plan says, foreign are the words without rows to weigh if that is together.
func newTrainer(cat *catalog.Catalog, lock *Lock, rows []Row, p plan, foreign []string) *trainer {
	t := &trainer{vocab: newVocabulary(len(rows)), rows: rows, effects: map[int]effect{}}
	number := map[string]int{}
	for i, id := range lock.IDs {
		if c := cat.Lookup(id); c != nil {
			number[id], t.effects[i] = i, effectOf(c)
		}
	}
	for _, r := range rows {
		var golds []int
		for _, g := range r.Gold {
			if n, ok := number[g]; ok {
				golds = append(golds, n)
			}
		}
		t.of = append(t.of, golds)
	}
	t.vocab.telling = tellingForms(rows, t.of)
	features := make([][]int32, len(rows))
	for i, r := range rows {
		features[i] = t.vocab.vector(r.words())
	}
	t.requests = t.hasRequests()
	t.alike = alike(features, t.of)
	t.words = related().among(t.vocab.number, t.known(features))
	shares := map[int32][]share{}
	for _, w := range t.words {
		if w.feature >= 0 {
			shares[w.feature] = w.shares
		}
	}
	t.set = newTrainingSet(features, t.vocab.values(features), shares)
	t.gather()
	t.near = newNearby(t.set, len(t.classes))
	if p.joint && t.canJoin() {
		t.foreign = foreign
		t.deepen()
	}
	return t
}

// deepen numbers the traits of the words of the requests and descriptions, and
// makes these rows' vectors with them.
func (t *trainer) deepen() {
	t.traits = newTraits(len(t.vocab.names))
	of := make([][]entry, len(t.vocab.names))
	var rows []int
	for i, golds := range t.of {
		if len(golds) != 1 {
			continue
		}
		rows = append(rows, i)
		for _, f := range t.set.rows[i] {
			if name := t.vocab.names[f]; of[f] == nil && isWord(name) {
				t.traits.learn(name)
				of[f] = t.traits.of(name)
			}
		}
	}
	t.set.deepen(rows, of, t.traits.end())
}

// known are the words of the rows that are about capabilities.
func (t *trainer) known(vectors [][]int32) map[int32]bool {
	out := map[int32]bool{}
	for i, v := range vectors {
		if len(t.of[i]) == 0 {
			continue
		}
		for _, f := range v {
			if isWord(t.vocab.names[f]) {
				out[f] = true
			}
		}
	}
	return out
}

// alike joins the golds of rows that have the same features.
func alike(vectors [][]int32, of [][]int) [][]int {
	first := map[string]int{}
	joined := map[int][]int{}
	head := make([]int, len(vectors))
	var key []byte
	for i, v := range vectors {
		key = key[:0]
		for _, f := range v {
			key = binary.LittleEndian.AppendUint32(key, uint32(f))
		}
		if _, ok := first[string(key)]; !ok {
			first[string(key)] = i
		}
		head[i] = first[string(key)]
		joined[head[i]] = append(joined[head[i]], of[i]...)
	}
	out := make([][]int, len(vectors))
	for i := range out {
		out[i] = joined[head[i]]
	}
	return out
}

// wide tells whether a class sees related words too. That nothing fits is a
// matter of the very words: what is near to the words of a capability is
// foreign all the same. Where there are descriptions only, which say little of
// how users speak, all is.
func (t *trainer) wide(c class) bool { return t.requests && c.number != tables.NoneID }

// points are the rows as a class sees them.
func (t *trainer) points(c class) [][]entry {
	if t.wide(c) {
		return t.set.wide
	}
	return t.set.plain
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
	var joined map[int]map[string]int
	if t.traits != nil {
		joined = t.together()
	}
	go func() {
		defer close(done)
		for i, c := range t.classes {
			group.Go(func() error {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				m := machines.get()
				defer machines.put(m)
				weights[i] = t.quantise(c, m.train(t.points(c), t.examplesOf(c, all)))
				if w, ok := joined[i]; ok {
					weights[i] = sumOf(weights[i], aloneShare, w)
				}
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
	t.addEffects(machines.get(), weights)
	rows := newRowSet()
	for i, c := range t.classes {
		rows.add(c.number, weights[i])
	}
	return LearnedHeader + rows.format(), nil
}

// aloneShare is what the weights of capabilities trained one by one count beside
// those of the same ones trained together.
const aloneShare = 0.5

// sumOf adds a share of the weights of a to those of b.
func sumOf(a map[string]int, share float64, b map[string]int) map[string]int {
	for name, w := range a {
		a[name] = tables.SignedWeightBias + int(math.Round(share*float64(w-tables.SignedWeightBias)))
	}
	for name, w := range b {
		addTo(a, name, w-tables.SignedWeightBias)
	}
	return a
}
