package link

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// probeTime is how long a server may take to say which revision it speaks
// before it is taken for one of an older revision that ignores the question.
const probeTime = 5 * time.Second

// quiet keeps the library's notices of what is handled here off the log.
func quiet(log *slog.Logger) *slog.Logger {
	return slog.New(&debugOnly{log.Handler()})
}

type debugOnly struct{ slog.Handler }

// Handle passes everything on at the lowest level.
func (d *debugOnly) Handle(ctx context.Context, r slog.Record) error {
	r.Level = slog.LevelDebug
	if !d.Enabled(ctx, r.Level) {
		return nil
	}
	return d.Handler.Handle(ctx, r)
}

// clientCapabilities are what every server is told in the older revisions,
// where they hold for the whole connection. Roots are not among them: those of
// which of the clients?
func clientCapabilities() mcp.ClientCapabilities {
	return mcp.ClientCapabilities{
		Sampling:    &mcp.SamplingCapability{},
		Elicitation: &mcp.ElicitationCapability{Form: &struct{}{}, URL: &struct{}{}},
	}
}

// shake starts the transport and agrees on a revision.
func (c *Conn) shake(ctx context.Context, older bool) error {
	options := []client.ClientOption{client.WithClientCapabilities(clientCapabilities()), client.WithDiscoverTimeout(probeTime)}
	if older {
		options = append(options, client.WithProtocolVersion(mcp.ProtocolVersion20251125))
	}
	c.client = client.NewClient(c.wire, options...)
	if err := c.client.Start(c.life); err != nil {
		return err
	}
	c.client.OnNotification(c.notified)
	if both, ok := c.wire.(transport.BidirectionalInterface); ok {
		both.SetRequestHandler(func(ctx context.Context, r transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
			c.asked(ctx, r)
			return nil, nil
		})
	}
	var request mcp.InitializeRequest
	request.Params.ClientInfo = mcp.Implementation{Name: c.opt.Name, Version: c.opt.Version}
	result, err := c.within(ctx, func(ctx context.Context) (any, error) { return c.client.Initialize(ctx, request) })
	if err != nil {
		return fmt.Errorf("no agreement with the server: %w", err)
	}
	c.learn(result.(*mcp.InitializeResult))
	return nil
}

// within runs a blocking call of the library and returns when the context ends
// or the connection is lost, even if the call does not: a process may not read
// what is written to it.
func (c *Conn) within(ctx context.Context, call func(ctx context.Context) (any, error)) (any, error) {
	type outcome struct {
		value any
		err   error
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan outcome, 1)
	c.goes(func() {
		value, err := call(ctx)
		done <- outcome{value, err}
	})
	select {
	case out := <-done:
		return out.value, out.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-c.lost:
	}
	select { // the answer may have come last
	case out := <-done:
		return out.value, out.err
	case <-time.After(lastWords):
		return nil, &LostError{c.Err()}
	}
}

// LostError is a request that failed because the connection was lost; whether
// the server did what was asked is not known.
type LostError struct{ Cause error }

// Error says why.
func (e *LostError) Error() string { return "the connection was lost: " + e.Cause.Error() }

// Unwrap returns the cause.
func (e *LostError) Unwrap() error { return e.Cause }

// learn notes what the server said of itself.
func (c *Conn) learn(r *mcp.InitializeResult) {
	c.info = Info{
		Protocol: r.ProtocolVersion, Modern: mcp.IsModernProtocol(r.ProtocolVersion),
		Name: r.ServerInfo.Name, Version: r.ServerInfo.Version, Instructions: r.Instructions,
	}
	c.protocol.Store(&c.info.Protocol)
	c.noteSame()
	has := r.Capabilities
	out := &c.info.Capabilities
	out.Completions, out.Logging = has.Completions != nil, has.Logging != nil
	_, out.Skills = has.Extensions["io.modelcontextprotocol/skills"]
	if has.Tools != nil {
		out.Tools, out.ToolsChange = true, has.Tools.ListChanged
	}
	if has.Prompts != nil {
		out.Prompts, out.PromptsChange = true, has.Prompts.ListChanged
	}
	if has.Resources != nil {
		out.Resources, out.ResourcesChange, out.Subscribe = true, has.Resources.ListChanged, has.Resources.Subscribe
	}
}

// notified sorts the server's notifications.
func (c *Conn) notified(n mcp.JSONRPCNotification) {
	params, err := json.Marshal(n.Params)
	if err != nil {
		return // it came from JSON and can't fail; what does is no notification
	}
	c.told(n.Method, params)
}

// told sorts them, with the parameters as they were written where the library does
// not stand between.
func (c *Conn) told(method string, params json.RawMessage) {
	if method == string(mcp.MethodNotificationCancelled) {
		c.withdrawn(params)
		return
	}
	if method == methodProgress {
		var p struct {
			Token any `json:"progressToken"`
		}
		if json.Unmarshal(params, &p) == nil {
			if to, ok := c.progress.Load(tokenKey(p.Token)); ok {
				to.(func(json.RawMessage))(params)
			}
		}
		return
	}
	if c.opt.Notify != nil {
		c.opt.Notify(method, params)
	}
}

const methodProgress = "notifications/progress"

func tokenKey(token any) string { return fmt.Sprint(token) }
