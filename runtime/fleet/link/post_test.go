package link_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
)

// newer is a server of the newer revision whose answers to calls are written by a
// test. It counts the connections that are made to it.
type newer struct {
	library http.Handler
	call    func(w http.ResponseWriter, r *http.Request, id string)

	mu    sync.Mutex
	peers map[string]bool
}

// ServeHTTP implements http.Handler.
func (n *newer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n.mu.Lock()
	n.peers[r.RemoteAddr] = true
	n.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var m struct {
		ID     json.RawMessage
		Method string
	}
	if json.Unmarshal(body, &m) == nil && m.Method == "tools/call" {
		n.call(w, r, string(m.ID))
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	n.library.ServeHTTP(w, r)
}

func openNewer(t *testing.T, opt link.Options, call func(w http.ResponseWriter, r *http.Request, id string)) (*link.Conn, *newer) {
	t.Helper()
	lib := server.NewStreamableHTTPServer(server.NewMCPServer("newer", "1", server.WithToolCapabilities(false)))
	n := &newer{library: lib, call: call, peers: map[string]bool{}}
	srv := httptest.NewServer(n)
	t.Cleanup(srv.Close)
	conn, err := link.Open(t.Context(), config.Server{
		Name: "s", Kind: config.HTTP, URL: srv.URL + "/mcp?key=hushhush", Headers: []config.Variable{{Name: "X-Key", Value: "hushhush"}},
	}, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	if !conn.Info().Modern {
		t.Fatalf("the revision is %s", conn.Info().Protocol)
	}
	return conn, n
}

const large = 9007199254740993

func event(format string, args ...any) string {
	return "event: message\r\ndata: " + fmt.Sprintf(format, args...) + "\n\n"
}

// An answer arrives as it was written, by itself or after others on a stream, and
// the connection is used again.
func TestNewerAnswers(t *testing.T) {
	var notices []string
	streamed := false
	conn, srv := openNewer(t, link.Options{Notify: func(method string, params json.RawMessage) {
		notices = append(notices, method+string(params))
	}}, func(w http.ResponseWriter, r *http.Request, id string) {
		if r.Header.Get("X-Key") != "hushhush" || r.Header.Get("Mcp-Method") != "tools/call" || r.Header.Get("Mcp-Name") != "weigh" {
			http.Error(w, fmt.Sprint(r.Header), http.StatusBadRequest)
			return
		}
		result := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"n":%d}}`, id, large)
		if streamed = !streamed; !streamed {
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
			fmt.Fprint(w, strings.Repeat(" ", 4000)+result) // too long for one piece
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, ": a comment\n\ndata: no message\n\n"+event(`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":%d}}`, large))
		fmt.Fprint(w, event(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":%d}}`, id, large))
		fmt.Fprint(w, event(`%s`, strings.Replace(result, ",", ",\ndata: ", 1)))
		w.(http.Flusher).Flush()
	})
	var progress []string
	for range 6 {
		raw, err := conn.Do(t.Context(), link.Call{
			Method: "tools/call", Params: params("weigh", `{}`), Progress: func(p json.RawMessage) { progress = append(progress, string(p)) },
		})
		if err != nil || string(raw) != fmt.Sprintf(`{"n":%d}`, large) {
			t.Fatal(string(raw), err)
		}
	}
	if want := fmt.Sprintf(`notifications/message{"data":%d}`, large); len(notices) != 3 || notices[0] != want {
		t.Errorf("%q", notices)
	}
	if len(progress) != 3 || !strings.Contains(progress[0], fmt.Sprintf(`"progress":%d`, large)) {
		t.Errorf("%q", progress)
	}
	if len(srv.peers) > 2 { // one may be made while the other is being read to its end
		t.Errorf("%d connections were made", len(srv.peers))
	}
}

// What is no answer is an error that says so, and repeats nothing that the server was
// given in confidence.
func TestNewerFails(t *testing.T) {
	var refused *link.Error
	var lost *link.LostError
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter, id string)
		is     func(error) bool
		says   string
	}{
		"error": {func(w http.ResponseWriter, id string) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"no such tool","data":%d}}`, id, large)
		}, func(err error) bool {
			return errors.As(err, &refused) && refused.Code == -32602 && string(refused.Data) == fmt.Sprint(large)
		}, "no such tool"},
		"error with a status": {func(w http.ResponseWriter, id string) {
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}`, id)
		}, func(err error) bool { return errors.As(err, &refused) && refused.Code == -32601 }, "no such method"},
		"404": {func(w http.ResponseWriter, _ string) { http.NotFound(w, nil) }, func(err error) bool { return errors.Is(err, link.ErrSession) }, ""},
		"401": {func(w http.ResponseWriter, _ string) { w.WriteHeader(http.StatusUnauthorized) }, func(err error) bool { return errors.As(err, &lost) }, "Authorization"},
		"500": {func(w http.ResponseWriter, _ string) {
			http.Error(w, "no key but hushhush fits", http.StatusInternalServerError)
		},
			func(err error) bool { return errors.As(err, &lost) }, "500 Internal Server Error: no key but *** fits"},
		"a page": {func(w http.ResponseWriter, _ string) { fmt.Fprint(w, "<html>") }, func(err error) bool { return errors.As(err, &lost) }, "no message of the protocol"},
		"broken": {func(w http.ResponseWriter, _ string) {
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, `{"jsonrpc"`)
		}, func(err error) bool { return errors.As(err, &lost) }, "breaks off"},
		"no answer": {func(w http.ResponseWriter, _ string) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, event(`{"jsonrpc":"2.0","method":"notifications/message","params":{}}`))
		}, func(err error) bool { return errors.As(err, &lost) }, "ends before the answer"},
	} {
		t.Run(name, func(t *testing.T) {
			conn, _ := openNewer(t, link.Options{}, func(w http.ResponseWriter, _ *http.Request, id string) { c.answer(w, id) })
			_, err := conn.Request(t.Context(), "tools/call", params("weigh", `{}`))
			if err == nil || !c.is(err) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "hushhush") {
				t.Error(err)
			}
		})
	}
}

// A call that is given up ends the request; one whose connection is closed meanwhile
// does not wait for the server.
func TestNewerEnds(t *testing.T) {
	left, begun := make(chan struct{}, 2), make(chan struct{}, 2)
	conn, _ := openNewer(t, link.Options{}, func(_ http.ResponseWriter, r *http.Request, _ string) {
		begun <- struct{}{}
		<-r.Context().Done()
		left <- struct{}{}
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-begun; cancel() }()
	if _, err := conn.Request(ctx, "tools/call", params("weigh", `{}`)); !errors.Is(err, ctx.Err()) || err == nil {
		t.Error(err)
	}
	<-left
	go func() { <-begun; conn.Close() }()
	var lost *link.LostError
	if _, err := conn.Request(t.Context(), "tools/call", params("weigh", `{}`)); !errors.As(err, &lost) {
		t.Error(err)
	}
	<-left
}
