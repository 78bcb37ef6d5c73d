package fleet

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet/link"
	"github.com/sextant-mcp/sextant/runtime/fleet/peer"
)

// A server of an older revision asks its client while it works on a call. A
// client of the newer revision can't be asked then: it gets the question as the
// result of its request, and makes the request again with the answer. Between
// the two, the call at the server goes on: it is parked.

const (
	// maxParked is how many calls may be parked.
	maxParked = 256
	// parkedFor is how long a call waits for the answer of its client.
	parkedFor = 10 * time.Minute
	// together is how long is waited for a second question, to ask both at once.
	together = 20 * time.Millisecond
	// parkedMark begins the state by which a client names a parked call.
	parkedMark = "sextant-call-"
)

// parking holds the parked calls by state.
type parking struct {
	mu    sync.Mutex
	calls map[string]*parkedCall
}

// parkedCall is a call that may be parked. To the server's connection it is the
// client of the call.
type parkedCall struct {
	mount  *mount
	what   []byte // what is called, with which arguments
	asked  chan *question
	done   chan struct{} // closed when raw or err is there
	raw    json.RawMessage
	err    error
	cancel context.CancelFunc
	expiry *time.Timer

	mu     sync.Mutex
	client peer.Client // of the request that waits, or waited last
	open   []*question
	last   int
}

// question is what the server asked.
type question struct {
	id, method string
	params     json.RawMessage
	answer     chan json.RawMessage
}

// defers reports a client that answers questions only when it makes its request
// again.
func defers(c peer.Client) bool {
	return c.Defers("elicitation/create") || c.Defers("sampling/createMessage") || c.Defers("roots/list")
}

// state is the name of the parked call that a request goes on with, "" without.
func stateOf(answers map[string]json.RawMessage) string {
	var state string
	if json.Unmarshal(answers["requestState"], &state) != nil || !strings.HasPrefix(state, parkedMark) {
		return ""
	}
	return state
}

func whatOf(method string, params link.Params) []byte {
	return encode(map[string]any{"method": method, "name": params["name"], "arguments": params["arguments"], "uri": params["uri"]})
}

// parkable makes a request that is parked when the server asks something.
func (m *mount) parkable(ctx context.Context, client peer.Client, method string, params link.Params) (json.RawMessage, error) {
	p := &parkedCall{mount: m, what: whatOf(method, params), client: client, asked: make(chan *question), done: make(chan struct{})}
	life, cancel := context.WithCancel(context.WithoutCancel(ctx))
	p.cancel = cancel
	begun := m.fleet.goes(func() {
		defer cancel()
		p.raw, p.err = m.perform(life, p, method, params)
		close(p.done)
	})
	if !begun {
		cancel()
		return nil, &AbsentError{m.status()}
	}
	return p.wait(ctx)
}

// resume goes on with a parked call, with the answers of its client.
func (m *mount) resume(ctx context.Context, client peer.Client, state, method string, params link.Params) (json.RawMessage, error) {
	p := m.fleet.parking.take(state)
	if p == nil || p.mount != m || !bytes.Equal(p.what, whatOf(method, params)) {
		if p != nil {
			m.fleet.parking.put(state, p)
		}
		const invalid = -32602
		return nil, &link.Error{Code: invalid, Message: "the request state is not that of a call that waits for this answer; make the call anew"}
	}
	p.expiry.Stop()
	var answers map[string]json.RawMessage
	_ = json.Unmarshal(client.Answers()["inputResponses"], &answers) // none answer nothing
	p.mu.Lock()
	p.client = client
	var still []*question
	for _, q := range p.open {
		if answer, ok := answers[q.id]; ok {
			q.answer <- answer
		} else {
			still = append(still, q)
		}
	}
	p.open = still
	p.mu.Unlock()
	if len(still) > 0 {
		return p.park()
	}
	return p.wait(ctx)
}

// wait returns the result, or the questions of the server.
func (p *parkedCall) wait(ctx context.Context) (json.RawMessage, error) {
	select {
	case <-p.done:
		return p.raw, p.err
	case <-ctx.Done():
		p.cancel()
		<-p.done
		return nil, context.Cause(ctx)
	case q := <-p.asked:
		p.add(q)
	}
	timer := time.NewTimer(together)
	defer timer.Stop()
	for {
		select {
		case q := <-p.asked:
			p.add(q)
			continue
		case <-timer.C:
		}
		return p.park()
	}
}

func (p *parkedCall) add(q *question) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open = append(p.open, q)
}

// park keeps the call and returns its questions as a result.
func (p *parkedCall) park() (json.RawMessage, error) {
	state := parkedMark + rand.Text()
	requests := map[string]any{}
	p.mu.Lock()
	for _, q := range p.open {
		requests[q.id] = map[string]any{"method": q.method, "params": q.params}
	}
	p.mu.Unlock()
	p.expiry = time.AfterFunc(parkedFor, func() {
		if gone := p.mount.fleet.parking.take(state); gone != nil {
			gone.cancel()
		}
	})
	if !p.mount.fleet.parking.put(state, p) {
		p.expiry.Stop()
		p.cancel()
		return nil, fmt.Errorf("too many calls wait for answers of their clients; call again later")
	}
	return encode(map[string]any{"resultType": inputRequired, "inputRequests": requests, "requestState": state}), nil
}

func (k *parking) put(state string, p *parkedCall) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.calls) >= maxParked {
		return false
	}
	if k.calls == nil {
		k.calls = map[string]*parkedCall{}
	}
	k.calls[state] = p
	return true
}

func (k *parking) take(state string) *parkedCall {
	k.mu.Lock()
	defer k.mu.Unlock()
	p := k.calls[state]
	delete(k.calls, state)
	return p
}

// clear gives up all parked calls.
func (k *parking) clear() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for state, p := range k.calls {
		p.expiry.Stop()
		p.cancel()
		delete(k.calls, state)
	}
}

func (p *parkedCall) now() peer.Client {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.client
}

// Accepts implements peer.Client.
func (p *parkedCall) Accepts(method string) bool { return p.now().Defers(method) }

// Defers implements peer.Client.
func (p *parkedCall) Defers(string) bool { return false }

// Request implements peer.Client.
func (p *parkedCall) Request(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
	p.mu.Lock()
	p.last++
	q := &question{id: fmt.Sprint("question-", p.last), method: method, params: params, answer: make(chan json.RawMessage, 1)}
	p.mu.Unlock()
	select {
	case p.asked <- q:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.done:
		return nil, peer.ErrNobody
	}
	select {
	case answer := <-q.answer:
		return answer, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.done:
		return nil, peer.ErrNobody
	}
}

// Notify implements peer.Client.
func (p *parkedCall) Notify(method string, params json.RawMessage) { p.now().Notify(method, params) }

// Capabilities implements peer.Client.
func (p *parkedCall) Capabilities() json.RawMessage { return p.now().Capabilities() }

// LogLevel implements peer.Client.
func (p *parkedCall) LogLevel() string { return p.now().LogLevel() }

// WantsProgress implements peer.Client.
func (p *parkedCall) WantsProgress() bool { return p.now().WantsProgress() }

// Answers implements peer.Client. They went to the questions.
func (p *parkedCall) Answers() map[string]json.RawMessage { return nil }
