package method

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
)

// MaxBatch is how many messages a batch may hold.
const MaxBatch = 256

// hasBatches reports the one revision with batches. Over HTTP it is also the
// revision of a request that states none.
func hasBatches(version string) bool {
	return version == "" || version == mcp.ProtocolVersion20250326
}

// split takes a batch apart. The error is the answer to one that can't be.
func split(raw []byte) ([]json.RawMessage, []byte) {
	var messages []json.RawMessage
	if err := json.Unmarshal(raw, &messages); err != nil {
		return nil, encodeError(nil, &Error{Code: mcp.PARSE_ERROR, Message: "the batch is no valid JSON"})
	}
	if len(messages) == 0 || len(messages) > MaxBatch {
		return nil, encodeError(nil, &Error{
			Code: mcp.INVALID_REQUEST, Message: fmt.Sprintf("the batch holds %d messages; send 1 to %d", len(messages), MaxBatch),
		})
	}
	for _, m := range messages {
		var e envelope
		if json.Unmarshal(m, &e) == nil && e.Method == string(mcp.MethodInitialize) {
			return nil, encodeError(nil, &Error{Code: mcp.INVALID_REQUEST, Message: "initialize must not be part of a batch; send it alone"})
		}
	}
	return messages, nil
}

// join makes one answer of the answers to a batch.
func join(replies [][]byte) []byte {
	raw := []json.RawMessage{}
	for _, r := range replies {
		raw = append(raw, r)
	}
	out, err := json.Marshal(raw)
	if err != nil {
		return encodeError(nil, &Error{Code: mcp.INTERNAL_ERROR, Message: "the answers to the batch have no JSON"})
	}
	return out
}

type batchKey struct{}

// InBatch reports a message of a batch that came over HTTP. Its answer is kept
// until those of the others are there, so the client can't be asked anything
// before: it would never see the question.
func InBatch(ctx context.Context) bool { return ctx.Value(batchKey{}) != nil }

// httpBatch serves each message of a batch as if it had come alone, one after
// the other, and sends the answers together.
func (t *Table) httpBatch(w http.ResponseWriter, r *http.Request, body []byte, next http.Handler) {
	messages, refusal := split(body)
	if refusal != nil {
		send(w, nil, refusal, http.StatusBadRequest)
		return
	}
	r = r.WithContext(context.WithValue(r.Context(), batchKey{}, true))
	var notes, replies [][]byte
	for _, m := range messages {
		one := newRecorder()
		t.httpMessage(one, r, m, next)
		more, reply := one.parts()
		notes = append(notes, more...)
		switch {
		case json.Valid(reply):
			replies = append(replies, reply)
		case one.status >= http.StatusBadRequest: // of the request as a whole, such as its session
			one.copyTo(w)
			return
		}
	}
	if len(replies) == 0 {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	send(w, notes, join(replies), http.StatusOK)
}

// localBatch answers a batch that came on a stream; nil when nothing is to be
// said.
func (t *Table) localBatch(ctx context.Context, raw []byte, next Next) []byte {
	messages, refusal := split(raw)
	if refusal != nil {
		return refusal
	}
	var replies [][]byte
	for _, m := range messages {
		reply := t.Message(ctx, m, next)
		if reply == nil {
			continue
		}
		replies = append(replies, encodeMessage(reply))
	}
	if len(replies) == 0 {
		return nil
	}
	return join(replies)
}
