package runtime

import (
	"fmt"
	"strings"
)

// Router ranks the capabilities of one surface. It never changes after New,
// so any number of goroutines may use it at once.
type Router struct {
	tables  *Tables
	caps    []capability
	byID    map[string]int
	index   *index
	typos   *typos
	named   namedSkills
	scratch *freeList
	schemas []string // by number
	live    int
	// whole is the router of the whole surface, nil unless this is a restricted
	// one.
	whole *Router
	cache *cache
}

// New loads tables: it verifies them, parses the rows and builds the lookup
// structures. That takes some 20 ms for a hundred capabilities with forty
// examples each, so do it once. The error wraps ErrForeignTables or ErrAlteredTables, or names the row
// that is malformed.
func New(t *Tables) (*Router, error) {
	if err := t.Verify(); err != nil {
		return nil, err
	}
	r := &Router{tables: t, byID: map[string]int{}, scratch: newFreeList()}
	for text := range strings.Lines(t.Capabilities) {
		c, err := parseCapability(strings.TrimSuffix(text, "\n"), len(r.caps)+1)
		if err != nil {
			return nil, err
		}
		if c.live {
			if t.Fit.Learned && !t.Fit.Requests {
				c.takes = c.parameters()
			}
			r.byID[c.id] = len(r.caps)
			r.live++
		}
		r.caps = append(r.caps, c)
	}
	if len(r.caps) > MaxCapabilities {
		return nil, fmt.Errorf("%d capabilities: a surface holds at most %d", len(r.caps), MaxCapabilities)
	}
	if err := r.markDescribed(); err != nil {
		return nil, err
	}
	var err error
	if r.index, err = newIndex(t, len(r.caps), r.live); err != nil {
		return nil, err
	}
	if r.schemas = strings.Split(t.Schemas, "\n"); len(r.schemas) <= len(r.caps) {
		return nil, fmt.Errorf("%d schema rows for %d capabilities", len(r.schemas)-1, len(r.caps))
	}
	r.typos = newTypos(r.index)
	r.named = newNamedSkills(r)
	if r.live >= CacheFrom {
		r.cache = newCache(r, DefaultCache)
	}
	return r, nil
}

// Tables returns what the router was made from.
func (r *Router) Tables() *Tables { return r.tables }

// Len is the number of capabilities that can be routed to.
func (r *Router) Len() int { return r.live }

// Ids is the number of ids ever given out, retired ones included: candidates'
// numbers are below it.
func (r *Router) Ids() int { return len(r.caps) }

// Lookup returns the number of the capability of that id.
func (r *Router) Lookup(id string) (number int, ok bool) {
	number, ok = r.byID[id]
	return number, ok
}

// Record decodes what is known of a capability; number is a candidate's or
// Lookup's. It allocates. A retired or unknown number is an error.
func (r *Router) Record(number int) (*Record, error) {
	if number < 0 || number >= len(r.caps) || !r.caps[number].live {
		return nil, fmt.Errorf("no capability has number %d", number)
	}
	rec, err := r.caps[number].record()
	if err == nil {
		r.onlyKnown(rec)
	}
	return rec, err
}

// Query is one request to the router.
type Query struct {
	// Verb restricts the candidates to capabilities that list it; Any and Find
	// rank every capability of every kind.
	Verb Verb
	// Intent is the user's words. The first 128 words count.
	Intent string
	// K is how many candidates are wanted, 1..MaxK; zero means DefaultK.
	K int
	// Among restricts the candidates to these capabilities, as if there were no
	// others; nil allows all. How rare a word is does not depend on it.
	Among *Set
	// Rewards order the candidates together with the words; nil leaves it to the
	// words alone. Scope says whose rewards count.
	Rewards *Rewards
	Scope   Scope
}

const (
	// DefaultK is how many candidates a query gets that does not say.
	DefaultK = 5
	// MaxK is the most candidates that a query can ask for.
	MaxK = 32
)

// Candidate is one capability in the ranking.
type Candidate struct {
	// Number is the capability's append-only number, for Record.
	Number int
	// ID is its name.
	ID   string
	Kind Kind
	// Score is the sum of the impacts of the request's features, less half of
	// the share that the capability does not account for, plus the verb's
	// bonus. It may be below zero where more speaks against a capability than
	// for it. Scores of one request compare; scores of two do not.
	Score int
	// Learned is the part of Score that rewards added, negative where they took
	// away.
	Learned int
	// Confidence is the share of the request's information that the capability
	// accounts for, 0..1.
	Confidence float64
}

// smallSurface is up to how many ids the scores are kept on the stack. All of that
// room is cleared for each request, and a goroutine that serves one request grows its
// stack for it, so a larger surface takes its room from those that are kept.
const smallSurface = 128 - classes

// Resolve ranks the capabilities for the query and decides. Candidates are
// appended to dst, best first; with room in dst for K of them Resolve
// allocates nothing. Ties go to the capability that declares the query's verb
// first, then to the one that was declared first (the lower number).
func (r *Router) Resolve(dst []Candidate, q Query) (Decision, []Candidate) {
	var req request
	return r.resolve(dst, q, &req, nil)
}

// resolve is Resolve with the request left behind. With a trace it is read in any
// case; else only where the cache has no answer.
func (r *Router) resolve(dst []Candidate, q Query, req *request, t *trace) (Decision, []Candidate) {
	if t != nil {
		r.read(req, q.Intent, t)
	}
	if d, out, ok := r.recall(dst, q, req); ok {
		return d, out
	}
	if t == nil {
		r.read(req, q.Intent, nil)
	}
	if len(r.caps) <= smallSurface {
		var sums [smallSurface + classes]sum
		return r.rank(dst, q, req, sums[:len(r.caps)+classes])
	}
	s := r.scratch.get(len(r.caps) + classes)
	d, dst := r.rank(dst, q, req, s.sums)
	r.scratch.put(s)
	return d, dst
}

// Behind returns the ids of the capabilities that the verb reaches: those that
// declare it first, then the others, each in order of number. Any and Find
// reach all.
func (r *Router) Behind(v Verb) []string {
	var first, rest []string
	for i := range r.caps {
		switch c := &r.caps[i]; {
		case !c.live:
		case v.searchesAll() || c.verbs.has(v) && c.primary != v:
			rest = append(rest, c.id)
		case c.verbs.has(v):
			first = append(first, c.id)
		}
	}
	return append(first, rest...)
}
