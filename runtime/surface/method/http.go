package method

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
)

// HTTP puts the table in front of the library's HTTP handler. Bodies of POST
// requests are read whole, so put a limit in front.
func (t *Table) HTTP(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.Body == nil {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, "the body can't be read: "+err.Error(), http.StatusBadRequest)
			return
		}
		if isBatch(body) && hasBatches(r.Header.Get(mcp.HeaderProtocolVersion)) {
			t.httpBatch(w, r, body, next)
			return
		}
		t.httpMessage(w, r, body, next)
	})
}

// httpMessage serves a body that is one message.
func (t *Table) httpMessage(w http.ResponseWriter, r *http.Request, body []byte, next http.Handler) {
	e, ours := t.open(body)
	if !ours {
		next.ServeHTTP(w, withBody(r.Context(), r, body))
		return
	}
	modern := e.modern(r.Header)
	asked := withBody(r.Context(), r, e.probe(modern))
	if modern {
		asked.Header.Set(mcp.HeaderMethod, standIn(modern))
		asked.Header.Del(mcp.HeaderName)
	}
	probed := newRecorder()
	next.ServeHTTP(probed, asked)
	notes, judged := probed.parts()
	v := judge(judged)
	if v.refused {
		probed.copyTo(w)
		return
	}
	reply, code, err := t.answer(r.Context(), e, r.Header, v)
	if err == nil {
		send(w, notes, append(reply, '\n'), status(code, modern))
		return
	}
	again := withBody(r.Context(), r, body)
	if len(notes) == 0 {
		next.ServeHTTP(w, again)
		return
	}
	answered := newRecorder()
	next.ServeHTTP(answered, again)
	more, reply := answered.parts()
	send(w, append(notes, more...), reply, answered.status)
}

// status is the HTTP status that an error code has in the newer era. In the
// older one every answer is 200.
func status(code int, modern bool) int {
	if !modern {
		return http.StatusOK
	}
	switch code {
	case mcp.METHOD_NOT_FOUND:
		return http.StatusNotFound
	case mcp.HEADER_MISMATCH, mcp.MISSING_REQUIRED_CLIENT_CAPABILITY, mcp.UNSUPPORTED_PROTOCOL_VERSION,
		mcp.INVALID_REQUEST, mcp.INVALID_PARAMS, mcp.PARSE_ERROR:
		return http.StatusBadRequest
	}
	return http.StatusOK
}

// withBody is the same request with another body, and headers of its own.
func withBody(ctx context.Context, r *http.Request, body []byte) *http.Request {
	out := r.Clone(ctx)
	out.Body = io.NopCloser(bytes.NewReader(body))
	out.ContentLength = int64(len(body))
	return out
}
