package dispatch

import (
	"container/list"
	"sync"
)

const (
	// MaxRemembered is how many decisions are kept of a caller.
	MaxRemembered = 32
	// MaxCallers is of how many callers decisions are kept; the one that was
	// heard of least recently goes first.
	MaxCallers = 1024
)

// Memory is one routing decision that why can tell of.
type Memory struct {
	Verb         string        `json:"verb"`
	Intent       string        `json:"intent"`
	Decision     string        `json:"decision"`
	ChosenTool   string        `json:"chosen_tool"`
	Action       string        `json:"action,omitempty"`
	Score        int           `json:"score"`
	Confidence   float64       `json:"confidence"`
	MatchedTerms []string      `json:"matched_terms"`
	Why          string        `json:"why"`
	Alternatives []Alternative `json:"alternatives"`
	Pinned       bool          `json:"pinned,omitempty"`
	Executed     bool          `json:"executed"`
	Error        string        `json:"error,omitempty"`
}

func newMemory(req Request, r *Reply) Memory {
	g := r.Routing
	return Memory{
		Verb: g.Verb, Intent: clip(req.Intent), Decision: g.Decision, ChosenTool: g.ChosenTool, Action: g.Action,
		Score: g.Score, Confidence: g.Confidence, MatchedTerms: g.MatchedTerms, Why: g.Why,
		Alternatives: g.Alternatives, Pinned: g.Pinned, Executed: r.Executed, Error: clip(r.Error),
	}
}

// history keeps the last decisions of each caller, bounded in both ways. The
// empty caller has none: it may be anybody, and what one asked is no business
// of another.
type history struct {
	mu       sync.Mutex
	byCaller map[string]*list.Element
	recent   list.List // of *callerHistory, the one heard of last in front
}

type callerHistory struct {
	caller  string
	entries []Memory // oldest first
}

func (h *history) add(caller string, m Memory) {
	if caller == "" {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.byCaller == nil {
		h.byCaller = map[string]*list.Element{}
	}
	e := h.byCaller[caller]
	if e == nil {
		e = h.recent.PushFront(&callerHistory{caller: caller})
		h.byCaller[caller] = e
	}
	h.recent.MoveToFront(e)
	one := e.Value.(*callerHistory)
	if len(one.entries) == MaxRemembered {
		one.entries = append(one.entries[:0], one.entries[1:]...)
	}
	one.entries = append(one.entries, m)
	if h.recent.Len() > MaxCallers {
		last := h.recent.Back()
		delete(h.byCaller, h.recent.Remove(last).(*callerHistory).caller)
	}
}

// last returns the caller's decisions, the newest first.
func (h *history) last(caller string) []Memory {
	h.mu.Lock()
	defer h.mu.Unlock()
	e := h.byCaller[caller]
	if e == nil {
		return nil
	}
	entries := e.Value.(*callerHistory).entries
	out := make([]Memory, 0, len(entries))
	for i := len(entries) - 1; i >= 0; i-- {
		out = append(out, entries[i])
	}
	return out
}

// Forget drops what is remembered of a caller: its session has ended. Plans
// that it has previewed expire by themselves.
func (d *Dispatcher) Forget(caller string) {
	h := &d.history
	h.mu.Lock()
	defer h.mu.Unlock()
	if e := h.byCaller[caller]; e != nil {
		h.recent.Remove(e)
		delete(h.byCaller, caller)
	}
}
