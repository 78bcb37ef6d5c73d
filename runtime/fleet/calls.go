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
	timer    *time.Timer
	ctx      context.Context // of the call

	mu    sync.Mutex
	waits int // how many questions of the server are open
}

// alive begins the time anew that the call may be silent.
func (c *inFlight) alive() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waits == 0 {
		c.timer.Reset(c.patience)
	}
}

// asking stops the time while the client thinks, and starts it afterwards.
func (c *inFlight) asking(open bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if open {
		c.waits++
		c.timer.Stop()
		return
	}
	if c.waits--; c.waits == 0 {
		c.timer.Reset(c.patience)
	}
}

// inFlightKey is the key of the call in its context. Over HTTP, a question of the
// server comes with the context of the request on whose stream it arrives.
type inFlightKey struct{}

// calls are those that a server works on.
type calls struct {
	mu   sync.Mutex
	open map[*inFlight]bool
	none chan struct{} // closed when there are none, while waited for
}

// begin notes a call. Its context ends when it is silent for too long.
func (c *calls) begin(ctx context.Context, client peer.Client, patience, longest time.Duration) (context.Context, *inFlight, func()) {
	ctx, stop := context.WithTimeout(ctx, longest)
	ctx, cancel := context.WithCancelCause(ctx)
	one := &inFlight{client: client, patience: patience}
	ctx = context.WithValue(ctx, inFlightKey{}, one)
	one.ctx = ctx
	one.timer = time.AfterFunc(patience, func() { cancel(context.DeadlineExceeded) })
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == nil {
		c.open = map[*inFlight]bool{}
	}
	c.open[one] = true
	return ctx, one, func() {
		one.timer.Stop()
		cancel(nil)
		stop()
		c.end(one)
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
