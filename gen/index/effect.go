package index

import (
	"math"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime"
)

// Who asks ("what have I", "are there any") wants to know something, who orders
// ("please do it for me") wants something changed, and either is said in words of
// grammar. The requests of a single capability are too few to learn these from: there
// a word like "been" is in two by chance. So they are learned once for the surface,
// by a classifier of the requests for what changes something against those for what
// only reads, and a part of what it learned is added to the words of grammar of every
// capability whose effect is stated. All other words are left to the capabilities'
// own requests: that users of this surface order books and read papers says nothing
// of reading an order.

const (
	// effectShare is what the weights of the classifier of effects count beside a
	// capability's own. Whether it is a half or one makes no difference that could be
	// measured on held-out requests.
	effectShare = 0.5
	// fewOfEffect is below how many requests of either effect there is nothing to
	// learn of it.
	fewOfEffect = 20
)

// effect is what is stated of what a capability does.
type effect int

const (
	effectReads    effect = -1
	effectUnstated effect = 0 // or now this and now that
	effectChanges  effect = 1
)

// effectOf is the effect of a capability by its actions and annotations, where all
// say the same.
func effectOf(c *catalog.Capability) effect {
	changing, reading := 0, 0
	count := func(mutates bool) {
		if mutates {
			changing++
		} else {
			reading++
		}
	}
	for _, a := range c.Actions {
		if a.Mutates == nil {
			return effectUnstated
		}
		count(*a.Mutates)
	}
	if c.Hints != nil && c.Hints.ReadOnly != nil {
		count(!*c.Hints.ReadOnly)
	}
	switch {
	case changing > 0 && reading == 0:
		return effectChanges
	case reading > 0 && changing == 0:
		return effectReads
	}
	return effectUnstated
}

// effectOfRow is the effect of everything that a request could mean.
func (t *trainer) effectOfRow(row int) effect {
	if len(t.of[row]) == 0 || t.rows[row].described {
		return effectUnstated
	}
	all := t.effects[t.of[row][0]]
	for _, gold := range t.of[row] {
		if t.effects[gold] != all {
			return effectUnstated
		}
	}
	return all
}

// addEffects adds to the weights of each class, in steps, what words of grammar tell
// of the effect that is wanted.
func (t *trainer) addEffects(m *svm, weights []map[string]int) {
	set := t.examplesOfEffects()
	if set == nil {
		return
	}
	for f, w := range m.train(t.set.plain, set) {
		name := t.vocab.names[f]
		if !isGrammar(name) {
			continue
		}
		for i, c := range t.classes {
			if n := steps(c, float64(t.effects[c.number])*effectShare*w*t.set.value[f]); n >= leastSteps || n <= -leastSteps {
				addTo(weights[i], name, n)
			}
		}
	}
}

// examplesOfEffects are the requests for what changes something against those for
// what reads, each side costing the same in all; nil where there are too few.
func (t *trainer) examplesOfEffects() []example {
	of := map[effect]int{}
	for row := range t.rows {
		of[t.effectOfRow(row)]++
	}
	if of[effectReads] < fewOfEffect || of[effectChanges] < fewOfEffect {
		return nil
	}
	var set []example
	for row := range t.rows {
		e := t.effectOfRow(row)
		if e == effectUnstated {
			continue
		}
		cost := requestCosts.c * math.Sqrt(float64(of[-e])/float64(of[e]))
		set = append(set, example{int32(row), float64(e), cost})
	}
	return set
}

// addTo adds steps to a weight of a class, 0 where it has none.
func addTo(weights map[string]int, name string, steps int) {
	have, ok := weights[name]
	if !ok {
		have = runtime.SignedWeightBias
	}
	weights[name] = have + steps
}
