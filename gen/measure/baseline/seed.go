package baseline

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/runtime"
)

//go:embed verbs.txt
var seedVerbRows string

// seedVerbs is the original's own table of the verbs of its tools, which it
// joins with what the descriptor says: "tool verb,verb" a line.
var seedVerbs = sync.OnceValue(func() map[string][]string {
	table := map[string][]string{}
	for line := range strings.Lines(seedVerbRows) {
		tool, verbs, _ := strings.Cut(strings.TrimSpace(line), " ")
		table[tool] = strings.Split(verbs, ",")
	}
	return table
})

// seedStop are the words that the original does not count.
var seedStop = wordSet(`a an the of for to in on with and or is are was were be do does
	what how why when where which who this that it its into over about via
	my me i you your please can could should would like`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// seedDocstring is how many characters of an undescribed tool's description
// count.
const seedDocstring = 400

// seedNameShare is what the share of the name that is matched adds at most.
const seedNameShare = 0.01

// Seed is the original's scorer.
type Seed struct{ tools []seedTool }

type seedTool struct {
	id    string
	verbs map[string]bool
	name  map[string]bool // the words of the name, common ones included
	words map[string]bool // of the document, those of the name included
}

// NewSeed indexes the catalog's capabilities but for skills, which the original
// does not rank.
func NewSeed(cat *catalog.Catalog) *Seed {
	s := &Seed{}
	for _, c := range cat.Capabilities {
		if c.Kind != catalog.KindSkill {
			s.tools = append(s.tools, newSeedTool(c))
		}
	}
	return s
}

func newSeedTool(c *catalog.Capability) seedTool {
	t := seedTool{id: c.ID, name: map[string]bool{}, words: map[string]bool{}, verbs: map[string]bool{}}
	for _, w := range seedWords(c.ID) {
		t.name[w] = true
		t.words[w] = true
	}
	texts := []string{c.OneLine}
	if c.Source == catalog.SourceCPD {
		texts = append(texts, c.Examples...)
	} else if runes := []rune(c.OneLine); len(runes) > seedDocstring {
		texts = []string{string(runes[:seedDocstring])}
	}
	for _, a := range c.Actions {
		texts = append(texts, a.Name)
	}
	for _, text := range texts {
		for _, w := range seedTokens(text) {
			t.words[w] = true
		}
	}
	for _, v := range slices.Concat(seedVerbs()[c.ID], c.Verbs) {
		t.verbs[v] = true
	}
	return t
}

// seedWords are the runs of ASCII letters and digits of the text in lower case.
func seedWords(text string) []string {
	// The one letter whose lower case is a letter and a combining mark in full
	// case mapping, but a plain letter in Go's simple one.
	text = strings.ToLower(strings.ReplaceAll(text, "İ", "i\u0307"))
	return strings.FieldsFunc(text, func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9')
	})
}

// seedTokens are the words that count.
func seedTokens(text string) []string {
	return slices.DeleteFunc(seedWords(text), func(w string) bool { return seedStop[w] })
}

// SeedHit is one tool in the ranking of Seed.
type SeedHit struct {
	ID    string
	Score float64
	// Matched are the request's words that the tool holds, in the order in
	// which they first occur.
	Matched []string
}

// Hits ranks every tool behind the verb, zero scores included: by score, then by
// name, both descending.
func (s *Seed) Hits(q measure.Question) []SeedHit {
	words, counts, total := seedCount(q.Intent)
	allowed := inPool(q.Pool)
	hits := []SeedHit{}
	for i := range s.tools {
		t := &s.tools[i]
		if (searchesAll(q.Verb) || t.verbs[q.Verb.String()]) && allowed(t.id) {
			hits = append(hits, t.score(words, counts, total))
		}
	}
	slices.SortFunc(hits, func(a, b SeedHit) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return strings.Compare(b.ID, a.ID)
	})
	return hits
}

// seedCount counts the request's words; words are the distinct ones in order.
func seedCount(intent string) (words []string, counts map[string]int, total int) {
	counts = map[string]int{}
	for _, w := range seedTokens(intent) {
		if counts[w] == 0 {
			words = append(words, w)
		}
		counts[w]++
		total++
	}
	return words, counts, total
}

// score is the share of the request's words that the tool holds, those of its
// name counting double, and a little for the share of the name that is matched.
func (t *seedTool) score(words []string, counts map[string]int, total int) SeedHit {
	hit := SeedHit{ID: t.id, Matched: []string{}}
	weight, named := 0, 0
	for _, w := range words {
		switch {
		case t.name[w]:
			weight += 2 * counts[w]
			named++
		case t.words[w]:
			weight += counts[w]
		default:
			continue
		}
		hit.Matched = append(hit.Matched, w)
	}
	if total > 0 {
		hit.Score = float64(weight)/float64(total) + seedNameShare*(float64(named)/float64(max(len(t.name), 1)))
	}
	return hit
}

// Rank implements measure.Ranker: the original routes whatever comes first, on
// whatever evidence.
func (s *Seed) Rank(q measure.Question) measure.Answer {
	hits := s.Hits(q)
	a := measure.Answer{Outcome: runtime.NoMatch, IDs: make([]string, len(hits))}
	for i, h := range hits {
		a.IDs[i] = h.ID
	}
	if len(hits) > 0 {
		a.Outcome, a.Confidence = runtime.Route, hits[0].Score
	}
	return a
}
