package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
	"github.com/sextant-mcp/sextant/runtime/fleet/peer"
)

// upstream is a server as the dispatcher calls it.
type upstream struct{ *mount }

// Name implements dispatch.Upstream.
func (u upstream) Name() string { return u.server.Name }

// Patience implements dispatch.SelfTimed.
func (u upstream) Patience() time.Duration { return u.patience() }

func (m *mount) patience() time.Duration {
	if m.server.Timeout > 0 {
		return m.server.Timeout
	}
	return m.fleet.opt.Patience
}

// Call implements dispatch.Upstream.
func (u upstream) Call(ctx context.Context, c dispatch.Call) (dispatch.Result, error) {
	raw, err := u.callTool(ctx, c.Tool, c.Args)
	var refused *link.Error
	switch {
	case errors.As(err, &refused):
		return dispatch.Result{
			IsError: true, Text: refused.Message,
			Refused: &dispatch.Refusal{Code: refused.Code, Message: refused.Message, Data: refused.Data},
		}, nil
	case err != nil:
		return dispatch.Result{}, err
	}
	return u.fleet.read(raw, c.Caller)
}

// validText replaces what is no text in a result: the bytes that a server writes go
// on to clients as they are, and many can't read a message that is not UTF-8.
func validText(raw json.RawMessage) json.RawMessage {
	if utf8.Valid(raw) {
		return raw
	}
	return bytes.ToValidUTF8(raw, []byte("\ufffd"))
}

// encode writes a value of this package as JSON, without escapes that JSON does
// not need.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return json.RawMessage("null") // only values of this package come here, which have a JSON
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func (m *mount) callTool(ctx context.Context, tool string, args json.RawMessage) (json.RawMessage, error) {
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	return m.request(ctx, "tools/call", link.Params{"name": encode(tool), "arguments": args})
}

// request makes a request for the client in the context and returns the result
// as it was written. One that the server refused because it does not know the
// session any more, or that never reached it, is made again, once.
func (m *mount) request(ctx context.Context, method string, params link.Params) (json.RawMessage, error) {
	client := peer.Of(ctx)
	if state := stateOf(client.Answers()); state != "" {
		return m.resume(ctx, client, state, method, params)
	}
	if defers(client) && !m.modern() {
		return m.parkable(ctx, client, method, params)
	}
	return m.perform(ctx, client, method, params)
}

// modern reports a server that was last spoken to in the newer revision.
func (m *mount) modern() bool {
	l := m.current()
	return l.info.Modern
}

// perform makes a request for a client.
func (m *mount) perform(ctx context.Context, client peer.Client, method string, params link.Params) (json.RawMessage, error) {
	ctx, one, end := m.calls.begin(ctx, client, m.patience(), m.fleet.opt.LongestCall)
	defer end()
	for name, value := range client.Answers() {
		params[name] = value
	}
	call := link.Call{
		Method: method, Params: params, Capabilities: client.Capabilities(), LogLevel: client.LogLevel(),
		Older: client.Accepts("sampling/createMessage") || client.Accepts("elicitation/create"),
		Progress: func(p json.RawMessage) {
			one.alive()
			if client.WantsProgress() {
				client.Notify("notifications/progress", p)
			}
		},
	}
	for again := false; ; again = true {
		conn, err := m.connection(ctx)
		if err != nil {
			return nil, err
		}
		// Only now are the lists those of this connection.
		if err := m.permits(method, params); err != nil {
			return nil, err
		}
		raw, err := conn.Do(ctx, call)
		switch {
		case err == nil:
			return validText(raw), nil
		case (errors.Is(err, link.ErrSession) || errors.Is(err, link.ErrUnsent)) && !again:
			continue
		case errors.As(err, new(*link.LostError)):
			return nil, fmt.Errorf("%w; whether it did its work is not known, so look before you call it again", err)
		}
		return nil, err
	}
}
