package args

import (
	"maps"
	"sync"
	"sync/atomic"
)

// ruleStems are the stems of the words that rules look for in names. Those are
// written in the rules, so there are a few hundred of them and never more.
var ruleStems struct {
	known atomic.Pointer[map[string]string]
	mu    sync.Mutex // over additions
}

// ruleStem is the stem of a word of a rule, worked out once. It must not be asked for
// words of requests or schemas, which it would keep.
func ruleStem(word string) string {
	if known := ruleStems.known.Load(); known != nil {
		if stem, ok := (*known)[word]; ok {
			return stem
		}
	}
	ruleStems.mu.Lock()
	defer ruleStems.mu.Unlock()
	next := map[string]string{}
	if known := ruleStems.known.Load(); known != nil {
		maps.Copy(next, *known)
	}
	next[word] = stemOf(word)
	ruleStems.known.Store(&next)
	return next[word]
}
