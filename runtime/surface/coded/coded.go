// Package coded carries protocol errors of handlers to the client with their own
// codes. The MCP library gives all errors of handlers one code; a coded error
// travels inside the message of such an error, and is put right where the
// message leaves: by Handler over HTTP, by Rewrite on other streams.
package coded

import (
	"bytes"
	"encoding/json"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
)

// Error is an error of a handler that reaches the client as the protocol error
// that it is.
type Error struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// mark begins the text of a coded error. No text of a server or client arrives
// here with it: it is only looked for at the beginning of an error's message,
// which the library writes.
const mark = "\x00sextant coded error "

// Error returns the text in which the error travels.
func (e *Error) Error() string { return mark + string(encode(e)) }

func encode(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		return []byte("null") // data that is no JSON can't be sent either
	}
	return raw
}

// markInJSON is the mark as it stands in a message.
var markInJSON = []byte(`"message":"\u0000sextant coded error `)

// Rewrite puts right the coded errors in what is written: a message, or an event
// of a stream that holds one. It returns the code of the last, 0 without.
func Rewrite(p []byte) (out []byte, code int) {
	if !bytes.Contains(p, markInJSON) {
		return p, 0
	}
	lines := bytes.SplitAfter(p, []byte("\n"))
	for i, line := range lines {
		field := []byte("data: ")
		body, isEvent := bytes.CutPrefix(line, field)
		fixed, c := rewriteMessage(bytes.TrimRight(body, "\r\n"))
		if c == 0 {
			continue
		}
		code = c
		end := body[len(bytes.TrimRight(body, "\r\n")):]
		if !isEvent {
			field = nil
		}
		lines[i] = bytes.Join([][]byte{field, fixed, end}, nil)
	}
	return bytes.Join(lines, nil), code
}

func rewriteMessage(raw []byte) ([]byte, int) {
	var m struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *Error          `json:"error"`
	}
	if json.Unmarshal(raw, &m) != nil || m.Error == nil {
		return raw, 0
	}
	text, ok := bytes.CutPrefix([]byte(m.Error.Message), []byte(mark))
	if !ok {
		return raw, 0
	}
	var inner Error
	if json.Unmarshal(text, &inner) != nil || inner.Code == 0 {
		return raw, 0
	}
	m.Error = &inner
	return encode(m), inner.Code
}

// Handler puts right the coded errors of HTTP responses.
func Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &writer{ResponseWriter: w, modern: r.Header.Get(mcp.HeaderProtocolVersion) == mcp.ProtocolVersion20260728}
		next.ServeHTTP(c, r)
		c.writeStatus(c.status)
	})
}

// writer holds the status back until the body shows which it has to be.
type writer struct {
	http.ResponseWriter
	modern, sent bool
	status       int
}

// WriteHeader implements http.ResponseWriter.
func (c *writer) WriteHeader(status int) {
	if c.status == 0 {
		c.status = status
	}
	if c.Header().Get("Content-Type") != "application/json" {
		c.writeStatus(status)
	}
}

func (c *writer) writeStatus(status int) {
	if !c.sent && status != 0 {
		c.sent = true
		c.ResponseWriter.WriteHeader(status)
	}
}

// Write implements http.ResponseWriter.
func (c *writer) Write(p []byte) (int, error) {
	out, code := Rewrite(p)
	switch code {
	case mcp.HEADER_MISMATCH, mcp.MISSING_REQUIRED_CLIENT_CAPABILITY, mcp.UNSUPPORTED_PROTOCOL_VERSION:
		if c.modern && !c.sent {
			c.Header().Del("Content-Length")
			c.status = http.StatusBadRequest
		}
	}
	if code != 0 {
		c.Header().Del("Content-Length")
	}
	c.writeStatus(max(c.status, http.StatusOK))
	if _, err := c.ResponseWriter.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush implements http.Flusher.
func (c *writer) Flush() {
	c.writeStatus(max(c.status, http.StatusOK))
	if f, ok := c.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Unwrap lets http.ResponseController reach the writer behind.
func (c *writer) Unwrap() http.ResponseWriter { return c.ResponseWriter }
