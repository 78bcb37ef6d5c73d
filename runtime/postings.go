package runtime

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// posting is a feature's contribution to one capability's score.
type posting struct {
	id     int32
	impact int32
}

// index is the loaded form of the token rows: one posting list per feature,
// lexical and learned weights already added up, sorted by id.
type index struct {
	lex      *lexicon
	starts   []uint32 // list of feature f is postings[starts[f]:starts[f+1]]
	postings []posting
	// info is the information of each feature: the most that it speaks for any
	// capability, unknownInfo where it stands in learned rows only, and nothing
	// for everyday words that no capability holds. The feature's share of a
	// request is its info over the sum of all.
	info []int32
	// unknownInfo is the info of a word that no capability holds.
	unknownInfo int32
	// ownInfo is about the info of a word that one capability alone holds.
	ownInfo float64
	// words is how many features the lexical rows hold; those of higher number
	// only the learned rows do.
	words int
	// forms is set when some words were learned by their form.
	forms bool
}

// impactScale turns idf times weight into the integer unit of scores: with it
// the smallest possible impact of a rare word is still above the rounding.
const impactScale = 4

// isWord tells whether a capability holds the feature in its own text; the
// others are known from training rows only.
func (ix *index) isWord(feature int) bool { return feature < ix.words }

func (ix *index) list(feature int) []posting {
	return ix.postings[ix.starts[feature]:ix.starts[feature+1]]
}

// idf is the inverse document frequency of BM25 in the form that never turns
// negative: ln(1 + (N-df+0.5)/(df+0.5)) (Robertson and Zaragoza, The
// Probabilistic Relevance Framework: BM25 and Beyond, 2009, with Lucene's +1).
func idf(n, df int) float64 {
	return math.Log1p((float64(n-df) + 0.5) / (float64(df) + 0.5))
}

// section is one of the two kinds of rows.
type section struct {
	name    string
	rows    string
	learned bool
	// scale multiplies learned weights, which come with no idf.
	scale int
}

// withoutComment drops the line that opens the learned rows, if it is one that
// is for people.
func withoutComment(rows string) string {
	if !strings.HasPrefix(rows, "#") {
		return rows
	}
	_, rest, _ := strings.Cut(rows, "\n")
	return rest
}

// newIndex reads the rows of both sections. ids is the number of ids, live the
// number of capabilities that are not retired.
func newIndex(t *Tables, ids, live int) (*index, error) {
	sections := []section{{name: "lexical", rows: t.Lexical}, {"learned", withoutComment(t.Learned), true, t.Fit.LearnedScale}}
	ix := &index{lex: newLexicon(strings.Count(t.Lexical, "\n") + strings.Count(t.Learned, "\n") + len(t.Everyday)/2)}
	counts, err := ix.count(sections)
	if err != nil {
		return nil, err
	}
	everyday := map[int]bool{}
	for word := range strings.FieldsSeq(t.Everyday) {
		f, isNew := ix.lex.add(word)
		if isNew {
			counts = append(counts, 0)
		}
		everyday[f] = true
	}
	ix.allot(counts)
	ix.info = make([]int32, len(counts))
	fill := slices.Clone(ix.starts)
	for _, s := range sections {
		if err := ix.fill(s, fill, ids, live); err != nil {
			return nil, err
		}
	}
	ix.merge()
	ix.unknownInfo = int32(idf(live, 0) * impactScale * MaxWeight / 2)
	ix.ownInfo = idf(max(live, t.FittedOn), 1) * impactScale * MaxWeight / 2
	for f := ix.words; f < len(ix.info); f++ {
		if !everyday[f] {
			ix.info[f] = ix.unknownInfo
		}
	}
	return ix, nil
}

// count registers every feature and returns how many postings each has.
func (ix *index) count(sections []section) ([]uint32, error) {
	var counts []uint32
	for _, s := range sections {
		rest := s.rows
		for line := 1; rest != ""; line++ {
			r, next, err := nextRow(rest, line)
			if err != nil {
				return nil, fmt.Errorf("%s rows: %w", s.name, err)
			}
			rest = next
			f, isNew := ix.lex.add(r.feature)
			if isNew {
				counts = append(counts, 0)
			}
			counts[f] += uint32(r.len())
			ix.forms = ix.forms || r.feature[0] == FormMark
		}
		if !s.learned {
			ix.words = len(counts)
		}
	}
	return counts, nil
}

func (ix *index) allot(counts []uint32) {
	ix.starts = make([]uint32, len(counts)+1)
	for f, n := range counts {
		ix.starts[f+1] = ix.starts[f] + n
	}
	ix.postings = make([]posting, ix.starts[len(counts)])
}

// fill decodes the postings of a section to where fill says that the next one
// of each feature goes.
func (ix *index) fill(s section, fill []uint32, ids, live int) error {
	rest, last, from := s.rows, -1, uint32(0)
	done := func() {
		if last >= 0 && !s.learned {
			ix.weigh(last, from, fill[last], live)
		}
	}
	for line := 1; rest != ""; line++ {
		r, next, _ := nextRow(rest, line)
		rest = next
		f, _ := ix.lex.add(r.feature)
		if f != last {
			done()
			last, from = f, fill[f]
		}
		for i := range r.len() {
			p, ok := r.decodePosting(i)
			id, known := place(p.ID, ids)
			if !ok || !known {
				return fmt.Errorf("%s row %d (%s): posting %d is malformed or names id %d of %d", s.name, line, r.feature, i+1, p.ID, ids)
			}
			impact := int32(p.Weight)
			if s.learned {
				impact = int32((p.Weight - SignedWeightBias) * s.scale)
			}
			ix.postings[fill[f]] = posting{id: int32(id), impact: impact}
			fill[f]++
		}
	}
	done()
	return nil
}

// place is where the scores of a posting's id are: a capability's at its
// number, those of the two classes behind the last capability.
func place(id, ids int) (at int, ok bool) {
	switch id {
	case NoneID:
		return ids + noneAt, true
	case WhichID:
		return ids + whichAt, true
	}
	return id, id < ids
}

// The scores of the two classes follow those of the capabilities.
const (
	noneAt = iota
	whichAt
	classes
)

// weigh multiplies the lexical weights of one feature, which lie in
// postings[from:to], with the feature's idf.
func (ix *index) weigh(feature int, from, to uint32, live int) {
	w := idf(live, int(to-from)) * impactScale
	for i := from; i < to; i++ {
		p := &ix.postings[i]
		p.impact = int32(math.Round(w * float64(p.impact)))
		ix.info[feature] = max(ix.info[feature], p.impact)
	}
}

// merge adds up lexical and learned postings of the same feature and
// capability.
func (ix *index) merge() {
	var out uint32
	for f := range ix.info {
		list := ix.list(f)
		slices.SortStableFunc(list, func(a, b posting) int { return int(a.id - b.id) })
		start := out
		for _, p := range list {
			if out > start && ix.postings[out-1].id == p.id {
				ix.postings[out-1].impact += p.impact
				continue
			}
			ix.postings[out] = p
			out++
		}
		ix.starts[f] = start
	}
	ix.starts[len(ix.info)] = out
	ix.postings = ix.postings[:out]
}

// impact is the contribution of a feature to a capability, zero when it has
// none.
func (ix *index) impact(feature int, id int32) int32 {
	list := ix.list(feature)
	i, ok := slices.BinarySearchFunc(list, id, func(p posting, id int32) int { return int(p.id - id) })
	if !ok {
		return 0
	}
	return list[i].impact
}
