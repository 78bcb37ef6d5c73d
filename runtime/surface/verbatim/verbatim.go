// Package verbatim carries JSON values to the client as their bytes are. The MCP
// library writes every message anew: white space goes, and <, > and & come out in
// other characters. That means the same, but a schema is not what its server wrote
// any more, and its digest is another.
//
// A value that is held leaves a mark in the message in its place. The transport
// puts the value back where the message leaves:
//
//	ctx, values := verbatim.With(ctx)      // a transport, per client or request
//	tool.RawInputSchema = verbatim.Hold(ctx, schema)
//	...
//	out.Write(values.Restore(message))     // the transport again
//
// Where no transport has said that it does so, Hold changes nothing.
package verbatim

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"sync"
)

// maxHeld bounds what is held for messages that are never written.
const maxHeld = 1 << 14

// Values are held for the messages of one client, or of one request. They are
// safe for concurrent use.
type Values struct {
	// mark begins every mark. No client and no server can guess it, so none can
	// have a value put where it was not meant to be.
	mark []byte

	mu    sync.Mutex
	count int
	held  map[string]json.RawMessage
}

type key struct{}

// With returns a context in which values are held, and where.
func With(ctx context.Context) (context.Context, *Values) {
	v := &Values{mark: []byte(`"verbatim:` + rand.Text() + `:`), held: map[string]json.RawMessage{}}
	return context.WithValue(ctx, key{}, v), v
}

// Hold returns what stands for a value until its message is written. A value that
// is broken into lines is put on one, for a message is one line.
func Hold(ctx context.Context, raw json.RawMessage) json.RawMessage {
	v, ok := ctx.Value(key{}).(*Values)
	if !ok || !json.Valid(raw) {
		return raw
	}
	return v.hold(oneLine(raw))
}

func (v *Values) hold(raw json.RawMessage) json.RawMessage {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.held) >= maxHeld {
		return raw
	}
	v.count++
	name := strconv.Itoa(v.count)
	v.held[name] = raw
	return slices.Concat(v.mark, []byte(name), []byte(`"`))
}

// oneLine is the value without line breaks, which can only be white space in it.
func oneLine(raw json.RawMessage) json.RawMessage {
	if !bytes.ContainsAny(raw, "\r\n") {
		return raw
	}
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw // it is valid, and has been checked to be
	}
	return b.Bytes()
}

// Restore puts the values back into a message, and holds them no longer.
func (v *Values) Restore(message []byte) []byte {
	if !bytes.Contains(message, v.mark) {
		return message
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	var out []byte
	for {
		before, rest, found := bytes.Cut(message, v.mark)
		out = append(out, before...)
		if !found {
			return out
		}
		name, behind, _ := bytes.Cut(rest, []byte(`"`))
		out = append(out, v.held[string(name)]...)
		delete(v.held, string(name))
		message = behind
	}
}

// Handler restores what is held for the requests of a handler. Each of its writes
// must hold whole messages.
func Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, values := With(r.Context())
		next.ServeHTTP(&writer{w, values}, r.WithContext(ctx))
	})
}

type writer struct {
	http.ResponseWriter
	values *Values
}

// Write implements http.ResponseWriter.
func (w *writer) Write(p []byte) (int, error) {
	if _, err := w.ResponseWriter.Write(w.values.Restore(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush implements http.Flusher.
func (w *writer) Flush() {
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Unwrap lets http.ResponseController reach the writer behind.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }
