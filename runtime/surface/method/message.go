package method

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
)

// Next is the library behind the table: it answers a message, or returns nil
// where there is nothing to say. (*server.MCPServer).HandleMessage is one.
type Next func(ctx context.Context, message json.RawMessage) mcp.JSONRPCMessage

// Message answers a message in process: requests of the table's methods itself,
// everything else with what next says. The answer encodes to a JSON-RPC message;
// nil where none is due.
func (t *Table) Message(ctx context.Context, message json.RawMessage, next Next) mcp.JSONRPCMessage {
	if reply, ours := t.local(ctx, message, next); ours {
		return json.RawMessage(reply)
	}
	return next(ctx, message)
}

// local answers a request that came without HTTP around it. It is false when the
// message is the library's.
func (t *Table) local(ctx context.Context, message []byte, next Next) (reply []byte, ours bool) {
	e, ok := t.open(message)
	if !ok {
		return nil, false
	}
	verdictReply, err := json.Marshal(next(ctx, e.probe(e.modern(nil))))
	if err != nil {
		reply, _ := e.fail(err)
		return reply, true
	}
	v := judge(verdictReply)
	if v.refused {
		return verdictReply, true
	}
	reply, _, err = t.answer(ctx, e, nil, v)
	return reply, err == nil
}

// encodeMessage encodes an answer, nil for none.
func encodeMessage(reply mcp.JSONRPCMessage) []byte {
	if reply == nil {
		return nil
	}
	raw, err := json.Marshal(reply)
	if err != nil {
		return encodeError(nil, &Error{Code: mcp.INTERNAL_ERROR, Message: "the answer has no JSON: " + err.Error()})
	}
	return raw
}
