package runtime

import "slices"

// Restrict returns a router over the capabilities that keep accepts. The others
// are as if they were not there: no ranking, lookup, list or record names them.
// Scores stay those of the whole surface, so what remains is ranked as before, and
// [Router.Withheld] tells a request for what is gone from one that nothing fits.
// A restricted router can be restricted further. Record rows are decoded once
// to ask keep; a row that is broken is left out.
//
// It is for who may see what of one surface: the tables are shared, so it costs a
// small part of what New does, and many views can be had at once. A part that is
// served as a surface of its own, in which the rest has no say, is
// [Router.Extract].
func (r *Router) Restrict(keep func(*Record) bool) *Router {
	out := *r
	out.whole = r.unrestricted()
	out.caps = slices.Clone(r.caps)
	out.byID = make(map[string]int, len(r.byID))
	out.live = 0
	for i := range out.caps {
		c := &out.caps[i]
		if !c.live {
			continue
		}
		rec, err := r.Record(i)
		if c.live = err == nil && keep(rec); c.live {
			out.byID[c.id] = i
			out.live++
		}
	}
	out.named = newNamedSkills(&out)
	out.cache = r.cache.another(&out)
	return &out
}

// Withheld reports that a request is for a capability that Restrict took out: the
// whole surface would route it there or ask about it, and nothing that is left
// fits nearly as well. It does not say which. A request that is withheld has no
// answer here, whatever comes second; it is false on a router that is not
// restricted.
func (r *Router) Withheld(q Query) bool {
	if r.whole == nil {
		return false
	}
	q.K = MaxK
	d, all := r.whole.Resolve(nil, q)
	if d.Outcome == NoMatch {
		return false
	}
	if d.Elsewhere >= 0 && !r.caps[d.Elsewhere].live {
		return true
	}
	if len(all) == 0 || r.caps[all[0].Number].live {
		return false
	}
	for _, c := range all[1:] {
		if r.caps[c.Number].live {
			return clearlyBehind(c.Score, all[0].Score)
		}
	}
	return true
}

// clearlyBehind is the lead from which evidence elsewhere counts as better; see
// beaten.
func clearlyBehind(score, best int) bool { return 3*score < 2*best }

// unrestricted is the router of the whole surface.
func (r *Router) unrestricted() *Router {
	if r.whole != nil {
		return r.whole
	}
	return r
}

// onlyKnown drops names that the router does not know from a record.
func (r *Router) onlyKnown(rec *Record) {
	if r.whole == nil {
		return
	}
	gone := func(id string) bool {
		_, there := r.whole.byID[id]
		_, here := r.byID[id]
		return there && !here
	}
	rec.Skills = slices.DeleteFunc(rec.Skills, gone)
	rec.Wraps = slices.DeleteFunc(rec.Wraps, gone)
}

// Retired is how many of the Ids belong to capabilities that are gone from the
// sources; those that Restrict took out are none of them.
func (r *Router) Retired() int {
	whole := r.unrestricted()
	return len(whole.caps) - whole.live
}
