package link_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet/link"
)

// Only the answer to the request is taken for it: neither one to another request nor
// what answers nothing, on a stream or by itself.
func TestNewerAnswersOther(t *testing.T) {
	for name, c := range map[string]struct {
		before string // what comes before the answer on a stream
		alone  string // what comes by itself
		code   int    // of the error that it is
	}{
		"another id":       {before: event(`{"jsonrpc":"2.0","id":7,"result":{"of":"another"}}`)},
		"a text for an id": {before: event(`{"jsonrpc":"2.0","id":"7","result":{"of":"another"}}`)},
		"no id":            {before: event(`{"jsonrpc":"2.0","result":{"of":"nobody"}}`)},
		"nothing":          {before: event(`{}`) + event(`null`)},
		"alone":            {alone: `{"jsonrpc":"2.0","id":7,"result":{"of":"another"}}`},
		"an error":         {alone: `{"jsonrpc":"2.0","id":7,"error":{"code":-1,"message":"of another"}}`},
		"an error of none": {alone: `{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"not understood"}}`, code: -1},
		"streamed error":   {before: event(`{"jsonrpc":"2.0","id":null,"error":{"code":-2,"message":"not understood"}}`), code: -2},
	} {
		t.Run(name, func(t *testing.T) {
			conn, _ := openNewer(t, link.Options{}, func(w http.ResponseWriter, _ *http.Request, id string) {
				if c.alone != "" {
					w.Header().Set("Content-Type", "application/json")
					fmt.Fprint(w, c.alone)
					return
				}
				w.Header().Set("Content-Type", "text/event-stream")
				fmt.Fprint(w, c.before+event(`{"jsonrpc":"2.0","id":%s,"result":{"of":"this"}}`, id))
			})
			raw, err := conn.Request(t.Context(), "tools/call", params("weigh", `{}`))
			var refused *link.Error
			switch {
			case c.code != 0:
				if !errors.As(err, &refused) || refused.Code != c.code {
					t.Error(string(raw), err)
				}
			case c.alone != "":
				if err == nil || errors.As(err, &refused) {
					t.Error(string(raw), err)
				}
			case err != nil || string(raw) != `{"of":"this"}`:
				t.Error(string(raw), err)
			}
		})
	}
}

// An answer whose id is spelled differently is one to the request all the same.
func TestNewerAnswersSpelling(t *testing.T) {
	for _, spelling := range []string{`%s.0`, `"%s"`} {
		conn, _ := openNewer(t, link.Options{}, func(w http.ResponseWriter, _ *http.Request, id string) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":`+spelling+`,"result":{"of":"this"}}`, id)
		})
		if raw, err := conn.Request(t.Context(), "tools/call", params("weigh", `{}`)); err != nil || string(raw) != `{"of":"this"}` {
			t.Error(spelling, string(raw), err)
		}
	}
}

// A failure that goes on for good is not read to its end, whatever it calls itself.
func TestNewerEndlessFailure(t *testing.T) {
	var sent atomic.Int64
	conn, _ := openNewer(t, link.Options{}, func(w http.ResponseWriter, r *http.Request, _ string) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(http.StatusInternalServerError)
		line := []byte(strings.Repeat(": it goes on\n", 10_000))
		for r.Context().Err() == nil && sent.Load() < 4*link.MaxMessage {
			n, err := w.Write(line)
			if sent.Add(int64(n)); err != nil {
				return
			}
		}
	})
	_, err := conn.Request(t.Context(), "tools/call", params("weigh", `{}`))
	if err == nil || sent.Load() >= 4*link.MaxMessage {
		t.Errorf("%d bytes were read: %v", sent.Load(), err)
	}
}

// A server that asks for a sign of life on the stream of a request gets one before it
// goes on, and one that asks what nobody answers is told so.
func TestNewerAnswersQuestions(t *testing.T) {
	for method, want := range map[string]string{"ping": `"result":{}`, "roots/list": `"code":-32601`} {
		answered := make(chan string, 1)
		conn, srv := openNewer(t, link.Options{}, func(w http.ResponseWriter, r *http.Request, id string) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, event(`{"jsonrpc":"2.0","id":"q","method":%q}`, method))
			w.(http.Flusher).Flush()
			select {
			case body := <-answered:
				fmt.Fprint(w, event(`{"jsonrpc":"2.0","id":%s,"result":{"heard":%q}}`, id, body))
			case <-r.Context().Done():
			}
		})
		library := srv.library
		srv.library = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err == nil && strings.Contains(string(body), `"id":"q"`) {
				answered <- string(body)
				w.WriteHeader(http.StatusAccepted)
				return
			}
			library.ServeHTTP(w, r)
		})
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		raw, err := conn.Request(ctx, "tools/call", params("weigh", `{}`))
		cancel()
		var result struct{ Heard string }
		if err != nil || json.Unmarshal(raw, &result) != nil || !strings.Contains(result.Heard, want) {
			t.Errorf("%s: %s %v", method, raw, err)
		}
	}
}

// Streams that a server does not end after its answers are cut off before they use up
// the connections.
func TestNewerStreamsThatGoOn(t *testing.T) {
	var open atomic.Int64
	conn, _ := openNewer(t, link.Options{}, func(w http.ResponseWriter, r *http.Request, id string) {
		open.Add(1)
		defer open.Add(-1)
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, event(`{"jsonrpc":"2.0","id":%s,"result":{}}`, id))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	for range 200 {
		if _, err := conn.Request(t.Context(), "tools/call", params("weigh", `{}`)); err != nil {
			t.Fatal(err)
		}
	}
	// The server hears of each cut in its own time, which is far shorter than any
	// stream may go on.
	for end := time.Now().Add(8 * time.Second); open.Load() > 20; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d streams are open", open.Load())
		}
	}
}
