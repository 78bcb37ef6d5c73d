package index

import (
	"math"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// vocabulary numbers the features of the training rows in the order in which
// they are first seen.
type vocabulary struct {
	number map[string]int32
	names  []string
	// length is, for each vector made, how many words and pairs of words the
	// request had, repeated ones too.
	length []int
	// unseen is what a word counts that no row holds.
	unseen float64
	// telling are the stems of the words whose form is a feature too.
	telling map[string]bool
}

// featuresOfRow is about how many features a row has that none before it had.
const featuresOfRow = 6

// newVocabulary is an empty one for so many rows.
func newVocabulary(rows int) *vocabulary {
	return &vocabulary{number: make(map[string]int32, featuresOfRow*rows)}
}

func (v *vocabulary) of(feature string) int32 {
	n, ok := v.number[feature]
	if !ok {
		n = int32(len(v.names))
		v.number[feature] = n
		v.names = append(v.names, feature)
	}
	return n
}

// word is a word of a request as the resolver reads it, and as it is written.
type word struct{ token, raw string }

// words are those of the row's request, as many as the resolver reads.
func (r *Row) words() []word {
	if r.read != nil {
		return r.read
	}
	return wordsIn(r.Intent)
}

// wordsIn are the words of a request, as many as the resolver reads.
func wordsIn(intent string) []word {
	var out []word
	var s text.Scanner
	for s.Reset(intent); s.Next() && len(out) < runtime.MaxTokens; {
		out = append(out, word{string(s.Token()), string(s.Raw())})
	}
	return out
}

// vector returns the distinct features of a request of these words: the words, the
// forms that tell and the pairs of neighbours.
func (v *vocabulary) vector(words []word) []int32 {
	var out []int32
	seen := map[int32]bool{}
	add := func(feature string) {
		if n := v.of(feature); !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	last := ""
	for _, w := range words {
		token := w.token
		if isArgument(token) {
			last = ""
			continue
		}
		add(token)
		if v.telling[token] {
			token = string(runtime.FormFeature(nil, []byte(w.raw)))
			add(token)
		}
		if last != "" {
			add(string(runtime.PairFeature(nil, last, token)))
		}
		last = token
	}
	v.length = append(v.length, max(2*len(words)-1, 0))
	return out
}

// isArgument tells the words of a request that are arguments rather than what
// it is about: numbers. An example's numbers must not draw other requests to it.
func isArgument(token string) bool {
	for _, c := range []byte(token) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// isPair tells pairs of words from single words and forms, which hold no '_'.
func isPair(feature string) bool { return strings.IndexByte(feature, '_') >= 0 }

// isWord tells words from forms and pairs.
func isWord(feature string) bool { return !isForm(feature) && !isPair(feature) }

// pairValue is what a pair of words counts against a single word as rare as it.
const pairValue = 0.5

// values are the features' inverse document frequencies among the rows, pairs
// of words discounted, scaled so that they average one over all occurrences.
func (v *vocabulary) values(rows [][]int32) []float64 {
	df := make([]float64, len(v.names))
	for _, row := range rows {
		for _, f := range row {
			df[f]++
		}
	}
	values := make([]float64, len(df))
	sum, occurrences := 0.0, 0.0
	for f, n := range df {
		values[f] = rarity(len(rows), n)
		if isPair(v.names[f]) {
			values[f] *= pairValue
		}
		sum += float64(values[f] * n)
		occurrences += n
	}
	for f := range values {
		values[f] *= occurrences / sum
	}
	v.unseen = rarity(len(rows), 1) * occurrences / sum
	return values
}

// rarity is the inverse document frequency of a feature that n of the rows
// hold. Logarithms may differ in their last bit between processors; rounding
// keeps that out of the tables.
func rarity(rows int, n float64) float64 {
	return math.Round(1e6*math.Log1p(float64(rows)/n)) / 1e6
}
