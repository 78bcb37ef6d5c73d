package link

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strings"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// Params are the parameters of a request, each as it is written.
type Params map[string]json.RawMessage

// Call is a request with what belongs to it beside the parameters.
type Call struct {
	Method string
	Params Params
	// Meta is added to the parameters' "_meta".
	Meta map[string]json.RawMessage
	// Capabilities are those of the client that the request is made for, for
	// revisions in which they are told with every request; nil is what every
	// server is told.
	Capabilities json.RawMessage
	// LogLevel asks for log messages from that level up, "" for none, in
	// revisions in which that is told with every request.
	LogLevel string
	// Older makes the request in a revision in which the server can ask its client
	// while it works on it, if it knows one.
	Older bool
	// Progress takes the parameters of the notifications about the progress of
	// the request; nil asks for none. It must not block.
	Progress func(params json.RawMessage)
}

// Error is an error that a server answered.
type Error struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// Error says what the server said.
func (e *Error) Error() string { return fmt.Sprintf("%s (code %d)", e.Message, e.Code) }

// ErrSession is the error of a request that the server refused because it does
// not know the session: it was restarted, or has forgotten it. The request was
// not carried out and can be made again on a new connection.
var ErrSession = errors.New("the server does not know the session any more")

// ErrUnsent is the error of a request that never reached the server: nothing
// listens at its address. It can be made again on a new connection.
var ErrUnsent = errors.New("the server can't be reached")

// firstID keeps the ids of requests apart from those that the library gives.
const firstID = 1 << 20

// Request makes a request and returns the result as it was written.
func (c *Conn) Request(ctx context.Context, method string, params Params) (json.RawMessage, error) {
	return c.Do(ctx, Call{Method: method, Params: params})
}

// Do makes a request and returns the result as it was written. The error is an
// *Error when the server answered with one, a *LostError when the connection
// was lost meanwhile, or wraps ErrSession or ErrUnsent. When the context ends, the server is
// told so.
func (c *Conn) Do(ctx context.Context, call Call) (json.RawMessage, error) {
	select {
	case <-c.lost:
		return nil, &LostError{c.Err()}
	default:
	}
	if call.Older && c.info.Modern {
		if raw, ok, err := c.through(ctx, call); ok {
			return raw, err
		}
	}
	return c.send(ctx, call, c.info.Modern)
}

// send makes a request in the newer revision or an older one.
func (c *Conn) send(ctx context.Context, call Call, modern bool) (json.RawMessage, error) {
	id := firstID + c.ids.Add(1)
	params := c.dress(call, id, modern)
	if call.Progress != nil {
		key := tokenKey(float64(id))
		c.progress.Store(key, call.Progress)
		defer c.progress.Delete(key)
	}
	answer, err := c.exchange(ctx, call, id, params)
	if err != nil {
		if ctx.Err() != nil {
			c.cancel(id, call.Method, context.Cause(ctx))
			return nil, context.Cause(ctx)
		}
		return nil, c.explain(err)
	}
	return c.open(answer)
}

// exchange sends a request and waits for its answer, until the context ends or
// soon after the connection is lost.
func (c *Conn) exchange(ctx context.Context, call Call, id int64, params json.RawMessage) (reply, error) {
	switch {
	case c.web == nil:
		return c.exchangeLines(ctx, call.Method, id, params)
	case c.info.Modern:
		return c.exchangeNewer(ctx, call, id, params)
	}
	return c.exchangeOlder(ctx, call.Method, id, params)
}

// cutOff is why no answer is waited for any more: the caller left, or the connection
// was lost.
func (c *Conn) cutOff(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return &LostError{c.Err()}
}

// exchangeLines exchanges messages with a process.
func (c *Conn) exchangeLines(ctx context.Context, method string, id int64, params json.RawMessage) (reply, error) {
	if err := ctx.Err(); err != nil {
		return reply{}, err
	}
	answers := c.waiting.add(id)
	defer c.waiting.drop(id)
	if _, err := c.child.Write(written(id, method, params)); err != nil {
		return reply{}, err
	}
	select {
	case answer, ok := <-answers:
		if !ok {
			return reply{}, &LostError{c.Err()}
		}
		return answer, nil
	case <-ctx.Done():
	case <-c.there.Done():
	}
	return reply{}, c.cutOff(ctx)
}

