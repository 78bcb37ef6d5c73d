package surface

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
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
			return result(reply)
		}
		req.Caller = caller(ctx)
		reply := s.dispatcher.Do(ctx, req)
		return result(reply)
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

// result carries a reply as structured content and as the same JSON in text.
func result(reply dispatch.Reply) (*mcp.CallToolResult, error) {
	raw, err := reply.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("the reply has no JSON: %w", err)
	}
	out := mcp.NewToolResultStructured(json.RawMessage(raw), string(raw))
	out.IsError = reply.Failed()
	return out, nil
}

// caller names whose call it is: the session of the older protocol revisions.
// The newer ones have none; then nobody is known, and nothing is remembered.
func caller(ctx context.Context) string {
	if session := server.ClientSessionFromContext(ctx); session != nil {
		return session.SessionID()
	}
	return ""
}
