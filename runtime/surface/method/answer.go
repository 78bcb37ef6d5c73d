package method

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// answer runs the handler of a request that the library has nothing against,
// and returns the reply with its error code, 0 for none. It is ErrPass when the
// handler leaves the request to the library.
func (t *Table) answer(ctx context.Context, e *envelope, header http.Header, v verdict) (reply []byte, code int, err error) {
	modern := e.modern(header)
	if header != nil {
		if err := mcp.ValidateStandardHeaders(header.Get, e.version, mcp.MCPMethod(e.Method), e.Params); err != nil {
			reply, code = e.fail(&Error{Code: mcp.HEADER_MISMATCH, Message: err.Error()})
			return reply, code, nil
		}
	}
	began := time.Now()
	result, err := t.run(ctx, &Request{Method: e.Method, Params: e.Params, Modern: modern, Header: header})
	if errors.Is(err, ErrPass) {
		return nil, 0, ErrPass
	}
	defer func() {
		t.log.InfoContext(ctx, "mcp.request", "mcp.method", e.Method, "duration_s", time.Since(began).Seconds(), "error_code", code)
	}()
	if err == nil {
		if reply, err = e.success(result, modern, v.meta); err == nil {
			return reply, 0, nil
		}
	}
	reply, code = e.fail(err)
	return reply, code, nil
}

// run calls the handler; one that panics has failed and takes nobody with it.
func (t *Table) run(ctx context.Context, req *Request) (result *Result, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s panicked: %v", req.Method, r)
		}
	}()
	result, err = t.handlers[req.Method](ctx, req)
	if err == nil && result == nil {
		err = fmt.Errorf("%s returned no result", req.Method)
	}
	return result, err
}

// success encodes a result. In the newer era it gets the fields that every
// result has there.
func (e *envelope) success(r *Result, modern bool, meta json.RawMessage) ([]byte, error) {
	value, err := json.Marshal(r.Value)
	if err != nil {
		return nil, fmt.Errorf("result of %s: %w", e.Method, err)
	}
	if len(value) < 2 || value[0] != '{' {
		return nil, fmt.Errorf("result of %s is no JSON object", e.Method)
	}
	if modern {
		value = decorate(value, r.Cache, meta)
	}
	return json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  json.RawMessage `json:"result"`
	}{mcp.JSONRPC_VERSION, e.ID, value})
}

// decorate puts the newer era's fields in front of those of a JSON object.
func decorate(object []byte, cache *Cache, meta json.RawMessage) []byte {
	out := fmt.Appendf(nil, `{"resultType":%q`, mcp.ResultTypeComplete)
	if cache != nil {
		scope := mcp.CacheScopePrivate
		if cache.Public {
			scope = mcp.CacheScopePublic
		}
		out = fmt.Appendf(out, `,"ttlMs":%d,"cacheScope":%q`, max(cache.TTL.Milliseconds(), 0), scope)
	}
	if len(meta) > 0 {
		out = append(append(out, `,"_meta":`...), meta...)
	}
	if len(object) > 2 {
		out = append(out, ',')
	}
	return append(out, object[1:]...)
}

// fail encodes an error and returns its code.
func (e *envelope) fail(err error) ([]byte, int) {
	var known *Error
	if !errors.As(err, &known) {
		known = &Error{Code: mcp.INTERNAL_ERROR, Message: err.Error()}
	}
	return encodeError(e.ID, known), known.Code
}

// encodeError encodes an error as the answer to an id; no id is null.
func encodeError(id json.RawMessage, e *Error) []byte {
	type details struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Data    any    `json:"data,omitempty"`
	}
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	encode := func(data any) ([]byte, error) {
		return json.Marshal(struct {
			Version string          `json:"jsonrpc"`
			ID      json.RawMessage `json:"id"`
			Error   details         `json:"error"`
		}{mcp.JSONRPC_VERSION, id, details{e.Code, e.Message, data}})
	}
	raw, err := encode(e.Data)
	if err != nil { // data that does not encode is left out rather than the error
		raw, _ = encode(nil)
	}
	return raw
}
