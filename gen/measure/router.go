package measure

import "github.com/sextant-mcp/sextant/runtime"

// FromRouter measures a compiled surface. The ranker is an Explainer and Timed:
// what is timed is Resolve, not the full ranking.
func FromRouter(r *runtime.Router) Ranker { return &routed{r} }

type routed struct{ router *runtime.Router }

func (r *routed) Rank(q Question) Answer {
	d, all := r.router.RankAmong(query(q), r.allow(q.Pool))
	a := Answer{Outcome: d.Outcome, Confidence: d.Confidence, IDs: make([]string, len(all))}
	for i, c := range all {
		a.IDs[i] = c.ID
	}
	return a
}

func query(q Question) runtime.Query {
	return runtime.Query{Verb: q.Verb, Intent: q.Intent, K: runtime.MaxK}
}

// allow is the pool as a test of numbers, nil without a pool.
func (r *routed) allow(pool []string) func(int) bool {
	if pool == nil {
		return nil
	}
	in := make(map[int]bool, len(pool))
	for _, id := range pool {
		if n, ok := r.router.Lookup(id); ok {
			in[n] = true
		}
	}
	return func(number int) bool { return in[number] }
}

func (r *routed) Evidence(q Question, id string) []runtime.Evidence {
	for _, c := range r.router.Explain(query(q)).Candidates {
		if c.ID == id {
			return c.Evidence
		}
	}
	return nil
}

// Op resolves without a cache: a request that is asked again and again would
// show how fast answers are remembered.
func (r *routed) Op() func(q Question) {
	dst := make([]runtime.Candidate, 0, runtime.DefaultK)
	router := r.router.WithCache(0)
	return func(q Question) {
		router.Resolve(dst, runtime.Query{Verb: q.Verb, Intent: q.Intent, K: runtime.DefaultK})
	}
}
