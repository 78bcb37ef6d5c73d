package runtime

// pool is how many of the best candidates by words are kept for rewards to order,
// however many the caller wants, so that the first one does not depend on K. It
// is also what the cache keeps of a request.
const pool = MaxK

// conclude turns the selected hits into the answer and keeps them for the next
// request of the kind.
func (r *Router) conclude(dst []Candidate, q Query, req *request, sel *selector, top *topK) (Decision, []Candidate) {
	r.cache.keep(r, req, sel, top)
	return r.settled(dst, q, req, sel, top)
}

// settled lets what was learned order the hits and decides.
func (r *Router) settled(dst []Candidate, q Query, req *request, sel *selector, top *topK) (Decision, []Candidate) {
	k := wantedK(q.K)
	if q.Rewards != nil && req.whole < 0 {
		ordered := *top
		if q.Rewards.order(r, q, &ordered) {
			return r.weighed(dst, req, sel, top, &ordered, k)
		}
	}
	return r.decide(dst, req, sel, top.first(k), k)
}

// first is what deciding needs for k candidates.
func (t *topK) first(k int) []hit { return t.hits[:min(t.n, max(k, minK))] }

// order applies rewards to the scores and sorts, and reports whether any changed.
// What more speaks against than for stays where it is.
func (w *Rewards) order(r *Router, q Query, top *topK) (changed bool) {
	now := w.now()
	for i := range top.hits[:top.n] {
		h := &top.hits[i]
		c := &r.caps[h.id]
		cell := w.table.find(c.place, q.Scope, c.rewardVerb(q.Verb))
		if cell == nil || h.score <= 0 {
			continue
		}
		// The conversion drops the fraction, so that no score moves by more than
		// the weight says.
		h.learned = int32(float64(h.score) * w.opt.Weight * (w.read(cell, now) - w.opt.Prior))
		h.score += h.learned
		changed = changed || h.learned != 0
	}
	if changed {
		top.sort()
	}
	return changed
}

// reward is what the query's rewards say of a capability.
func (r *Router) reward(q Query, number int) float64 {
	if q.Rewards == nil {
		return DefaultPrior
	}
	c := &r.caps[number]
	return q.Rewards.Reward(RewardKey{Scope: q.Scope, Verb: c.rewardVerb(q.Verb), Capability: c.id})
}

// rewardVerb is the verb whose outcomes count for a query: its own, and for find,
// which executes nothing, the first that the capability declares.
func (c *capability) rewardVerb(v Verb) Verb {
	if v.searchesAll() {
		return c.primary
	}
	return v
}

// sort orders the hits again, by insertion: they are few and nearly in order.
func (t *topK) sort() {
	for i := 1; i < t.n; i++ {
		h := t.hits[i]
		j := i
		for ; j > 0 && h.better(t.hits[j-1]); j-- {
			t.hits[j] = t.hits[j-1]
		}
		t.hits[j] = h
	}
}

// weighed decides on an order that rewards changed. Rewards only choose which
// candidate comes first: whether to route, to ask or to refuse is up to the words,
// and so is whether another verb is meant. A request that nothing fits stays one,
// a question is not answered in the caller's place, and a route stays a route when
// outcomes bring two candidates close together, for questions teach nothing: it
// would stay a question for good. Where the words would not bear out what comes
// first now, their own order stays.
func (r *Router) weighed(dst []Candidate, req *request, sel *selector, lexical, ordered *topK, k int) (Decision, []Candidate) {
	from := len(dst)
	d, byWords := r.decide(dst, req, sel, lexical.first(k), k)
	if r.refuses(&d, req, sel, lexical.first(k)) {
		return d, byWords
	}
	here := *sel
	here.unasked = d.Elsewhere < 0
	first := lexical.hits[0].id
	e, learned := r.decide(byWords[:from], req, &here, ordered.first(k), k)
	if r.refuses(&e, req, &here, ordered.first(k)) {
		return r.decide(byWords[:from], req, sel, lexical.first(k), k)
	}
	e.Outcome, e.Reason, e.Elsewhere = d.Outcome, d.Reason, d.Elsewhere
	e.Overturned = ordered.n > 0 && ordered.hits[0].id != first
	return e, learned
}

// refuses tells whether the request is refused, or would be if it did not look
// like one that several serve: what it is asked about then is as the words have it.
func (r *Router) refuses(d *Decision, req *request, sel *selector, hits []hit) bool {
	return d.Outcome == NoMatch || d.Reason == LooksAmbiguous && r.foreign(d, req, sel, hits)
}
