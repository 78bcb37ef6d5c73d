package dispatch

import (
	"context"
	"encoding/json"
	"maps"

	"github.com/sextant-mcp/sextant/runtime"
)

// ToolCall is a call of a capability by its own name, for faces that show the
// capabilities themselves and not only the verbs.
type ToolCall struct {
	// Tool is the capability's id.
	Tool string
	// Name is what the caller knows it by, for messages; "" is Tool.
	Name string
	// Action is the operation when Name stands for one of several; then the
	// arguments hold none.
	Action string
	// Args is a JSON object; nil is an empty one.
	Args json.RawMessage
	// PlanRef sends back a preview; Caller and Principal are as in Request.
	PlanRef, Caller, Principal string
	// Operator is as in Request.
	Operator bool
	// Confirm is as in Request.
	Confirm Confirm
}

// Call carries out a call by name. It is a pinned request under whichever verb
// allows what the call does, so the same rules hold: the schema must accept the
// arguments, and what destroys or needs approval is previewed until PlanRef is
// sent back. The options of the reply are calls of the verbs; Option.Direct
// turns them into calls by name.
func (d *Dispatcher) Call(ctx context.Context, c ToolCall) Reply {
	if c.Name == "" {
		c.Name = c.Tool
	}
	now := d.now.Load()
	number, known := now.router.Lookup(c.Tool)
	if !known {
		if err := now.absent(c.Tool); err != nil {
			return *newRouting(runtime.Any, d.prior()).reject(UnknownTool, err)
		}
		return *newRouting(runtime.Any, d.prior()).reject(UnknownTool, errNoCapability(c.Name))
	}
	t := &turn{d: now, routing: newRouting(runtime.Any, d.prior()), direct: &c}
	reply := t.call(ctx, number)
	if t.remember {
		d.history.add(c.Caller, newMemory(t.req, reply))
	}
	d.log(t.req, reply)
	return *reply
}

func (t *turn) call(ctx context.Context, number int) *Reply {
	c := t.direct
	chosen, err := t.d.at(number)
	if err != nil {
		return t.routing.reject(UnknownTool, err)
	}
	args, err := hintFields(c.Args, 0)
	if err != nil {
		return t.routing.reject(BadRequest, err)
	}
	args = args.unnamed(chosen.schema, c.Name, c.Tool, chosen.rec.Name)
	t.hints = hints{tool: c.Tool, action: c.Action, planRef: c.PlanRef, override: true, args: args}
	t.req = Request{Verb: t.directVerb(chosen), Caller: c.Caller, Principal: c.Principal, Operator: c.Operator, Confirm: c.Confirm}
	t.routing = newRouting(t.req.Verb, t.d.prior())
	if c.PlanRef != "" {
		return t.redeem(ctx)
	}
	t.remember = true
	if chosen, reply := t.pin(); reply != nil {
		return reply
	} else if p, reply := t.plan(chosen); reply != nil {
		return reply
	} else {
		return t.carryOut(ctx, p)
	}
}

// directVerb is a verb under which the call may run: that of the plan it sends
// back, else one that allows its effect. Where the operation is still open it is
// one that reads, so that nothing changes by default.
func (t *turn) directVerb(chosen target) runtime.Verb {
	if t.hints.planRef != "" {
		if p, err := t.d.plans.peek(t.hints.planRef, t.direct.Caller); err == nil {
			return p.verb
		}
	}
	ops := chosen.schema.operations(chosen.rec)
	action, err := givenActionName(t.hints.action, t.hints.args, chosen.schema)
	switch {
	case err != nil:
		action = ""
	case action == "" && len(ops) == 1:
		action = ops[0].Name
	case action == "" && chosen.schema.modes != nil:
		action = chosen.schema.defaultAction()
	}
	effect := chosen.assess(action).Effect
	if action == "" && len(ops) > 1 {
		effect = Read
	}
	return verbFor(chosen.rec, effect, chosen.rec.Verbs[0])
}

// DirectCall is a call of a capability by its own name.
type DirectCall struct {
	Tool      string         `json:"tool"`
	Arguments map[string]any `json:"arguments"`
	// Fill names the arguments that are placeholders; see Option.
	Fill []string `json:"fill,omitempty"`
}

// Direct is the option as a call by the name of its capability. The operation
// stands among the arguments unless whole is false, for a name that stands for
// one operation.
func (o Option) Direct(name string, whole bool) DirectCall {
	c := DirectCall{Tool: name, Arguments: map[string]any{}, Fill: o.Fill}
	for key, value := range o.Hints {
		switch key {
		case hintTool, hintToolAlso, hintOverride, hintAction:
		case envelopes[0]:
			if inner, ok := value.(map[string]any); ok {
				maps.Copy(c.Arguments, inner)
				continue
			}
			c.Arguments[key] = value
		default:
			c.Arguments[key] = value
		}
	}
	if action, ok := o.Hints[hintAction]; ok && whole {
		c.Arguments[actionParam] = action
	}
	return c
}

// callText writes a next call for a message: by name in an answer to a call by
// name, else as a call of its verb.
func (t *turn) callText(o Option) string {
	if t.direct == nil {
		return o.text()
	}
	return string(marshal(o.Direct(t.direct.Name, t.direct.Action == "")))
}

// HowToCall is the call of a verb that reaches a capability, with the arguments
// so far and placeholders for those that it needs; action may be "".
func (d *Dispatcher) HowToCall(id, action string, args json.RawMessage) (Option, error) {
	now := d.now.Load()
	number, known := now.router.Lookup(id)
	if !known {
		return Option{}, errNoCapability(id)
	}
	chosen, err := now.at(number)
	if err != nil {
		return Option{}, err
	}
	given, err := hintFields(args, 0)
	if err != nil {
		given = arguments{} // what can't be read is not carried on
	}
	if name, err := givenActionName(action, given, chosen.schema); err == nil {
		action = name
	}
	return now.option(chosen.rec.Verbs[0], "", chosen, hints{tool: id, action: action, args: given}), nil
}
