package index

import (
	"math"
	"sync"

	"github.com/sextant-mcp/sextant/runtime/text"
)

// leastSpecificity is what the most everyday words still count.
const leastSpecificity = 0.02

// backgroundFrequency is in how many background requests each word occurs.
var backgroundFrequency = sync.OnceValue(func() map[string]int {
	df := map[string]int{}
	for _, r := range background() {
		seen := map[string]bool{}
		for _, t := range text.AppendTokens(nil, r.Intent) {
			if !seen[t] {
				seen[t] = true
				df[t]++
			}
		}
	}
	return df
})

// specificity is how much a word says in itself, 1 for nearly every word and
// towards 0 for those of everyday speech ("can you please"): the logarithm of
// its rarity among the background requests, over that of a word that stands in
// as many of them as everyday says. It is a stop list learned from a corpus; unlike the inverse
// document frequency it does not depend on the surface, so that a small
// surface does not take "please" for a rare word.
func specificity(token string, everyday int) float64 {
	df := backgroundFrequency()[token]
	if df <= everyday {
		return 1
	}
	n := float64(len(background()))
	// Logarithms may differ in their last bit between processors; rounding keeps
	// that out of the tables.
	share := math.Round(1e6*math.Log(n/float64(df))/math.Log(n/float64(everyday))) / 1e6
	return max(share, leastSpecificity)
}
