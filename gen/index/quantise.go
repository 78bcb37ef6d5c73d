package index

import (
	"math"

	"github.com/sextant-mcp/sextant/runtime"
)

// quantise rounds a class's weights to steps, by feature. Of the features that
// a capability's own rows do not hold only words are kept: a pair of words that
// speaks against it speaks for another.
func (t *trainer) quantise(c class, trained map[int32]float64) map[string]int {
	weights := map[string]int{}
	own := t.set.features(c.positive)
	for f, w := range trained {
		name := t.vocab.names[f]
		if !c.isCapability() || !isPair(name) || own[f] {
			weights[name] = steps(c, w*t.set.value[f])
		}
	}
	if t.wide(c) {
		t.relate(c, trained, weights)
	}
	least, leastAgainst := 1, 1
	if c.isCapability() {
		least, leastAgainst = leastSteps, leastStepsAgainst
		if !t.requests {
			least = leastStepsAgainst
		}
	}
	for name, n := range weights {
		if -leastAgainst < n && n < least {
			delete(weights, name)
		} else {
			weights[name] = n + runtime.SignedWeightBias
		}
	}
	return weights
}

// relate adds to each word of the table of related words what the words that it
// stands for are worth. That is what makes related words free at run time: a
// request's score is linear in its words, so what a word is worth by way of
// others is known beforehand.
func (t *trainer) relate(c class, trained map[int32]float64, weights map[string]int) {
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
		if n := steps(c, sum); w.feature >= 0 || n >= leastRelated || !c.isCapability() {
			weights[related().names[i]] = n
		}
	}
}

// steps is a weight in whole steps of its class, within six signed bits.
func steps(c class, weight float64) int {
	unit := learnedUnit
	if c.isCapability() {
		unit = capabilityUnit
	}
	n := int(math.Round(weight / unit))
	return min(max(n, -runtime.SignedWeightBias), runtime.SignedWeightBias-1)
}
