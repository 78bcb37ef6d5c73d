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
// than a word of a description. Not so where a part of the tools has none: there
// those that have some would be the worse for it. And where most have none, those
// that have some are weighed like the others, their examples as one more
// description: the everyday words of requests, which no description holds, would
// draw every request to those few.
var (
	exemplified = manner{everyday: 30, k1: 0.8, leadPart: 2, examples: 0.6, synonyms: synonyms}
	partly      = manner{everyday: 30, k1: 0.8, leadPart: 2, examples: 1, synonyms: synonyms}
	rarely      = manner{everyday: 12, k1: 1.0, leadPart: 1, examples: 0.4, prose: true, asking: true, synonyms: allSynonyms}
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

// spread is how many of the tools of a surface have examples.
type spread int

const (
	every spread = iota // each of them
	many                // not all, and at least half
	few                 // less than half
)

// spreadOf counts the tools that have examples. Skills are left out: they are
// reached through the tools they wrap.
func spreadOf(cat *catalog.Catalog, examples map[string][]phrasing) spread {
	tools, have := 0, 0
	for _, c := range cat.Capabilities {
		if c.Kind == catalog.KindSkill {
			continue
		}
		tools++
		if len(examples[c.ID]) > 0 {
			have++
		}
	}
	switch {
	case have == tools:
		return every
	case 2*have < tools:
		return few
	}
	return many
}

// manner is that of a capability with so many examples on a surface with such a
// spread of them.
func (s spread) manner(examples int) *manner {
	switch {
	case examples == 0:
		return &described
	case s == few:
		return &rarely
	case s == many:
		return &partly
	}
	return &exemplified
}
