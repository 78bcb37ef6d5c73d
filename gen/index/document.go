package index

import (
	"math"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// document is a capability as the index sees it: the token counts of each
// field, where shared examples count in part, and the features that are no single
// words.
type document struct {
	// manner is how its words are weighed.
	manner *manner
	counts [fieldCount]map[string]float64
	length [fieldCount]float64
	// phrases are pairs of words, compounds and whole names, each with a fixed
	// weight.
	phrases map[string]int
	// hollow are the words that say nothing on this surface.
	hollow map[string]bool
	// reads is set for a capability without examples that only reads.
	reads bool
}

// Weights of the features that are no single words, on the scale of
// runtime.MaxWeight.
const (
	wholeNameWeight = runtime.MaxWeight
	spelledWeight   = 1 // it orders, the score is that of wholeNameWeight
	namePairWeight  = 12
	actionWeight    = 12
	compoundWeight  = 24
)

func newDocument(c *catalog.Capability, examples []phrasing, m *manner, hollow map[string]bool) *document {
	d := &document{phrases: map[string]int{}, manner: m, hollow: hollow}
	for f := range d.counts {
		d.counts[f] = map[string]float64{}
	}
	d.add(fieldName, c.ID, c.Title)
	d.add(fieldOneLine, c.OneLine)
	d.add(fieldOneLine, c.WhenToUse...)
	d.add(fieldTags, c.Tags...)
	d.add(fieldTags, c.Server, c.Namespace)
	d.add(fieldSkill, c.SkillText...)
	for _, e := range examples {
		for _, token := range text.AppendTokens(nil, e.intent) {
			if !isArgument(token) {
				d.count(fieldExamples, token, e.share)
			}
		}
	}
	for _, a := range c.Actions {
		d.add(fieldActions, a.Name, a.Note)
	}
	for _, p := range c.Params {
		d.add(fieldParams, p.Name, p.Description)
	}
	d.addNames(c)
	d.addLeads(c)
	if d.manner.asking {
		d.reads = readsOnly(c)
	}
	return d
}

func (d *document) add(field int, texts ...string) {
	for _, t := range texts {
		for _, token := range text.AppendTokens(nil, t) {
			d.count(field, token, 1)
		}
	}
}

func (d *document) count(field int, token string, share float64) {
	d.counts[field][token] += share
	d.length[field] += share
}

// addNames adds the phrases of the capability's name, title and actions.
func (d *document) addNames(c *catalog.Capability) {
	for _, name := range []string{c.ID, leaf(c.ID), c.Title} {
		d.phrase(string(runtime.WholeFeature(nil, name)), wholeNameWeight)
		d.pairs(name, namePairWeight)
	}
	for _, name := range []string{c.ID, leaf(c.ID), c.Name} {
		d.phrase(string(runtime.SpelledFeature(nil, name)), spelledWeight)
	}
	for _, a := range c.Actions {
		d.pairs(a.Name, actionWeight)
	}
}

// leaf is the part of an id after the server's name.
func leaf(id string) string {
	if i := strings.LastIndexByte(id, '/'); i >= 0 {
		return id[i+1:]
	}
	return id
}

// pairs adds the pairs of neighbouring words of a name, and the words they
// make when they are written as one. A title may be half a sentence: pairs with
// everyday words ("to the") say as little as those words.
func (d *document) pairs(name string, weight int) {
	var s text.Scanner
	last, lastRaw := "", ""
	for s.Reset(name); s.Next(); {
		token, raw := string(s.Token()), string(s.Raw())
		said := min(d.specificity(last), d.specificity(token))
		if last != "" {
			d.phrase(string(runtime.PairFeature(nil, last, token)), int(float64(weight)*said))
		}
		if last != "" && said == 1 && len(lastRaw)+len(raw) <= text.MaxToken {
			d.phrase(string(text.Stem([]byte(lastRaw+raw))), compoundWeight)
		}
		last, lastRaw = token, raw
	}
}

// specificity is how much a word says in this document.
func (d *document) specificity(token string) float64 {
	if d.hollow[token] {
		return leastSpecificity
	}
	return specificity(token, d.manner.everyday)
}

func (d *document) phrase(feature string, weight int) {
	if feature != "=" && feature != "==" && weight > 0 && d.phrases[feature] < weight {
		d.phrases[feature] = weight
	}
}

// weights are the weights of all of the document's features, 1..MaxWeight.
//
// A word's weight is the saturated, length-normalised sum of its field
// frequencies of BM25F (Robertson, Zaragoza, Taylor: Simple BM25 Extension to
// Multiple Weighted Fields, 2004): tf/(k1+tf) with
// tf = sum over fields of weight*count/(1-b+b*length/average), times the word's
// specificity.
func (d *document) weights() map[string]int {
	tf := map[string]float64{}
	for f, counts := range d.counts {
		norm := 1 - fields[f].b + fields[f].b*d.length[f]/fields[f].length
		for token, n := range counts {
			share := fields[f].weight
			if f == fieldExamples {
				share *= d.manner.examples
			}
			if (fields[f].prose || f == fieldExamples && d.manner.prose) && isGrammar(token) {
				share *= grammarShare
			}
			tf[token] += share * n / norm
		}
	}
	out := make(map[string]int, len(tf)+len(d.phrases))
	for token, f := range tf {
		if w := int(math.Round(d.specificity(token) * f / (d.manner.k1 + f) * runtime.MaxWeight)); w > 0 {
			out[token] = w
		}
	}
	for feature, w := range d.phrases {
		if out[feature] < w {
			out[feature] = w
		}
	}
	addSynonyms(out, d.manner.synonyms())
	if d.reads {
		addAsking(out)
	}
	return out
}
