package index

import "github.com/sextant-mcp/sextant/gen/catalog"

// manner is how the words of a capability are weighed.
type manner struct {
	// everyday is how many of the background requests may hold a word before it
	// counts as everyday speech.
	everyday int
	// k1 of BM25F is how soon more of the same word stops counting.
	k1 float64
	// leadPart divides what a leading word counts.
	leadPart int
	// examples multiplies the term frequency in examples; prose is set where they
	// count as running text does.
	examples float64
	prose    bool
	// asking is set where what only reads answers to the words that questions lead
	// with (asking.go).
	asking bool
	// synonyms are the words that stand for others (classes.go).
	synonyms func() map[string][]string
}

// Where users have said how they speak of a capability, their words are there
// to be found. Where there is only a description, what it says in passing counts
// less, and the leading words, which stand in for the users, count in full
// (leads.go).
//
// A word of an example is as often what the request happened to be about (the
// tea of "remember that Ada likes tea") as what it asks for, so it counts less
// than a word of a description. Where a part of the tools has no examples, those
// that have some are weighed like the others, their examples as one more
// description: the everyday words of requests, which no description holds, would
// draw every request to them.
var (
	exemplified = manner{everyday: 30, k1: 0.8, leadPart: 2, examples: 0.6, synonyms: synonyms}
	partly      = manner{everyday: 12, k1: 1.0, leadPart: 1, examples: 0.4, prose: true, asking: true, synonyms: allSynonyms}
	described   = manner{everyday: 12, k1: 1.0, leadPart: 1, asking: true, synonyms: allSynonyms}
)

// mannerOf is that of a capability with so many examples, or of a surface with
// so many requests.
func mannerOf(examples int) *manner {
	if examples > 0 {
		return &exemplified
	}
	return &described
}

// mannerAmong is that of a capability with so many examples on a surface where
// all tools have some, or only a part of them.
func mannerAmong(examples int, all bool) *manner {
	if examples > 0 && !all {
		return &partly
	}
	return mannerOf(examples)
}

// allHave tells whether every tool has examples.
func allHave(cat *catalog.Catalog, examples map[string][]string) bool {
	for _, c := range cat.Capabilities {
		if c.Kind != catalog.KindSkill && len(examples[c.ID]) == 0 {
			return false
		}
	}
	return true
}
