package dispatch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
)

// carryOut executes the plan, previews it, or says why it can't be executed.
func (t *turn) carryOut(ctx context.Context, p *plan) *Reply {
	needsPlan := p.needsPlan()
	switch {
	case p.rec.Kind.Instructs():
		return t.readSkill(p)
	case !t.d.connected(p.rec):
		return t.notConnected(p)
	case needsPlan && !t.req.executes():
		return p.preview(t.d.plans.put(p), OK)
	case !t.req.executes():
		return p.preview("", OK)
	case needsPlan:
		if reply := t.confirm(ctx, p); reply != nil {
			return reply
		}
	}
	return t.execute(ctx, p)
}

// needsPlan reports a call that runs only when its preview is sent back.
func (p *plan) needsPlan() bool {
	return needsPlan(p.rec, p.effect) || p.wantsConfirmation() || p.unasked
}

// Previewed reports whether calls of an action run only when their preview is
// sent back: those that destroy, those of a capability that requires approval
// unless the action is known to read, and likewise those of a tool that asks for
// confirmation itself (AsksToConfirm).
func Previewed(rec *runtime.Record, action string, asksToConfirm bool) bool {
	effect := Assess(rec, action)
	return needsPlan(rec, effect) || asksToConfirm && !effect.surelyReads()
}

func needsPlan(rec *runtime.Record, effect Assessment) bool {
	approval := rec.Approval != "" && rec.Approval != "auto"
	return effect.Effect == Destroy || approval && !effect.surelyReads()
}

// Preview is the result of a call that was not made.
type Preview struct {
	Preview bool          `json:"preview"`
	Call    PreviewedCall `json:"call"`
	// Effect is "read", "mutate" or "destroy"; Because says what it was read
	// from.
	Effect   string `json:"effect"`
	Because  string `json:"because"`
	Approval string `json:"approval,omitempty"`
	// Next says how to have it executed.
	Next string `json:"next"`
}

// PreviewedCall is a call as an upstream would get it.
type PreviewedCall struct {
	Server    string          `json:"server"`
	Tool      string          `json:"tool"`
	Action    string          `json:"action,omitempty"`
	Arguments json.RawMessage `json:"arguments"`
}

func (p *plan) call() PreviewedCall {
	return PreviewedCall{Server: p.rec.Server, Tool: p.toolName(), Action: p.action, Arguments: p.args.encode()}
}

// toolName is the tool's name on its server.
func (p *plan) toolName() string {
	if p.rec.Name != "" {
		return p.rec.Name
	}
	return strings.TrimPrefix(p.rec.ID, p.rec.Server+"/")
}

// shown is what is to be seen of a call before it runs.
func (p *plan) shown() Preview {
	shown := Preview{Preview: true, Call: p.call(), Effect: p.effect.Effect.String(), Because: p.effect.Why}
	if p.needsPlan() {
		shown.Approval = p.rec.Approval
	}
	if p.unasked {
		shown.Because += ", and the request was a question"
	}
	return shown
}

// preview shows the filled call. With a reference, the reference is what
// executes it; without, the same call with execute true.
func (p *plan) preview(ref string, status Status) *Reply {
	routing := p.routing
	next := nextCall(p.verb, p.intent, p.target, p.action, p.args, nil)
	result := p.shown()
	if ref == "" {
		yes := true
		next.Execute = &yes
		result.Next = "call " + p.verb.String() + " again with execute true"
	} else {
		routing.PlanRef = ref
		next.Hints[hintPlanRef] = ref
		result.Next = fmt.Sprintf("nothing was done; to have it done, call %s with plan_ref in the hints within %.0f minutes", p.verb, PlanLifetime.Minutes())
	}
	routing.Options = []Option{next}
	return &Reply{Result: result, Routing: routing, Status: status}
}

// connected reports whether a server executes the capability.
func (d *view) connected(rec *runtime.Record) bool {
	_, ok := d.opt.Upstreams.Lookup(rec.Server)
	return ok
}

