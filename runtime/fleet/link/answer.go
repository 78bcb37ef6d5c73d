package link

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// busy is the code of a question that is one too many.
const busy = -32000

// asked answers a request of the server. The library is never left to send the
// answer: over HTTP it waits half a minute, and people take their time; and it
// makes a request for each, however many the server asks for.
func (c *Conn) asked(ctx context.Context, r transport.JSONRPCRequest) {
	switch {
	case r.Method == string(mcp.MethodPing):
		c.reply(r.Method, transport.NewJSONRPCResultResponse(r.ID, json.RawMessage("{}")))
	case c.opt.Answer == nil:
		c.reply(r.Method, transport.NewJSONRPCErrorResponse(r.ID, mcp.METHOD_NOT_FOUND, "this client answers no "+r.Method, nil))
	default:
		c.question(ctx, r)
	}
}

// question has one answered, for as long as that takes, unless too many are open.
func (c *Conn) question(ctx context.Context, r transport.JSONRPCRequest) {
	params := encode(r.Params)
	if !c.asking.begin(len(params)) {
		c.asksTooMuch(r.Method)
		c.reply(r.Method, transport.NewJSONRPCErrorResponse(r.ID, busy, "too many questions are open; ask again when some of them are answered", nil))
		return
	}
	ctx = context.WithoutCancel(ctx) // without the library's deadline
	c.goes(func() {
		defer c.asking.end(len(params))
		c.tell(c.answer(ctx, r, params))
	})
}

// reply sends an answer that nobody has to think about. Over HTTP each is a request
// that the server may leave hanging: what is too much for that is not answered.
func (c *Conn) reply(method string, response *transport.JSONRPCResponse) {
	switch {
	case c.web == nil:
		c.tell(response)
	case c.asking.beginReply():
		c.goes(func() {
			defer c.asking.endReply()
			c.tell(response)
		})
	default:
		c.asksTooMuch(method)
	}
}

// answer asks whoever answers, for as long as the connection lasts.
func (c *Conn) answer(ctx context.Context, r transport.JSONRPCRequest, params json.RawMessage) *transport.JSONRPCResponse {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.life, cancel)()
	id := string(encode(r.ID))
	c.questions.Store(id, cancel)
	defer c.questions.Delete(id)
	answer, err := c.opt.Answer(ctx, r.Method, params)
	var theirs *Error
	switch {
	case errors.As(err, &theirs):
		return transport.NewJSONRPCErrorResponse(r.ID, theirs.Code, theirs.Message, theirs.Data)
	case err != nil:
		return transport.NewJSONRPCErrorResponse(r.ID, mcp.INTERNAL_ERROR, err.Error(), nil)
	}
	return transport.NewJSONRPCResultResponse(r.ID, answer)
}

// tell sends an answer. One that does not arrive is told once: a server that takes
// none can ask for many.
func (c *Conn) tell(response *transport.JSONRPCResponse) {
	var err error
	if c.web == nil {
		_, err = c.child.Write(append(encode(response), '\n'))
	} else {
		err = c.postAnswer(response)
	}
	if err != nil && c.life.Err() == nil {
		c.asking.unheard.Do(func() {
			c.opt.Log.Warn("an answer did not reach the server", "error", hide(err, &c.server))
		})
	}
}

// withdrawn ends a question that the server has no use for any more.
func (c *Conn) withdrawn(params json.RawMessage) {
	var p struct{ RequestID json.RawMessage }
	if json.Unmarshal(params, &p) != nil {
		return // it names no question
	}
	if cancel, ok := c.questions.Load(string(p.RequestID)); ok {
		cancel.(context.CancelFunc)()
	}
}

// postAnswer sends an answer in the session.
func (c *Conn) postAnswer(response *transport.JSONRPCResponse) error {
	ctx, cancel := context.WithTimeout(c.life, writeTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.server.URL, bytes.NewReader(encode(response)))
	if err != nil {
		return err
	}
	for _, h := range c.server.Headers {
		req.Header.Set(h.Name, string(h.Value))
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if protocol := c.protocol.Load(); protocol != nil { // there is none yet while the two agree
		req.Header.Set(mcp.HeaderProtocolVersion, *protocol)
	}
	if session := c.wire.GetSessionId(); session != "" {
		req.Header.Set(mcp.HeaderSessionID, session)
	}
	res, err := c.web.client.Do(req)
	if err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, res.Body) // there is nothing in it
	_ = res.Body.Close()
	if res.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("the server refuses it with %s", res.Status)
	}
	return nil
}