// exchangeOlder exchanges messages with an address in an older revision.
func (c *Conn) exchangeOlder(ctx context.Context, method string, id int64, params json.RawMessage) (reply, error) {
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.there, cancel)()
	response, err := c.wire.SendRequest(asking, transport.JSONRPCRequest{
		JSONRPC: mcp.JSONRPC_VERSION, ID: mcp.NewRequestId(id), Method: method, Params: params,
	})
	if err != nil && asking.Err() != nil {
		return reply{}, c.cutOff(ctx)
	}
	if err != nil {
		return reply{}, err
	}
	answer := reply{Result: response.Result}
	if e := response.Error; e != nil {
		answer.Error = &Error{Code: e.Code, Message: e.Message}
		if e.Data != nil {
			answer.Error.Data = encode(e.Data)
		}
	}
	return answer, nil
}

// open takes the result out of an answer.
func (c *Conn) open(r reply) (json.RawMessage, error) {
	if r.Error != nil {
		if c.web != nil && sessionGone(r.Error) {
			c.fail(ErrSession)
			return nil, fmt.Errorf("%w: %w", ErrSession, r.Error)
		}
		return nil, r.Error
	}
	if len(r.Result) == 0 || string(r.Result) == "null" {
		return json.RawMessage("{}"), nil
	}
	return r.Result, nil
}

// sessionGone understands the ways in which servers say that they do not know
// a session.
func sessionGone(e *Error) bool {
	text := strings.ToLower(e.Message)
	if !strings.Contains(text, "session") || !gone.MatchString(text) {
		return false
	}
	switch e.Code {
	case mcp.INVALID_REQUEST, -32001, -32000:
		return true
	}
	// Any other code may be a tool's own; then more would be said.
	return len(text) < len("streamable http error: session not found: ")
}

var gone = regexp.MustCompile(`not found|unknown|invalid|expired|does not exist`)

// Unsupported reports the error of a server that does not speak the revision of
// a request, though it had said so.
func Unsupported(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == mcp.UNSUPPORTED_PROTOCOL_VERSION
}

// explain says what a failed request means for the connection.
func (c *Conn) explain(err error) error {
	told := hide(err, &c.server)
	var lost *LostError
	switch {
	case errors.Is(err, transport.ErrSessionTerminated):
		c.fail(ErrSession)
		return ErrSession
	case errors.As(err, &lost):
		return err
	case c.web != nil && sessionGone(&Error{Code: mcp.INVALID_REQUEST, Message: err.Error()}):
		c.fail(ErrSession)
		return fmt.Errorf("%w: %w", ErrSession, told)
	case neverSent(err):
		err = fmt.Errorf("%w: %w", ErrUnsent, told)
		c.fail(err)
		return err
	case c.child != nil, errors.Is(err, transport.ErrTransportClosed):
		c.broken(err)
		return &LostError{c.Err()}
	}
	c.fail(told)
	return &LostError{told}
}

// neverSent reports an error from before anything was sent.
func neverSent(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// Alive asks the server for a sign of life. One that gives none has lost the
// connection.
func (c *Conn) Alive(ctx context.Context) error {
	method := mcp.MethodPing
	if c.info.Modern {
		method = mcp.MethodServerDiscover
	}
	_, err := c.Request(ctx, string(method), nil)
	if errors.As(err, new(*Error)) {
		return nil // it lives, whatever it thinks of the question
	}
	if err != nil && ctx.Err() != nil {
		c.fail(fmt.Errorf("the server gives no sign of life: %w", context.Cause(ctx)))
	}
	return err
}

// encode writes a value of this package as JSON, which always can be.
func encode(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return raw
}

// cancel tells the server that nobody waits for the answer any more. In the
// newer revision over HTTP, the end of the request says so already.
func (c *Conn) cancel(id int64, method string, why error) {
	if c.web != nil && c.info.Modern || method == string(mcp.MethodInitialize) {
		return
	}
	n := mcp.JSONRPCNotification{JSONRPC: mcp.JSONRPC_VERSION, Notification: mcp.Notification{
		Method: string(mcp.MethodNotificationCancelled),
		Params: mcp.NotificationParams{AdditionalFields: map[string]any{"requestId": id, "reason": why.Error()}},
	}}
	c.goes(func() {
		ctx, done := context.WithTimeout(c.life, writeTime)
		defer done()
		_ = c.wire.SendNotification(ctx, n) // the caller is gone; there is nobody to tell
	})
}

// Notify sends a notification.
func (c *Conn) Notify(ctx context.Context, method string, params map[string]any) error {
	n := mcp.JSONRPCNotification{JSONRPC: mcp.JSONRPC_VERSION, Notification: mcp.Notification{
		Method: method, Params: mcp.NotificationParams{AdditionalFields: params},
	}}
	_, err := c.within(ctx, func(ctx context.Context) (any, error) { return nil, c.wire.SendNotification(ctx, n) })
	return err
}
