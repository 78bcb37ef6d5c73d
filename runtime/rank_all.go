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
	var top topK
	top.init(minK)
	sel := selector{r: r, req: &req, verb: q.Verb, top: &top, k: minK, named: r.named.in(r, &req)}
	hits := r.hitsAmong(&req, &sel, allow)
	top.n = copy(top.hits[:top.k], hits)
	d, _ := r.decide(nil, &req, &sel)
	all := make([]Candidate, len(hits))
	for i, h := range hits {
		c := &r.caps[h.id]
		all[i] = Candidate{Number: int(h.id), ID: c.id, Kind: c.kind, Score: int(h.score), Confidence: r.coverage(&req, h.id)}
	}
	return d, all
}

// hitsAmong scores the request and returns what sel takes for candidates among
// the allowed capabilities, best first.
func (r *Router) hitsAmong(req *request, sel *selector, allow func(int) bool) []hit {
	n := len(r.caps)
	scores := make([]int32, n+classes)
	for _, f := range req.features[:req.n] {
		for _, p := range r.index.list(int(f)) {
			scores[p.id] += p.impact
		}
	}
	sel.none, sel.which = scores[n+noneAt], scores[n+whichAt]
	var hits []hit
	for id, score := range scores[:n] {
		if score == 0 || allow != nil && !allow(id) {
			continue
		}
		// The selector judges one at a time: what it takes is a candidate.
		sel.top.n = 0
		sel.consider(int32(id), score)
		hits = append(hits, sel.top.hits[:sel.top.n]...)
	}
	slices.SortFunc(hits, func(a, b hit) int {
		switch {
		case a.better(b):
			return -1
		case b.better(a):
			return 1
		}
		return 0
	})
	return hits
}
