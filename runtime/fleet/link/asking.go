package link

import (
	"sync"
	"sync/atomic"
)

const (
	// MaxQuestions is how many questions of a server are open at once, over one
	// connection. A person answers one after the other.
	MaxQuestions = 64
	// MaxReplies is how many answers that nobody has to think about, to pings and
	// to questions that are refused, are on their way at once over HTTP, where each
	// is a request.
	MaxReplies = 32
)

// asking bounds what a server asks its client: each open question holds its
// parameters and someone who waits, for as long as a call may take.
type asking struct {
	mu sync.Mutex
	// open questions, and the bytes of their parameters.
	open, bytes int
	replies     atomic.Int64
	excess      sync.Once // is told
	unheard     sync.Once // an answer that did not arrive is told
}

// begin lets a question of that many bytes in, if it is not one too many. Together
// they may be as long as one message; a longer one is let in alone.
func (a *asking) begin(bytes int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open >= MaxQuestions || a.open > 0 && a.bytes+bytes > MaxMessage {
		return false
	}
	a.open++
	a.bytes += bytes
	return true
}

func (a *asking) end(bytes int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.open--
	a.bytes -= bytes
}

// beginReply lets a reply over HTTP go, if it is not one too many.
func (a *asking) beginReply() bool {
	if a.replies.Add(1) > MaxReplies {
		a.replies.Add(-1)
		return false
	}
	return true
}

func (a *asking) endReply() { a.replies.Add(-1) }

// asksTooMuch says once what a server does that asks more than is answered.
func (c *Conn) asksTooMuch(method string) {
	c.asking.excess.Do(func() {
		c.opt.Log.Warn("the server asks more than is answered at once; what is too much is refused",
			"method", method, "questions", MaxQuestions, "replies", MaxReplies)
	})
}
