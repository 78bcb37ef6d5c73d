package runtime

// sum is what a request's features add up to for one capability.
type sum struct {
	score int32
	// cover is the information of the words that speak for the capability.
	cover int32
	// said is what the words say for it: their impacts, those against it left
	// out.
	said int32
}

// hit is a scored capability on its way into the ranking.
type hit struct {
	score int32
	id    int32
	// secondary is set when the query's verb is not the first one that the
	// capability declares.
	secondary bool
	cover     int32
	said      int32
	// learned is the part of the score that rewards added, verb the part that the
	// query's verb added.
	learned, verb int32
}

// byWords is the score without what rewards added: they have no say in whether the
// surface serves a request.
func (h hit) byWords() int32 { return h.score - h.learned }

// namedLead is what a step of nameTier counts for in the order: more than any
// score. It is part of the score while hits are selected only, so that ordering
// them stays one comparison.
const namedLead = 1 << 26

// better orders hits: the higher score, then the declared primary verb, then
// the lower number. It is a total order, so no ranking depends on the order in
// which hits come in.
func (h hit) better(o hit) bool {
	if h.score != o.score {
		return h.score > o.score
	}
	if h.secondary != o.secondary {
		return o.secondary
	}
	return h.id < o.id
}

// rank scores, selects and decides. sums must be zero and is left zero.
func (r *Router) rank(dst []Candidate, q Query, req *request, sums []sum) (Decision, []Candidate) {
	var top topK
	top.init(r.kept(q))
	sel := r.selector(q.Verb, req)
	sel.among = q.Among
	touched := r.add(req, sums)
	sel.takeClasses(sums, len(r.caps))
	sums = sums[:len(r.caps)]
	// A second walk over the lists finds the touched capabilities and clears
	// their sums; past a point walking over all sums is shorter.
	if touched < len(sums)/2 {
		for _, f := range req.features[:req.n] {
			for _, p := range r.index.list(int(f)) {
				if int(p.id) < len(sums) && sums[p.id] != (sum{}) {
					sel.consider(&top, p.id, sums[p.id])
					sums[p.id] = sum{}
				}
			}
		}
	} else {
		for id, s := range sums {
			if s != (sum{}) {
				sel.consider(&top, int32(id), s)
				sums[id] = sum{}
			}
		}
	}
	return r.conclude(dst, q, req, &sel, &top)
}

// add adds up the impacts of the request's features and says how many postings
// that were.
func (r *Router) add(req *request, sums []sum) (touched int) {
	share := int32(r.tables.Fit.LeastShare)
	for i, f := range req.features[:req.n] {
		list := r.index.list(int(f))
		touched += len(list)
		info := r.index.info[f]
		if i >= req.words {
			info = 0 // pairs repeat what their words say
		}
		for _, p := range list {
			s := &sums[p.id]
			s.score += p.impact
			if p.impact > 0 {
				if share == 0 || p.impact*share > info {
					s.cover += info
				}
				if i < req.words {
					s.said += p.impact
				}
			}
		}
	}
	return touched
}

// selector takes the scored capabilities one by one and tells which are
// candidates.
type selector struct {
	r    *Router
	req  *request
	verb Verb
	// named is the skill that the request names, -1 when it names none.
	named int32
	// among holds the capabilities that may be candidates, nil for all.
	among *Set
	// none and which are the scores of the two classes.
	none, which int32
	// elsewhere is the best capability that only the verb rules out.
	elsewhere hit
	// unasked is set where it was decided before, by the words alone, that what lies
	// elsewhere is not to be asked about.
	unasked bool
}

func (r *Router) selector(v Verb, req *request) selector {
	return selector{r: r, req: req, verb: v, named: r.named.in(r, req), elsewhere: hit{id: -1}}
}

// takeClasses moves the sums of the two classes, which stand behind those of
// n capabilities, to the selector.
func (s *selector) takeClasses(sums []sum, n int) {
	s.none, s.which = sums[n+noneAt].score, sums[n+whichAt].score
	sums[n+noneAt], sums[n+whichAt] = sum{}, sum{}
}

// consider ranks one scored capability, if it is a candidate at all: nothing
// is that no word of the request speaks for.
func (s *selector) consider(top *topK, id int32, got sum) {
	if got.cover == 0 && got.score <= 0 || s.among != nil && !s.among.Has(int(id)) {
		return
	}
	c := &s.r.caps[id]
	if !c.live {
		return // Restrict took it out
	}
	score := s.settle(got)
	bonus := c.verbBonus(s.verb, score)
	h := hit{score: score + bonus, verb: bonus, id: id, secondary: c.primary != s.verb, cover: got.cover, said: got.said}
	if s.req.whole >= 0 {
		h.score += namedLead * s.r.nameTier(s.req, id)
	}
	if s.verb.searchesAll() {
		h.secondary = false
		top.offer(h)
		return
	}
	switch {
	case id == s.named:
		top.offer(h)
	case c.kind.Instructs():
	case c.verbs.has(s.verb):
		top.offer(h)
	case s.elsewhere.id < 0 || h.better(s.elsewhere):
		s.elsewhere = h
	}
}

// settle takes off half of the share of the request that a capability does not
// account for, so that one that answers all of it beats one that answers a
// single word of it very well.
func (s *selector) settle(got sum) int32 {
	if got.score <= 0 || s.req.info == 0 {
		return got.score
	}
	info := int64(s.req.info)
	return int32(int64(got.score) * (info + int64(min(got.cover, s.req.info))) / (2 * info))
}

// verbShare is the part of its score that a capability gains by its first verb. Of
// 1,600 phrasings of 200 public tools, each quarter routed by what was learned from
// the rest, an eighth routes 826 right, a quarter 831 and a half 841. That it is not
// a half was chosen on development rows: ambiguous requests are then taken for plain
// ones.
const verbShare = 4

// verbBonus is what a capability gains that declares the query's verb first.
func (c *capability) verbBonus(v Verb, score int32) int32 {
	if v.searchesAll() || c.primary != v || score <= 0 {
		return 0
	}
	return score / verbShare
}
