package surface

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/surface/person"
	"github.com/sextant-mcp/sextant/runtime/surface/verbatim"
)

// handler carries out calls of a verb's tool. Whatever goes wrong with a
// request is a result with isError, which a model can read and act on; protocol
// errors are left to malformed messages.
func (s *Surface) handler(verb runtime.Verb) server.ToolHandlerFunc {
	return func(ctx context.Context, call mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		raw, err := rawArguments(call)
		if err != nil {
			return nil, err
		}
		req, err := readArguments(verb, raw)
		if err != nil {
			reply := dispatch.Rejected(verb, err)
			return result(ctx, reply)
		}
		who, err := s.whoHolds(ctx, req.handle)
		if err != nil {
			return result(ctx, dispatch.Rejected(verb, err))
		}
		who.store.Touch(who.key)
		behind := person.Behind(ctx, call)
		if behind.Declined {
			return result(ctx, dispatch.Rejected(verb, person.ErrDeclined))
		}
		req.Principal, req.Operator = Principal(ctx), Operator(ctx)
		req.Caller, req.Lifecycle, req.Confirm, req.PlanRef = who.key, loading{s}, behind.Confirm, behind.PlanRef
		reply := s.dispatcher.Do(ctx, req.Request)
		if reply.Upstream != nil && reply.Upstream.Open {
			return goOn(behind, reply.Upstream)
		}
		if question := behind.Question(reply); question != nil {
			return question, nil
		}
		for _, option := range reply.Routing.Options {
			if who.handle != "" && option.Hints != nil {
				option.Hints[handleArg] = who.handle // the call belongs to whoever holds it
			}
		}
		return result(ctx, reply)
	}
}

// rawArguments are the arguments as they were sent, so that large integers stay
// exact.
func rawArguments(call mcp.CallToolRequest) (json.RawMessage, error) {
	switch args := call.GetRawArguments().(type) {
	case nil:
		return nil, nil
	case json.RawMessage:
		return args, nil
	default:
		raw, err := json.Marshal(args)
		if err != nil {
			return nil, fmt.Errorf("arguments: %w", err)
		}
		return raw, nil
	}
}

// result carries a reply as structured content and as the same JSON in text. Both
// are written here, once, and held until the message leaves.
func result(ctx context.Context, reply dispatch.Reply) (*mcp.CallToolResult, error) {
	raw, err := reply.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("the reply has no JSON: %w", err)
	}
	out := mcp.NewToolResultStructured(verbatim.HoldOwn(ctx, raw), verbatim.HoldText(ctx, string(raw)))
	out.IsError = reply.Failed()
	if reply.Upstream != nil && reply.Upstream.Content != nil {
		out.Content = append(out.Content, shownBeside(reply.Upstream.Raw)...)
	}
	return out, nil
}