// execute makes the call.
func (t *turn) execute(ctx context.Context, p *plan) *Reply {
	upstream, ok := t.d.opt.Upstreams.Lookup(p.rec.Server)
	if !ok {
		return t.notConnected(p)
	}
	result, err := t.d.call(ctx, upstream, Call{
		Tool: p.toolName(), Action: p.action, Args: p.args.encode(), Caller: p.caller, Scope: t.d.scope(t.req), Operator: t.req.Operator,
	})
	reply := &Reply{Routing: p.routing, Executed: true}
	if err == nil {
		reply.Upstream = &result
	}
	reply.Routing.Unavailable = t.routing.Unavailable
	switch {
	case ctx.Err() != nil:
		// The caller left; that says nothing about the tool.
		reply.Status, reply.Error = Timeout, fmt.Sprintf("the call of %s was given up: %v", p.rec.ID, context.Cause(ctx))
		return reply
	case errors.Is(err, ErrNotCalled):
		reply.Executed, reply.Status, reply.Error = false, NotAllowed, fmt.Sprintf("%s was not called: %v", p.rec.ID, err)
		return reply
	case errors.Is(err, context.DeadlineExceeded):
		reply.Status, reply.Error = Timeout, fmt.Sprintf("%s did not answer within %v; whether it did its work is not known, so look before you call it again", p.rec.ID, t.d.patience(upstream))
	case err == nil && result.Open:
		t.d.plans.keep(t.hints.planRef, p)
		reply.Status = InputNeeded
		return reply
	case err != nil:
		reply.Status, reply.Error = UpstreamError, fmt.Sprintf("the call of %s on %s failed: %v", p.rec.ID, serverName(p.rec.Server), err)
	case result.IsError:
		reply.Status, reply.Error = UpstreamError, errorText(p.rec.ID, result)
		if result.Structured != nil || result.Content != nil {
			reply.Result = result.value()
		}
	default:
		reply.Result = result.value()
	}
	reply.Worked = err == nil && Succeeded(result)
	t.learn(ctx, p, reply.Worked)
	return reply
}

// learn passes the outcome on, if it teaches anything.
func (t *turn) learn(ctx context.Context, p *plan, success bool) {
	if !p.trains {
		return
	}
	t.d.record(p, success)
	if t.d.opt.Outcomes == nil {
		return
	}
	t.d.opt.Outcomes.Record(ctx, Outcome{Verb: p.verb, Capability: p.rec.ID, Caller: p.caller, Success: success})
}

// call bounds the call in time and keeps a panic of the upstream from taking
// the others down.
func (d *view) call(ctx context.Context, u Upstream, c Call) (result Result, err error) {
	if _, bounds := u.(SelfTimed); !bounds {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d.opt.CallTimeout)
		defer cancel()
	}
	defer func() {
		if cause := recover(); cause != nil {
			result, err = Result{}, fmt.Errorf("the upstream panicked: %v", cause)
		}
	}()
	result, err = u.Call(ctx, c)
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return result, err
}

// patience is how long a call of the upstream may take.
func (d *view) patience(u Upstream) time.Duration {
	if timed, ok := u.(SelfTimed); ok {
		return timed.Patience()
	}
	return d.opt.CallTimeout
}

// value is the result as it stands in a reply: JSON as JSON, text as text.
func (r Result) value() any {
	switch {
	case r.Structured != nil && json.Valid(r.Structured):
		return r.Structured
	case r.Content != nil && json.Valid(r.Content):
		return map[string]any{"text": r.Text, "content": r.Content}
	}
	text := bytes.TrimSpace([]byte(r.Text))
	if len(text) > 0 && (text[0] == '{' || text[0] == '[') && json.Valid(text) {
		return json.RawMessage(text)
	}
	return r.Text
}

func errorText(id string, r Result) string {
	text := strings.TrimSpace(r.Text)
	if text == "" && r.Structured != nil {
		text = string(r.Structured)
	}
	if text == "" {
		text = "no reason given"
	}
	return id + " failed: " + text
}

func serverName(name string) string {
	if name == "" {
		return "the platform"
	}
	return name
}
