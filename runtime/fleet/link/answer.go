package link

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// asked answers a request of the server. People take their time; over HTTP the
// library waits half a minute, so there the answer is sent from here.
func (c *Conn) asked(ctx context.Context, r transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
	if r.Method == string(mcp.MethodPing) {
		return transport.NewJSONRPCResultResponse(r.ID, json.RawMessage("{}")), nil
	}
	if c.opt.Answer == nil {
		return transport.NewJSONRPCErrorResponse(r.ID, mcp.METHOD_NOT_FOUND, "this client answers no "+r.Method, nil), nil
	}
	if c.web == nil {
		return c.answer(ctx, r)
	}
	ctx = context.WithoutCancel(ctx) // without the library's deadline
	c.goes(func() {
		if response, err := c.answer(ctx, r); err == nil {
			c.postAnswer(response)
		}
	})
	return nil, nil
}

// answer asks whoever answers, for as long as the connection lasts.
func (c *Conn) answer(ctx context.Context, r transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
	params, err := json.Marshal(r.Params)
	if err != nil {
		return nil, err
	}
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
		return transport.NewJSONRPCErrorResponse(r.ID, theirs.Code, theirs.Message, theirs.Data), nil
	case err != nil:
		return transport.NewJSONRPCErrorResponse(r.ID, mcp.INTERNAL_ERROR, err.Error(), nil), nil
	}
	return transport.NewJSONRPCResultResponse(r.ID, answer), nil
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
func (c *Conn) postAnswer(response *transport.JSONRPCResponse) {
	ctx, cancel := context.WithTimeout(c.life, writeTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.server.URL, bytes.NewReader(encode(response)))
	if err != nil {
		return // the address was good enough for the connection
	}
	for _, h := range c.server.Headers {
		req.Header.Set(h.Name, string(h.Value))
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set(mcp.HeaderProtocolVersion, c.info.Protocol)
	if session := c.wire.GetSessionId(); session != "" {
		req.Header.Set(mcp.HeaderSessionID, session)
	}
	res, err := c.web.client.Do(req)
	if err != nil {
		c.opt.Log.Warn("an answer did not reach the server", "error", hide(err, &c.server))
		return
	}
	_, _ = io.Copy(io.Discard, res.Body) // there is nothing in it
	_ = res.Body.Close()
	if res.StatusCode >= http.StatusBadRequest {
		c.opt.Log.Warn("the server refuses an answer", "status", res.StatusCode)
	}
}
