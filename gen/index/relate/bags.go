package main

import (
	"math"
	"slices"

	"github.com/sextant-mcp/sextant/runtime/text"
)

// bag is the words of a sentence, each once, and what each of them counts.
type bag struct {
	words  []int
	shares []float64
}

// bagsOf weights the words of every sentence by how rare they are, all in all
// to the length one. Words that have no number are left out.
func bagsOf(sentences []string, numbers map[string]int) []bag {
	bags := make([]bag, len(sentences))
	found := make([]float64, len(numbers))
	for i := range found {
		found[i] = 1
	}
	for i, sentence := range sentences {
		for _, token := range text.AppendTokens(nil, sentence) {
			if n, ok := numbers[token]; ok && !slices.Contains(bags[i].words, n) {
				bags[i].words = append(bags[i].words, n)
				found[n]++
			}
		}
	}
	for i := range bags {
		b := &bags[i]
		for _, n := range b.words {
			b.shares = append(b.shares, math.Log1p(float64(len(sentences))/found[n]))
		}
		multiply(b.shares, 1/math.Sqrt(max(dot(b.shares, b.shares), 1e-12)))
	}
	return bags
}
