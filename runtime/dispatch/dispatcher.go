package dispatch

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
)

// DefaultCallTimeout is how long a call may take when Options do not say.
const DefaultCallTimeout = 60 * time.Second

// Options adjust a dispatcher. The zero value serves: nothing is connected,
// nothing is learned.
type Options struct {
	// Upstreams execute the calls; nil connects none.
	Upstreams *Upstreams
	// Rewards is what was learned: it has a say in the order of candidates, and
	// outcomes are recorded in it. nil learns nothing and shows the prior.
	Rewards *runtime.Rewards
	// Scope says whose rewards count for a request; nil is that of its Principal,
	// the shared one for a request without.
	Scope func(Request) runtime.Scope
	// Outcomes hears of the outcomes that teach, beside Rewards; nil for nobody.
	Outcomes Outcomes
	// Log is given every request with its reply, before the caller gets it, and
	// must change neither; nil logs nothing. It must be quick and safe for
	// concurrent use.
	Log func(Request, Reply)
	// Planner is the id of the tool that ask falls back to when the best tool
	// needs arguments that the request does not give. A surface without that
	// tool has no such fallback, and neither has one with an empty Planner.
	Planner string
	// CallTimeout bounds one call; zero means DefaultCallTimeout.
	CallTimeout time.Duration
	// Unavailable names the servers that should be there and are not; nil names
	// none. It is asked with every request and must be quick.
	Unavailable func() []Unavailable
	// Absent says why a capability of that name, which is not on the surface, is
	// not there, as an error to tell the caller; nil, or an error of nil, has nothing
	// to say.
	Absent func(name string) error
	// Now is the clock by which plans expire; nil is time.Now.
	Now func() time.Time
}

// Dispatcher carries out requests on one surface. It is safe for concurrent
// use.
type Dispatcher struct {
	now     atomic.Pointer[view]
	opt     Options
	plans   planStore
	history history

	watch    sync.Mutex
	watchers []func()
}

// New returns a dispatcher for the router's surface.
func New(r *runtime.Router, opt Options) (*Dispatcher, error) {
	if opt.CallTimeout < 0 {
		return nil, fmt.Errorf("dispatch: the call timeout is %v; give zero for the default of %v", opt.CallTimeout, DefaultCallTimeout)
	}
	if opt.CallTimeout == 0 {
		opt.CallTimeout = DefaultCallTimeout
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	d := &Dispatcher{opt: opt, plans: planStore{now: opt.Now}}
	if err := d.Swap(r); err != nil {
		return nil, err
	}
	return d, nil
}

// Do carries out one request. It never fails as such: whatever goes wrong is in
// the reply.
func (d *Dispatcher) Do(ctx context.Context, req Request) Reply {
	t := &turn{d: d.now.Load(), req: req, routing: newRouting(req.Verb, d.prior())}
	t.routing.Unavailable = d.unavailable()
	if req.Router != nil && req.Router != t.d.router {
		return *t.routing.reject(Changed, errChanged)
	}
	reply := t.run(ctx)
	if t.remember {
		d.history.add(req.Caller, newMemory(req, reply))
	}
	d.log(req, reply)
	return *reply
}

var errChanged = errors.New("what is served has just changed, so nothing was done; make the call again")

// turn is one request on its way through the dispatcher.
type turn struct {
	d       *view
	req     Request
	hints   hints
	routing Routing
	// direct is set when the caller calls a capability by its name.
	direct *ToolCall
	// remember is set when the turn holds a routing decision that why can tell
	// of later.
	remember bool
}

func (t *turn) run(ctx context.Context) *Reply {
	if _, ok := want[t.req.Verb]; !ok || t.req.OpenVerb != (t.req.Verb == runtime.Any) {
		return t.routing.reject(BadRequest, fmt.Errorf("no verb %q; use ask, find, write, act, manage or why", t.req.Verb))
	}
	var err error
	if t.hints, err = parseHints(t.req.Hints); err != nil {
		return t.routing.reject(BadRequest, err)
	}
	if t.hints.planRef == "" {
		t.hints.planRef = t.req.PlanRef
	}
	t.namedAsCall()
	if err := t.req.check(t.hints); err != nil {
		return t.routing.reject(BadRequest, err)
	}
	if err := t.readContext(); err != nil {
		return t.routing.reject(BadRequest, err)
	}
	if t.req.Verb == runtime.Find {
		return t.find()
	}
	if t.hints.planRef != "" {
		return t.redeem(ctx)
	}
	if t.isLifecycle() {
		return t.lifecycle(ctx)
	}
	if reply := t.aboutRouting(); reply != nil {
		return reply
	}
	t.remember = true
	chosen, reply := t.target()
	if reply != nil {
		return reply
	}
	t.settleVerb(chosen)
	p, reply := t.plan(chosen)
	if reply != nil {
		return reply
	}
	return t.carryOut(ctx, p)
}

// namedAsCall understands hints in the shape of a tool call,
// {"name": ..., "arguments": {...}}, as a pin.
func (t *turn) namedAsCall() {
	raw, ok := t.hints.args["name"]
	if !ok || t.hints.tool != "" || t.hints.args["arguments"] == nil || len(t.hints.args) != 2 {
		return
	}
	if id, err := textOf(raw); err == nil {
		if _, known := t.d.router.Lookup(id); known {
			t.hints.tool = id
			delete(t.hints.args, "name")
		}
	}
}
