package runtime

import "slices"

// RankAll returns every candidate of the query, best first: the ranking whose
// first K candidates Resolve returns. It is for measuring and allocates; the
// query's K is not looked at.
func (r *Router) RankAll(q Query) []Candidate {
	_, all := r.RankAmong(q, nil)
	return all
}

// RankAmong decides as if the surface held only the capabilities whose numbers
// allow accepts, and returns every candidate among them, best first. A nil allow
// accepts all: then the decision is that of Resolve. Scores are those of the
// whole surface, so how rare a word is does not depend on the pool.
//
// It is for measuring and allocates; the query's K is not looked at.
func (r *Router) RankAmong(q Query, allow func(number int) bool) (Decision, []Candidate) {
	var req request
	r.read(&req, q.Intent, nil)
	sel := r.selector(q.Verb, &req)
	sel.among = q.Among
	sums := make([]sum, len(r.caps)+classes)
	r.add(&req, sums)
	sel.takeClasses(sums, len(r.caps))
	var hits []hit
	for id, s := range sums[:len(r.caps)] {
		if s == (sum{}) || allow != nil && !allow(id) {
			continue
		}
		// The selector judges one at a time: what it takes is a candidate.
		one := topK{k: 1}
		sel.consider(&one, int32(id), s)
		hits = append(hits, one.hits[:one.n]...)
	}
	slices.SortFunc(hits, func(a, b hit) int {
		if a.better(b) {
			return -1
		}
		return 1
	})
	d, all := r.decide(nil, &req, &sel, hits, len(hits))
	return d, all
}
