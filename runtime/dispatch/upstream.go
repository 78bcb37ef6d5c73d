package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
)

// Upstream is a server that executes calls. Its Call must be safe for
// concurrent use and end when the context does.
type Upstream interface {
	// Name is the server's name as descriptors give it in "server".
	Name() string
	// Call executes one tool. An error means that the call did not come
	// through; a call that came through and failed is a Result with IsError.
	Call(ctx context.Context, c Call) (Result, error)
}

// Call is one validated call.
type Call struct {
	// Tool is the tool's name on the server: the capability's id without the
	// server's name before it.
	Tool string
	// Action is the chosen operation, "" for a tool that has but one. When the
	// tool's schema has an argument "action", Args hold it too.
	Action string
	// Args is a JSON object that the tool's input schema accepts. Numbers are
	// as the caller wrote them.
	Args json.RawMessage
	// Caller names whom the call is for, "" when nobody is known.
	Caller string
	// Scope is whose rewards count for the caller, and Operator says that the caller
	// may see and change those of others.
	Scope    runtime.Scope
	Operator bool
}

// Result is what a call gave.
type Result struct {
	// Structured is the result as one JSON value, nil when there is none.
	Structured json.RawMessage
	// Text is the result as text. It counts when Structured is nil.
	Text string
	// Content holds parts that are no text, such as images, as a JSON array of
	// MCP content blocks; nil when there are none.
	Content json.RawMessage
	// IsError says that the call came through and failed.
	IsError bool
	// Raw is the result as the upstream sent it, nil when there is no such
	// thing: for carriers that pass results through unchanged.
	Raw json.RawMessage
	// Refused is the protocol error that the upstream answered with, nil for a
	// result. IsError is set with it, and Text says the same.
	Refused *Refusal
	// Open says that the upstream needs answers of the client before it goes
	// on, and Raw what it asks. The call is then made again with them.
	Open bool
}

// Refusal is a protocol error with which an upstream answered a call.
type Refusal struct {
	Code    int
	Message string
	Data    json.RawMessage
}

// ErrNotCalled is wrapped in the error of an upstream that refuses to make a call:
// nothing was executed, and nothing is learned of it.
var ErrNotCalled = errors.New("the call was not made")

// SelfTimed is an upstream that bounds its calls itself, for it knows when one
// makes progress. The dispatcher does not bound them then.
type SelfTimed interface {
	Upstream
	// Patience is how long a call may take, or how long it may be silent.
	Patience() time.Duration
}

// Upstreams tells which server executes which capability. The zero value
// knows none. It is safe for concurrent use.
type Upstreams struct {
	mu     sync.RWMutex
	byName map[string]Upstream
}

// NewUpstreams returns a registry of these servers, each under its own name.
func NewUpstreams(list ...Upstream) *Upstreams {
	u := &Upstreams{}
	for _, one := range list {
		u.Register(one.Name(), one)
	}
	return u
}

// Register lets a server execute the capabilities whose "server" is name. The
// empty name is the surface's own platform: the capabilities without a server.
// A nil upstream takes the name out.
func (u *Upstreams) Register(name string, upstream Upstream) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if upstream == nil {
		delete(u.byName, name)
		return
	}
	if u.byName == nil {
		u.byName = map[string]Upstream{}
	}
	u.byName[name] = upstream
}

// Lookup returns the server of that name.
func (u *Upstreams) Lookup(name string) (Upstream, bool) {
	if u == nil {
		return nil, false
	}
	u.mu.RLock()
	defer u.mu.RUnlock()
	upstream, ok := u.byName[name]
	return upstream, ok
}
