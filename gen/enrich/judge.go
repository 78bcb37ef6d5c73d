package enrich

import (
	"context"
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// When another capability's claim is the stronger one: it accounts for so much
// of the phrasing and has so many times the score. On 2,360 phrasings written by
// hand for 95 and 200 tools, of which the router knew none or four a tool, this
// dropped 2, 2, 3 and 10 %; of the same phrasings put under the tool that ranked
// third, 38, 25, 20 and 25 %. A lower bar costs more good ones than it finds bad
// ones.
const (
	strayCoverage = 0.6
	strayRatio    = 1.5
)

// nearShare is from which share of common words on two phrasings of one
// capability teach the same.
const nearShare = 0.8

// judge decides which phrasings are worth keeping. It is used by one goroutine
// at a time.
type judge struct {
	router  *runtime.Router
	taken   map[string]bool              // normal forms of all examples
	refused map[string]map[string]bool   // by id: normal forms that a reviewer took out
	words   map[string][]map[string]bool // by id: the words of each example
	phrases map[string][]string          // by id: the examples
}

// newJudge compiles the document's capabilities, without learning: that is what
// the texts say, not what was made of them.
func newJudge(ctx context.Context, doc *Document) (*judge, error) {
	cat, diags := catalog.Build(catalog.Input{Descriptors: doc.entries})
	if err := diags.Err(); err != nil {
		return nil, err
	}
	router, err := index.Router(ctx, cat, index.Options{LexicalOnly: true})
	if err != nil {
		return nil, fmt.Errorf("compiling %s: %w", doc.path, err)
	}
	j := &judge{router: router, taken: map[string]bool{}, refused: map[string]map[string]bool{}, words: map[string][]map[string]bool{}, phrases: map[string][]string{}}
	for i := range doc.entries {
		id := doc.entries[i].ID
		for _, e := range doc.entries[i].Examples {
			j.note(id, e)
		}
		j.refused[id] = map[string]bool{}
		for _, e := range doc.rejected(i) {
			j.refused[id][normal(e)] = true
		}
	}
	return j, nil
}

func (j *judge) note(id, phrase string) {
	j.taken[normal(phrase)] = true
	j.words[id] = append(j.words[id], wordSet(phrase))
	j.phrases[id] = append(j.phrases[id], phrase)
}

// kept are the examples of a capability, those of this run included.
func (j *judge) kept(id string) []string { return j.phrases[id] }

// take judges a phrasing for a capability. One that is kept counts as an example
// from then on.
func (j *judge) take(c *source.Capability, phrase string) (string, Reason) {
	phrase, why := clean(phrase)
	if why != "" {
		return "", why
	}
	form := normal(phrase)
	switch {
	case form == "":
		return "", Unreadable
	case names(phrase, c.ID) || names(phrase, c.Name):
		return "", NamesTool
	case j.taken[form]:
		return "", Duplicate
	case j.refused[c.ID][form]:
		return "", Refused
	case j.near(c.ID, phrase):
		return "", NearDuplicate
	case j.strays(c.ID, phrase):
		return "", Strayed
	}
	j.note(c.ID, phrase)
	return phrase, ""
}

// near tells whether the capability has an example of nearly the same words.
func (j *judge) near(id, phrase string) bool {
	words := wordSet(phrase)
	for _, other := range j.words[id] {
		common := 0
		for w := range words {
			if other[w] {
				common++
			}
		}
		if float64(common) >= nearShare*float64(len(words)+len(other)-common) {
			return true
		}
	}
	return false
}

// strays tells whether another capability claims the phrasing more strongly.
func (j *judge) strays(id, phrase string) bool {
	own, best := 0, runtime.Candidate{}
	for _, c := range j.router.RankAll(runtime.Query{Intent: phrase}) {
		switch {
		case c.ID == id:
			own = max(c.Score, 0)
		case best.ID == "":
			best = c
		}
	}
	return best.Confidence >= strayCoverage && float64(best.Score) > strayRatio*float64(own)
}

// siblings are the capabilities that are easiest to take for c, nearest first.
func (j *judge) siblings(c *source.Capability, n int) []string {
	var ids []string
	query := strings.Join([]string{c.Title, c.OneLine}, " ")
	for _, other := range j.router.RankAll(runtime.Query{Intent: query}) {
		if len(ids) == n || other.Score <= 0 {
			break
		}
		if other.ID != c.ID {
			ids = append(ids, other.ID)
		}
	}
	return ids
}

// normal is the form in which phrasings are compared: their tokens.
func normal(phrase string) string { return strings.Join(text.AppendTokens(nil, phrase), " ") }

func wordSet(phrase string) map[string]bool {
	set := map[string]bool{}
	for _, w := range text.AppendTokens(nil, phrase) {
		set[w] = true
	}
	return set
}
