package baseline

import (
	"cmp"
	"math"
	"slices"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/runtime"
)

// The parameters of BM25.
const (
	k1 = 1.5
	b  = 0.75
)

// BM25 is a plain BM25 over one bag of words a capability.
type BM25 struct {
	docs     []bm25Doc
	postings map[string][]bm25Posting
	scores   []float64 // scratch, zero between requests
}

type bm25Doc struct {
	id    string
	skill bool
	verbs map[string]bool
}

// bm25Posting is what a word adds to the score of a document.
type bm25Posting struct {
	doc    int
	impact float64
}

// NewBM25 indexes the catalog's capabilities.
func NewBM25(cat *catalog.Catalog) *BM25 {
	m := &BM25{postings: map[string][]bm25Posting{}, scores: make([]float64, len(cat.Capabilities))}
	lengths := make([]int, len(cat.Capabilities))
	total := 0
	for i, c := range cat.Capabilities {
		doc := bm25Doc{id: c.ID, skill: c.Kind == catalog.KindSkill, verbs: map[string]bool{}}
		for _, v := range c.Verbs {
			doc.verbs[v] = true
		}
		m.docs = append(m.docs, doc)
		counts, length := bagOf(c)
		for w, n := range counts {
			m.postings[w] = append(m.postings[w], bm25Posting{i, float64(n)})
		}
		lengths[i] = length
		total += length
	}
	m.weigh(lengths, float64(total)/float64(max(len(lengths), 1)))
	return m
}

// bagOf counts the words of a capability.
func bagOf(c *catalog.Capability) (counts map[string]int, length int) {
	texts := []string{c.ID, c.OneLine}
	for _, a := range c.Actions {
		texts = append(texts, a.Name)
	}
	for _, p := range c.Params {
		texts = append(texts, p.Name)
	}
	counts = map[string]int{}
	for _, text := range slices.Concat(texts, c.Examples) {
		for _, w := range bm25Words(text) {
			counts[w]++
			length++
		}
	}
	return counts, length
}

// weigh turns counts into impacts: idf times the saturated, length-normalised
// count.
func (m *BM25) weigh(lengths []int, average float64) {
	n := float64(len(m.docs))
	for _, list := range m.postings {
		df := float64(len(list))
		idf := math.Log1p((n - df + 0.5) / (df + 0.5))
		for i := range list {
			tf := list[i].impact
			norm := 1 - b + b*float64(lengths[list[i].doc])/average
			list[i].impact = idf * tf * (k1 + 1) / (tf + k1*norm)
		}
	}
}

// Rank implements measure.Ranker. Each word of the request counts once. Equal
// scores keep the order of names.
func (m *BM25) Rank(q measure.Question) measure.Answer {
	seen := map[string]bool{}
	for _, w := range bm25Words(q.Intent) {
		if !seen[w] {
			seen[w] = true
			for _, p := range m.postings[w] {
				m.scores[p.doc] += p.impact
			}
		}
	}
	allowed := inPool(q.Pool)
	type hit struct {
		doc   int
		score float64
	}
	var hits []hit
	for i, score := range m.scores {
		if score > 0 && m.docs[i].behind(q.Verb) && allowed(m.docs[i].id) {
			hits = append(hits, hit{i, score})
		}
		m.scores[i] = 0
	}
	slices.SortFunc(hits, func(x, y hit) int {
		return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(x.doc, y.doc))
	})
	a := measure.Answer{Outcome: runtime.NoMatch, IDs: make([]string, len(hits))}
	for i, h := range hits {
		a.IDs[i] = m.docs[h.doc].id
	}
	if len(hits) > 0 {
		a.Outcome, a.Confidence = runtime.Route, hits[0].score
	}
	return a
}

// behind tells whether the verb reaches the document, by the rules of the
// surface: skills are for searching only.
func (d *bm25Doc) behind(v runtime.Verb) bool {
	return searchesAll(v) || !d.skill && d.verbs[v.String()]
}
