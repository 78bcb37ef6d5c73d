package surface

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/surface/person"
)

// callGranular carries out a call of a tool by its own name: the dispatcher's
// pinned call, behind the gate.
func (s *Surface) callGranular(ctx context.Context, call mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	g, ok := call.Params.Arguments.(gated)
	if !ok {
		return nil, errors.New("no tool is called so")
	}
	if err := g.headers(ctx, call.Header); err != nil {
		return nil, err
	}
	args, planRef, handle, err := g.tool.arguments(g.raw)
	if err != nil {
		return failure(err, nil)
	}
	who, err := s.whoHolds(ctx, handle)
	if err != nil {
		return failure(err, nil)
	}
	if s.opt.Mode.gates() && !who.store.Use(who.key, g.tool.name) {
		return s.notLoaded(ctx, g.tool, args)
	}
	action, args, err := g.tool.operation(args)
	if err != nil {
		return failure(err, nil)
	}
	behind := person.Behind(ctx, call)
	if behind.Declined {
		return failure(person.ErrDeclined, nil)
	}
	if planRef == "" {
		planRef = behind.PlanRef
	}
	reply := s.dispatcher.Call(ctx, dispatch.ToolCall{
		Tool: g.tool.id, Name: g.tool.name, Action: action, Args: mustJSON(args), PlanRef: planRef,
		Caller: who.key, Principal: Principal(ctx), Operator: Operator(ctx), Confirm: behind.Confirm,
	})
	if reply.Upstream != nil && reply.Upstream.Open {
		return goOn(behind, reply.Upstream)
	}
	if question := behind.Question(reply); question != nil {
		return question, nil
	}
	if reply.Upstream != nil && dispatch.Succeeded(*reply.Upstream) && who.store.Succeeded(who.key, g.tool.name) && who.handle == "" {
		s.changes.note(who.key)
	}
	return g.tool.answer(reply, who)
}

// arguments takes what the wrapper needs out of the arguments.
func (g *granular) arguments(raw json.RawMessage) (args fields, planRef, handle string, err error) {
	if args, err = object(raw); err != nil {
		return nil, "", "", fmt.Errorf("%s: %w", g.name, err)
	}
	if err = args.text(g.planRef, &planRef); err != nil {
		return nil, "", "", err
	}
	return args, planRef, handle, args.text(g.handle, &handle)
}

// operation is the operation that a call means and what remains of the
// arguments.
func (g *granular) operation(args fields) (string, fields, error) {
	if g.action == "" && !g.addsAction {
		return "", args, nil // the argument is the tool's own
	}
	given := g.action
	if _, there := args[actionArg]; there {
		if err := args.text(actionArg, &given); err != nil {
			return "", nil, err
		}
	}
	if g.action != "" && given != g.action {
		return "", nil, fmt.Errorf("%s is the operation %s of %s, not %q", g.name, g.action, g.id, given)
	}
	return given, args, nil
}

// notLoaded answers a call of a tool that the caller has not loaded: with the
// call that loads it, and the call of a verb that needs no loading.
func (s *Surface) notLoaded(ctx context.Context, g *granular, args fields) (*mcp.CallToolResult, error) {
	load := nextCall{Tool: loadName, Arguments: map[string]any{"tools": []string{g.name}}}
	next := []nextCall{load}
	text := fmt.Sprintf("%s is not loaded in this conversation. Call %s first, then %s with its arguments", g.name, load.text(), g.name)
	if isModern(ctx) && Principal(ctx) == "" {
		text += " and the handle that the answer gives"
	}
	if option, err := s.dispatcher.HowToCall(g.id, g.action, mustJSON(args)); err == nil {
		verb := verbCall(option)
		next = append(next, verb)
		text += "; or have it done at once by " + verb.text()
	}
	return failure(errors.New(text+"."), next)
}

// answer is the result of a call by name. What the tool answered is passed on as
// it is; what was not executed is told with the calls that lead on.
func (g *granular) answer(reply dispatch.Reply, who caller) (*mcp.CallToolResult, error) {
	if up := reply.Upstream; up != nil {
		return passOn(*up, reply.Error, g.tool.RawOutputSchema != nil)
	}
	out := notExecuted{Error: reply.Error, Result: reply.Result, Question: reply.Routing.Question, PlanRef: reply.Routing.PlanRef, Why: reply.Routing.Why}
	for _, option := range reply.Routing.Options {
		direct := option.Direct(g.name, g.action == "")
		next := nextCall{Tool: direct.Tool, Arguments: direct.Arguments, Fill: direct.Fill}
		if ref, ok := next.Arguments[planRefArg]; ok && g.planRef != planRefArg {
			delete(next.Arguments, planRefArg)
			next.Arguments[g.planRef] = ref
		}
		if who.handle != "" {
			next.Arguments[g.handle] = who.handle
		}
		out.Next = append(out.Next, next)
	}
	if preview, ok := reply.Result.(dispatch.Preview); ok && reply.Routing.PlanRef != "" {
		preview.Next = fmt.Sprintf("nothing was done; to have it done, call %s again with this %s within %.0f minutes", g.name, g.planRef, dispatch.PlanLifetime.Minutes())
		out.Result = preview
	}
	previewed := reply.Error == "" && reply.Routing.PlanRef != ""
	if g.tool.RawOutputSchema != nil {
		return textOnly(out, !previewed)
	}
	return structured(out, !previewed)
}

// notExecuted answers a call that reached no upstream.
type notExecuted struct {
	Error    string     `json:"error,omitempty"`
	Question string     `json:"question,omitempty"`
	Result   any        `json:"result,omitempty"`
	Executed bool       `json:"executed"` // always false
	PlanRef  string     `json:"plan_ref,omitempty"`
	Why      string     `json:"why,omitempty"`
	Next     []nextCall `json:"next,omitempty"`
}

// nextCall is an exact call: a tool of this surface and its arguments.
type nextCall struct {
	Tool      string         `json:"tool"`
	Arguments map[string]any `json:"arguments"`
	Fill      []string       `json:"fill,omitempty"`
}

func (n nextCall) text() string { return n.Tool + " with " + string(mustJSON(n.Arguments)) }

// verbCall is an option as a call of its verb's tool.
func verbCall(o dispatch.Option) nextCall {
	n := nextCall{Tool: o.Verb, Arguments: map[string]any{"intent": o.Intent, "hints": o.Hints}, Fill: o.Fill}
	if o.Execute != nil {
		n.Arguments["execute"] = *o.Execute
	}
	return n
}

// failure is a result that says what went wrong, with the calls that lead on. It
// has no structured content: clients check that against the tool's schema even
// in a failure.
func failure(err error, next []nextCall) (*mcp.CallToolResult, error) {
	return textOnly(notExecuted{Error: err.Error(), Next: next}, true)
}

// textOnly carries a value as JSON in text.
func textOnly(v any, isError bool) (*mcp.CallToolResult, error) {
	out := mcp.NewToolResultText(string(mustJSON(v)))
	out.IsError = isError
	return out, nil
}

// structured carries a value as structured content and as the same JSON in text.
func structured(v any, isError bool) (*mcp.CallToolResult, error) {
	raw := mustJSON(v)
	out := mcp.NewToolResultStructured(json.RawMessage(raw), string(raw))
	out.IsError = isError
	return out, nil
}
