package index

import (
	"math"

	"github.com/sextant-mcp/sextant/runtime"
)

// quantise rounds a class's weights to steps, by feature. Of the features that
// a capability's own rows do not hold only words are kept: a pair of words, or a
// word's form, that speaks against it speaks for another.
func (t *trainer) quantise(c class, trained map[int32]float64) map[string]int {
	weights := map[string]int{}
	keep := t.worthKeeping(c)
	own := t.set.features(c.positive)
	for f, w := range trained {
		name := t.vocab.names[f]
		if n := steps(c, w*t.set.value[f]); keep(n) && (!c.isCapability() || isWord(name) || own[f]) {
			weights[name] = n + runtime.SignedWeightBias
		}
	}
	if t.wide(c) {
		t.relate(c, trained, keep, weights)
	}
	return weights
}

// worthKeeping tells which weights of a class, in steps, are worth a posting.
func (t *trainer) worthKeeping(c class) func(steps int) bool {
	least, leastAgainst := 1, 1
	if c.isCapability() {
		least, leastAgainst = leastSteps, leastStepsAgainst
		if !t.requests {
			least = leastStepsAgainst
		}
	}
	return func(n int) bool { return n >= least || n <= -leastAgainst }
}

// relate adds to each word of the table of related words what the words that it
// stands for are worth. That is what makes related words free at run time: a
// request's score is linear in its words, so what a word is worth by way of
// others is known beforehand.
func (t *trainer) relate(c class, trained map[int32]float64, keep func(steps int) bool, weights map[string]int) {
	worth := make([]float64, len(t.set.value))
	for f, w := range trained {
		worth[f] = w * t.set.value[f]
	}
	for i, w := range t.words {
		if len(w.shares) == 0 {
			continue
		}
		sum := 0.0
		if w.feature >= 0 {
			sum = worth[w.feature]
		}
		for _, s := range w.shares {
			sum += float64(s.part * worth[s.feature])
		}
		n := steps(c, sum)
		if w.feature < 0 && n < leastRelated && c.isCapability() {
			continue
		}
		if name := related().names[i]; keep(n) {
			weights[name] = n + runtime.SignedWeightBias
		} else {
			delete(weights, name) // what the word is worth with the others counts
		}
	}
}

// fold rounds the weights of jointly trained classes to steps and gives those
// worth keeping to yield, by the place of the class. What pairs of words are
// worth is what was learned of them, what words are worth is that and what their
// traits are. Words that no row holds are worth something by their traits alone.
func (t *trainer) fold(j *joint, yield func(class int, name string, steps int)) {
	sums := make([]float64, j.classes)
	add := func(feature int32, value float64) {
		for m, w := range j.of(feature) {
			sums[m] += float64(value * w)
		}
	}
	one := func(name string, value float64, least, against int) {
		for m, sum := range sums {
			n := min(max(int(math.Round(sum*value/capabilityUnit)), -mostSteps), mostSteps)
			if n >= least || n <= -against {
				yield(m, name, n)
			}
		}
		clear(sums)
	}
	for f, name := range t.vocab.names {
		add(int32(f), 1)
		if isWord(name) {
			for _, e := range t.traits.of(name) {
				add(e.feature, e.value)
			}
		}
		one(name, t.set.value[f], deepLeast, deepAgainst)
	}
	for _, name := range t.foreign {
		if _, known := t.vocab.number[name]; known {
			continue
		}
		for _, e := range t.traits.of(name) {
			add(e.feature, e.value)
		}
		one(name, t.vocab.unseen, foreignLeast, foreignAgainst)
	}
}

// How many steps a weight that was learned jointly must be worth to be kept:
// speaking for a capability, and against it. Of words that no row holds there
// are thousands, and most say little.
const (
	deepLeast      = 1
	deepAgainst    = 2
	foreignLeast   = 4
	foreignAgainst = 6
)

// mostSteps bounds a weight that was learned jointly. That takes several
// postings (see appendParts).
const mostSteps = 4 * runtime.SignedWeightBias

// steps is a weight of a class that was trained by itself in whole steps, within
// those of one posting.
func steps(c class, weight float64) int {
	unit := learnedUnit
	if c.isCapability() {
		unit = capabilityUnit
	}
	n := int(math.Round(weight / unit))
	return min(max(n, -runtime.SignedWeightBias), runtime.SignedWeightBias-1)
}
