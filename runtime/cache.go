package runtime

import (
	"hash/maphash"
	"sync"
	"sync/atomic"

	"github.com/sextant-mcp/sextant/runtime/text"
)

const (
	// DefaultCache is how many requests a cache keeps.
	DefaultCache = 256
	// CacheFrom is from how many capabilities on New gives a router a cache. To
	// find a request in it costs the same on every surface, about a fifth of
	// ranking among a hundred capabilities and a fortieth of ranking among three
	// thousand (BenchmarkCache); to look in vain and keep the result costs a
	// quarter to a half of ranking among a hundred. So on a small surface a cache
	// pays when more than about every third request was made before, which is not
	// to be expected; with a thousand capabilities one in twenty is enough.
	CacheFrom = 1000
)

// maxCache bounds what a caller can ask for: about 950 bytes each.
const maxCache = 1 << 16

// WithCache returns a router of the same tables that remembers the rankings by
// words of the last so many requests; zero or less remembers none. New gives a
// router of CacheFrom capabilities or more a cache of DefaultCache by itself.
//
// An entry is found by verb and words, as the analyzer reads them, so that case,
// accents and punctuation make no difference. Hints have no part in a ranking: a
// pinned tool is not ranked, and the rest are arguments. What is kept is the
// candidates by words; rewards are applied after the entry is found, so that an
// outcome neither empties the cache nor is hidden by it. Other tables are another
// router with a cache of its own. No text is kept: the key is a 128-bit hash whose
// seeds are random in each process. A request that is a capability's name, and a
// query that restricts the candidates in any way but by verb, go past the cache.
func (r *Router) WithCache(entries int) *Router {
	out := *r
	out.cache = nil
	if entries > 0 {
		out.cache = newCache(&out, min(entries, maxCache))
	}
	return &out
}

// CacheStats says what a router's cache did so far.
type CacheStats struct {
	// Size is how many requests it can keep, zero for a router without one;
	// Entries is how many it keeps.
	Size    int    `json:"size"`
	Entries int    `json:"entries"`
	Hits    uint64 `json:"hits"`
	Misses  uint64 `json:"misses"`
	// HitRate is the share of hits, 0 before the first request.
	HitRate float64 `json:"hit_rate"`
}

// CacheStats reads the counters.
func (r *Router) CacheStats() CacheStats {
	c := r.cache.of(r)
	if c == nil {
		return CacheStats{}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	stats := CacheStats{Size: len(c.lru.items), Entries: c.lru.used, Hits: c.hits.Load(), Misses: c.misses.Load()}
	if asked := stats.Hits + stats.Misses; asked > 0 {
		stats.HitRate = float64(stats.Hits) / float64(asked)
	}
	return stats
}

// cache keeps what ranking by words gave. A nil cache keeps nothing.
type cache struct {
	// owner is whose rankings these are. A router made from a copy of another has
	// other rankings, and no cache until it makes one.
	owner        *Router
	seeds        [2]maphash.Seed
	hits, misses atomic.Uint64

	mu  sync.Mutex
	lru lru
}

func newCache(owner *Router, entries int) *cache {
	return &cache{owner: owner, seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, lru: newLRU(entries)}
}

// another is a new cache of the same size for another router.
func (c *cache) another(owner *Router) *cache {
	if c == nil {
		return nil
	}
	return newCache(owner, len(c.lru.items))
}

// of is the cache if it is the router's own.
func (c *cache) of(r *Router) *cache {
	if c == nil || c.owner != r {
		return nil
	}
	return c
}

// cacheKey is a request in 128 bits; the zero key is none.
type cacheKey [2]uint64

// key hashes what a ranking depends on: the verb, and the words as ranking reads
// them, as they are written, for compounds and typing errors, and stemmed. No word
// holds the bytes that part them.
func (c *cache) key(q Query) cacheKey {
	const wordEnd, stemEnd, cut, cutLetter = 0xff, 0xfe, 0xfd, 0xfc
	h := pairHash{seeds: c.seeds}
	h.add(nil, byte(q.Verb))
	var s text.Scanner
	s.Reset(q.Intent)
	for n := 0; s.Next(); n++ {
		if n == MaxTokens {
			h.add(nil, cut)
			break
		}
		raw, token := s.Raw(), s.Token()
		h.add(raw, wordEnd)
		if string(raw) != string(token) {
			h.add(token, stemEnd)
		}
		if start, end := s.Span(); s.Joined() && isCutLetter(q.Intent, start, end) {
			h.add(nil, cutLetter)
		}
	}
	return h.sum()
}

// ranked is what ranking by words makes of a request: all that deciding needs.
type ranked struct {
	info, none, which int32
	tokens, length    int
	words             int
	cut, skill        bool
	named             int32
	elsewhere         hit
	n                 int
	hits              [pool]hit
}

// recall answers from the cache; ok is false when the request is not in it. The
// key goes to the request, for keep.
func (r *Router) recall(dst []Candidate, q Query, req *request) (d Decision, out []Candidate, ok bool) {
	c := r.cache.of(r)
	if c == nil || q.Among != nil {
		return d, dst, false
	}
	req.key = c.key(q)
	var e ranked
	if !c.get(req.key, &e) {
		return d, dst, false
	}
	// The features stay: those of a request that was read all the same.
	req.info, req.tokens, req.length, req.words, req.cut, req.skill = e.info, e.tokens, e.length, e.words, e.cut, e.skill
	req.whole, req.spelled, req.intent = -1, -1, q.Intent
	sel := selector{r: r, req: req, verb: q.Verb, named: e.named, none: e.none, which: e.which, elsewhere: e.elsewhere}
	top := topK{hits: e.hits, n: e.n, k: pool}
	d, out = r.settled(dst, q, req, &sel, &top)
	return d, out, true
}

// keep remembers a ranking. The name of a capability is not kept: what it finds
// depends on every byte of it.
func (c *cache) keep(r *Router, req *request, sel *selector, top *topK) {
	if c = c.of(r); c == nil || req.whole >= 0 || req.key == (cacheKey{}) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.lru.add(req.key)
	*e = ranked{
		info: req.info, tokens: req.tokens, length: req.length, words: req.words, cut: req.cut, skill: req.skill,
		none: sel.none, which: sel.which, named: sel.named, elsewhere: sel.elsewhere, n: top.n, hits: top.hits,
	}
}

func (c *cache) get(k cacheKey, e *ranked) bool {
	c.mu.Lock()
	found := c.lru.get(k)
	if found != nil {
		*e = *found
	}
	c.mu.Unlock()
	if found == nil {
		c.misses.Add(1)
		return false
	}
	c.hits.Add(1)
	return true
}

// kept is how many hits of a query are selected: all that may be wanted of it
// later, when rewards or the cache may ask.
func (r *Router) kept(q Query) int {
	if q.Rewards != nil || r.cache.of(r) != nil {
		return pool
	}
	return q.K
}
