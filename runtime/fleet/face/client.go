package face

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/fleet/peer"
)

// client is the client of one request, as servers can turn to it.
type client struct {
	ctx     context.Context // of the request: what is sent in it goes to its stream
	srv     *server.MCPServer
	session server.ClientSession
	can     mcp.ClientCapabilities
	level   mcp.LoggingLevel
	modern  bool
	token   mcp.ProgressToken
	answers map[string]json.RawMessage
}

// withClient puts the client of a request into its context.
func withClient(ctx context.Context, meta *mcp.Meta, trip mcp.MultiRoundTripParams) context.Context {
	c := &client{ctx: ctx, srv: server.ServerFromContext(ctx), session: server.ClientSessionFromContext(ctx), answers: map[string]json.RawMessage{}}
	if c.srv == nil {
		return ctx
	}
	if meta != nil {
		c.token = meta.ProgressToken
	}
	if _, ours := trip.InputResponses[peer.ConfirmID]; !ours {
		c.takeAnswers(trip)
	}
	if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.Modern {
		c.modern, c.level = true, info.LogLevel
		if info.ClientCapabilities != nil {
			c.can = *info.ClientCapabilities
		}
	} else {
		c.fromSession()
	}
	return peer.With(ctx, c)
}

// takeAnswers notes what the client answers to a server's questions.
func (c *client) takeAnswers(trip mcp.MultiRoundTripParams) {
	if len(trip.InputResponses) > 0 {
		c.answers["inputResponses"] = encode(trip.InputResponses)
	}
	if _, state := peer.SplitState(trip.RequestState); state != "" {
		c.answers["requestState"] = encode(state)
	}
}

// fromSession takes over what the client said when its session began.
func (c *client) fromSession() {
	if known, ok := c.session.(server.SessionWithClientInfo); ok {
		c.can = known.GetClientCapabilities()
	}
	c.level = mcp.LoggingLevelInfo // what servers log that nobody has set a level for
	if logs, ok := c.session.(server.SessionWithLogging); ok {
		if level := logs.GetLogLevel(); level != "" {
			c.level = level
		}
	}
}

func encode(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null") // protocol types have a JSON
	}
	return raw
}

// Capabilities implements peer.Client.
func (c *client) Capabilities() json.RawMessage { return encode(c.can) }

// Accepts implements peer.Client. In the newer revision nobody is asked while a
// call lasts.
func (c *client) Accepts(method string) bool {
	return !c.modern && c.session != nil && c.says(method)
}

// Defers implements peer.Client.
func (c *client) Defers(method string) bool { return c.modern && c.says(method) }

// says tells whether the client said that it answers a method.
func (c *client) says(method string) bool {
	switch mcp.MCPMethod(method) {
	case mcp.MethodSamplingCreateMessage:
		return c.can.Sampling != nil
	case mcp.MethodElicitationCreate:
		return c.can.Elicitation != nil
	case mcp.MethodListRoots:
		return c.can.Roots != nil
	}
	return false
}

// Request implements peer.Client.
func (c *client) Request(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
	// What ends the call ends the question; the session is that of the call.
	asking, cancel := context.WithCancel(c.ctx)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	switch mcp.MCPMethod(method) {
	case mcp.MethodSamplingCreateMessage:
		return c.sample(asking, params)
	case mcp.MethodElicitationCreate:
		return c.elicit(asking, params)
	case mcp.MethodListRoots:
		result, err := c.srv.RequestRoots(asking, mcp.ListRootsRequest{Request: mcp.Request{Method: method}})
		return answer(result, err)
	}
	return nil, fmt.Errorf("clients are not asked for %s", method)
}

func (c *client) sample(ctx context.Context, params json.RawMessage) (json.RawMessage, error) {
	req := mcp.CreateMessageRequest{Request: mcp.Request{Method: string(mcp.MethodSamplingCreateMessage)}}
	if err := json.Unmarshal(params, &req.CreateMessageParams); err != nil {
		return nil, fmt.Errorf("the server asks for a completion in a form that is not understood: %w", err)
	}
	for i := range req.Messages {
		content, err := mcp.ParseSamplingContent(req.Messages[i].Content)
		if err != nil {
			return nil, fmt.Errorf("message %d of the server: %w", i, err)
		}
		req.Messages[i].Content = content
	}
	//lint:ignore SA1019 servers and clients of the older revisions still do it
	result, err := c.srv.RequestSampling(ctx, req)
	return answer(result, err)
}

func (c *client) elicit(ctx context.Context, params json.RawMessage) (json.RawMessage, error) {
	req := mcp.ElicitationRequest{Request: mcp.Request{Method: string(mcp.MethodElicitationCreate)}}
	if err := json.Unmarshal(params, &req.Params); err != nil {
		return nil, fmt.Errorf("the server asks in a form that is not understood: %w", err)
	}
	result, err := c.srv.RequestElicitation(ctx, req)
	return answer(result, err)
}

func answer[T any](result *T, err error) (json.RawMessage, error) {
	if err != nil {
		return nil, err
	}
	if result == nil {
		return nil, errors.New("the client gave no answer")
	}
	return encode(result), nil
}

// Notify implements peer.Client.
func (c *client) Notify(method string, params json.RawMessage) {
	fields := map[string]any{}
	if json.Unmarshal(params, &fields) != nil || c.ctx.Err() != nil {
		return
	}
	switch method {
	case "notifications/progress":
		fields["progressToken"] = c.token // the server knows another
	case "notifications/message":
		level, _ := fields["level"].(string)
		if c.level == "" || !mcp.LoggingLevel(level).ShouldSendTo(c.level) {
			return
		}
	}
	// A client that does not read its stream misses what is said on it.
	_ = c.srv.SendNotificationToClient(c.ctx, method, fields)
}

// LogLevel implements peer.Client.
func (c *client) LogLevel() string { return string(c.level) }

// Answers implements peer.Client.
func (c *client) Answers() map[string]json.RawMessage { return c.answers }

// WantsProgress implements peer.Client.
func (c *client) WantsProgress() bool { return c.token != nil }
