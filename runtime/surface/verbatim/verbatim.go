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
//
// It also saves work: what this program has written itself need not be read and
// written twice more on its way out. HoldOwn and HoldText are for that.
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

const (
	// maxHeld bounds how much is held for messages that are never written.
	maxHeld = 1 << 14
	// maxOwn bounds the bytes of HoldOwn among that, which may be large and are
	// as well off without.
	maxOwn = 4 << 20
)

// Values are held for the messages of one client, or of one request. They are
// safe for concurrent use.
type Values struct {
	// mark begins every mark. No client and no server can guess it, so none can
	// have a value put where it was not meant to be.
	mark []byte

	mu    sync.Mutex
	count int
	held  map[string]json.RawMessage
	own   map[string]int // the lengths of those of HoldOwn
	bytes int            // their sum
}

type key struct{}

// With returns a context in which values are held, and where.
func With(ctx context.Context) (context.Context, *Values) {
	v := &Values{mark: []byte(`"verbatim:` + rand.Text() + `:`), held: map[string]json.RawMessage{}, own: map[string]int{}}
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

// HoldOwn returns what stands for JSON that this program has written: it is valid,
// and on one line. Where many messages are never written, it returns the value
// itself.
func HoldOwn(ctx context.Context, raw json.RawMessage) json.RawMessage {
	v, ok := ctx.Value(key{}).(*Values)
	if !ok {
		return raw
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.held) >= maxHeld || v.bytes+len(raw) > maxOwn {
		return raw
	}
	name := v.put(raw)
	v.own[name] = len(raw)
	v.bytes += len(raw)
	return v.stands(name)
}

// HoldText returns what stands for a text, as the value of a string: it leaves
// written as JSON, without escapes that JSON does not need.
func HoldText(ctx context.Context, text string) string {
	if ctx.Value(key{}) == nil {
		return text
	}
	var b bytes.Buffer
	b.Grow(len(text) + len(text)/8)
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(text) != nil {
		return text // a string always has a JSON
	}
	written := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	held := HoldOwn(ctx, written)
	if len(held) > 0 && &held[0] == &written[0] {
		return text // it was not held
	}
	return string(held[1 : len(held)-1])
}

func (v *Values) hold(raw json.RawMessage) json.RawMessage {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.held) >= maxHeld {
		return raw
	}
	return v.stands(v.put(raw))
}

// put keeps a value under a name of its own.
func (v *Values) put(raw json.RawMessage) (name string) {
	v.count++
	name = strconv.Itoa(v.count)
	v.held[name] = raw
	return name
}

// stands is the mark of a name.
func (v *Values) stands(name string) json.RawMessage {
	return slices.Concat(v.mark, []byte(name), []byte(`"`))
}

// drop ends what was held under a name.
func (v *Values) drop(name string) {
	delete(v.held, name)
	v.bytes -= v.own[name]
	delete(v.own, name)
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
		v.drop(string(name))
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
