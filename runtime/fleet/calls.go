package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet/link"
	"github.com/sextant-mcp/sextant/runtime/fleet/peer"
)

// inFlight is one call that a server works on.
type inFlight struct {
	client   peer.Client
	patience time.Duration
	ctx      context.Context // of the call
	cancel   context.CancelCauseFunc
	among    *calls
	last     time.Time // it ends then, whatever happens

	// What follows is guarded by the calls that it is among.
	waits int       // how many questions of the server are open
	due   time.Time // it ends then, unless the server says something
}

// alive begins the time anew that the call may be silent.
func (c *inFlight) alive() {
	c.among.mu.Lock()
	defer c.among.mu.Unlock()
	c.due = time.Now().Add(c.patience)
}

// asking stops the time while the client thinks, and starts it afterwards.
func (c *inFlight) asking(open bool) {
	c.among.mu.Lock()
	defer c.among.mu.Unlock()
	if open {
		c.waits++
		return
	}
	c.waits--
	c.due = time.Now().Add(c.patience)
	c.among.arm(c.ends())
}

// ends is when the call has to end as things stand.
func (c *inFlight) ends() time.Time {
	if c.waits > 0 || c.last.Before(c.due) {
		return c.last
	}
	return c.due
}

// inFlightKey is the key of the call in its context. Over HTTP, a question of the
// server comes with the context of the request on whose stream it arrives.
type inFlightKey struct{}

// calls are those that a server works on. One timer ends those that are silent for too
// long: a timer for each call would wake a thread of the runtime for each.
type calls struct {
	mu    sync.Mutex
	open  map[*inFlight]bool
	none  chan struct{} // closed when there are none, while waited for
	timer *time.Timer
	armed time.Time // when the timer fires, zero when it does not
}

// begin notes a call. Its context ends when it is silent for too long.
func (c *calls) begin(ctx context.Context, client peer.Client, patience, longest time.Duration) (context.Context, *inFlight, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	now := time.Now()
	one := &inFlight{client: client, patience: patience, cancel: cancel, among: c, last: now.Add(longest), due: now.Add(patience)}
	ctx = context.WithValue(ctx, inFlightKey{}, one)
	one.ctx = ctx
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == nil {
		c.open = map[*inFlight]bool{}
	}
	c.open[one] = true
	c.arm(one.ends())
	return ctx, one, func() {
		cancel(nil)
		c.end(one)
	}
}

// arm has the timer fire at a time, unless it fires earlier. Nobody stops it: the
// next call finds it running.
func (c *calls) arm(at time.Time) {
	if !c.armed.IsZero() && !at.Before(c.armed) {
		return
	}
	c.armed = at
	if c.timer == nil {
		c.timer = time.AfterFunc(time.Until(at), c.expire)
		return
	}
	c.timer.Reset(time.Until(at))
}

// expire ends the calls whose time is up.
func (c *calls) expire() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.armed = time.Time{}
	now := time.Now()
	for one := range c.open {
		if at := one.ends(); at.After(now) {
			c.arm(at)
		} else {
			one.cancel(context.DeadlineExceeded)
		}
	}
}

func (c *calls) end(one *inFlight) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, one)
	if len(c.open) == 0 && c.none != nil {
		close(c.none)
		c.none = nil
	}
}

func (c *calls) any() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.open) > 0
}

// wait waits until there are none.
func (c *calls) wait(ctx context.Context) {
	c.mu.Lock()
	if len(c.open) == 0 {
		c.mu.Unlock()
		return
	}
	if c.none == nil {
		c.none = make(chan struct{})
	}
	none := c.none
	c.mu.Unlock()
	select {
	case <-none:
	case <-ctx.Done():
	}
}

var errSeveral = errors.New("several clients have calls under way, and the protocol does not say whose call this belongs to")

// only returns the one client that the server's word can be meant for. A server
// does not say to which call a question belongs, so with the calls of several
// clients under way it is nobody's: what one client is asked is no business of
// another. A method is one that the client has to accept, "" for none.
func (c *calls) only(method string) (peer.Client, error) {
	one, err := c.onlyCall(method)
	if err != nil {
		return nil, err
	}
	return one.client, nil
}

// meant is the call that a question belongs to.
func (c *calls) meant(ctx context.Context, method string) (*inFlight, error) {
	one, known := ctx.Value(inFlightKey{}).(*inFlight)
	if !known {
		return c.onlyCall(method)
	}
	return one, one.accepts(method)
}

// accepts tells whether the client answers a method, "" being none.
func (c *inFlight) accepts(method string) error {
	if method != "" && !c.client.Accepts(method) {
		return errors.New("the client that the call is made for does not answer " + method)
	}
	return nil
}

func (c *calls) onlyCall(method string) (*inFlight, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var found *inFlight
	for one := range c.open {
		if found != nil && one.client != found.client {
			return nil, errSeveral
		}
		found = one
	}
	if found == nil {
		return nil, peer.ErrNobody
	}
	return found, found.accepts(method)
}

// asked answers what the server asks of its client.
func (m *mount) asked(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
	call, err := m.calls.meant(ctx, method)
	if err != nil {
		const notFound = -32601
		return nil, &link.Error{Code: notFound, Message: err.Error()}
	}
	call.asking(true)
	defer call.asking(false)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(call.ctx, cancel)() // the question ends with the call
	return call.client.Request(ctx, method, params)
}
