package fleet_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
	"github.com/sextant-mcp/sextant/runtime/fleet/peer"
)

func at(url string) config.Server {
	return config.Server{Name: "web", Kind: config.HTTP, URL: url, Headers: []config.Variable{{Name: "X-Key", Value: "s3cret"}}}
}

// forgetful is a server of an older revision that can be made to forget its
// sessions, as one that was restarted has.
type forgetful struct {
	mu       sync.Mutex
	sessions int
	known    string
	calls    atomic.Int32
	// refuse answers a request of a session that is not known.
	refuse func(w http.ResponseWriter, id json.RawMessage)
}

func (f *forgetful) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.known = ""
}

// ServeHTTP implements http.Handler.
func (f *forgetful) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("X-Key") != "s3cret" {
		http.Error(w, "who are you?", http.StatusUnauthorized)
		return
	}
	if r.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	var m struct {
		ID     json.RawMessage
		Method string
	}
	if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	answer := func(result string) { fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result) }
	switch {
	case m.Method == "initialize":
		f.sessions++
		f.known = fmt.Sprint("session-", f.sessions)
		w.Header().Set("Mcp-Session-Id", f.known)
		answer(`{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"forgetful","version":"1"}}`)
	case m.Method == "server/discover":
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}`, m.ID)
	case f.known == "" || r.Header.Get("Mcp-Session-Id") != f.known:
		f.refuse(w, m.ID)
	case len(m.ID) == 0:
		w.WriteHeader(http.StatusAccepted)
	case m.Method == "tools/list":
		answer(`{"tools":[{"name":"ring_bell","description":"Ring the bell.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]}`)
	default:
		f.calls.Add(1)
		answer(`{"content":[{"type":"text","text":"ding"}]}`)
	}
}

// A server that has forgotten the session gets a new one, and the call, which it
// refused, is made again, however it says so.
func TestForgottenSessions(t *testing.T) {
	for name, refuse := range map[string]func(http.ResponseWriter, json.RawMessage){
		"404": func(w http.ResponseWriter, _ json.RawMessage) { http.Error(w, "no such session", http.StatusNotFound) },
		"400 with an error": func(w http.ResponseWriter, id json.RawMessage) {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32600,"message":"Streamable HTTP error: Session not found"}}`, id)
		},
		"200 with an error": func(w http.ResponseWriter, id json.RawMessage) {
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32001,"message":"session not found"}}`, id)
		},
		"400 with text": func(w http.ResponseWriter, _ json.RawMessage) {
			http.Error(w, `{"error":"Session not found"}`, http.StatusBadRequest)
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := &forgetful{refuse: refuse}
			srv := httptest.NewServer(f)
			defer srv.Close()
			m := mount(t, fleet.Options{Backoff: time.Hour}, at(srv.URL))
			for range 3 {
				reply := m.do(t.Context(), runtime.Ask, "ring the bell", "")
				if reply.Failed() || reply.Result != "ding" {
					t.Fatal(asText(t, reply))
				}
				f.forget()
			}
			if n := f.calls.Load(); n != 3 {
				t.Errorf("%d calls were carried out", n)
			}
		})
	}
}

// A server that is not there at first is found when a call needs it.
func TestServerThatComesLater(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := ln.Addr().String()
	if err := ln.Close(); err != nil {
		t.Fatal(err)
	}
	m := mount(t, fleet.Options{Backoff: 100 * time.Millisecond}, at("http://"+addr+"/mcp"))
	if s := state(m.Fleet, "web"); s.State != fleet.Failed || !strings.Contains(s.Why, "refused") {
		t.Errorf("%+v", s)
	}
	if ln, err = net.Listen("tcp", addr); err != nil {
		t.Fatal(err)
	}
	srv := &httptest.Server{Listener: ln, Config: &http.Server{Handler: &forgetful{refuse: func(w http.ResponseWriter, _ json.RawMessage) { w.WriteHeader(http.StatusNotFound) }}}}
	srv.Start()
	defer srv.Close()
	eventually(t, "its tool is on the surface", func() bool {
		_, ok := m.Dispatcher().Router().Lookup("ring_bell")
		return ok
	})
}

// A server at an address that goes away is noticed without a call, and a call
// that finds nobody says so without pretending that it may have been made.
func TestServerThatGoes(t *testing.T) {
	f := &forgetful{refuse: func(w http.ResponseWriter, _ json.RawMessage) { w.WriteHeader(http.StatusNotFound) }}
	srv := httptest.NewUnstartedServer(f)
	srv.Config.SetKeepAlivesEnabled(false) // on a connection that is still open a request may get lost
	srv.Start()
	m := mount(t, fleet.Options{Backoff: time.Hour, Reconnect: 300 * time.Millisecond}, at(srv.URL+"/?token=hush"))
	srv.Close()
	reply := m.do(t.Context(), runtime.Ask, "ring the bell", "")
	if !strings.Contains(reply.Error, `the server "web" is failed`) || !strings.Contains(reply.Error, "refused") || strings.Contains(reply.Error, "not known") || strings.Contains(reply.Error, "hush") {
		t.Error(asText(t, reply))
	}

	srv = httptest.NewServer(f)
	m = mount(t, fleet.Options{Backoff: time.Hour, LookEvery: 50 * time.Millisecond}, at(srv.URL))
	if s := state(m.Fleet, "web"); s.State != fleet.Ready {
		t.Fatalf("%+v", s)
	}
	srv.Close()
	eventually(t, "its end is noticed", func() bool { return state(m.Fleet, "web").State == fleet.Failed })
}

// Headers stay with the host that they were meant for, and what is secret is
// told to nobody.
func TestSecretsOverHTTP(t *testing.T) {
	var leaked atomic.Bool
	thief := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Key") != "" {
			leaked.Store(true)
		}
	}))
	defer thief.Close()
	elsewhere := httptest.NewServer(http.RedirectHandler(thief.URL, http.StatusTemporaryRedirect))
	defer elsewhere.Close()
	closed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }))
	defer closed.Close()
	for url, want := range map[string]string{
		elsewhere.URL + "/?token=hush":   "redirects to another host",
		closed.URL + "/?token=hush":      `give it a header`,
		"http://127.0.0.1:1/?token=hush": "refused",
	} {
		_, err := link.Open(t.Context(), at(url), link.Options{Log: silence})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hush") || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", url, err)
		}
	}
	if leaked.Load() {
		t.Error("the header went to another host")
	}
}

// Servers of two libraries, of the newer revision and of older ones: calls go
// through whole, and a tool that appears is noticed.
func TestServersOfOthers(t *testing.T) {
	lib := server.NewMCPServer("lib", "1", server.WithToolCapabilities(true))
	bell := func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("ding"), nil
	}
	lib.AddTool(mcp.NewTool("ring_bell", mcp.WithDescription("Ring the bell."), mcp.WithReadOnlyHintAnnotation(true)), bell)
	grow := func(name string) {
		lib.AddTool(mcp.NewTool(name, mcp.WithDescription("Blow the horn loudly."), mcp.WithReadOnlyHintAnnotation(true)), bell)
	}

	peer := sdk.NewServer(&sdk.Implementation{Name: "peer", Version: "1"}, nil)
	echo := func(_ context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(r.Params.Arguments)}}}, nil
	}
	addPeer := func(name string) {
		peer.AddTool(&sdk.Tool{Name: name, Description: "Blow the horn loudly.", InputSchema: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"}}}`), Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true}}, echo)
	}
	addPeer("ring_bell")

	for name, c := range map[string]struct {
		handler  http.Handler
		grow     func(string)
		protocol string
	}{
		"newer":           {server.NewStreamableHTTPServer(lib), grow, mcp.ProtocolVersion20260728},
		"older":           {server.NewStreamableHTTPServer(lib, server.WithStateful(true), server.WithStreamableHTTPProtocolVersions(mcp.LegacyProtocolVersions()...)), grow, mcp.ProtocolVersion20251125},
		"another library": {sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return peer }, nil), addPeer, mcp.ProtocolVersion20251125},
	} {
		t.Run(name, func(t *testing.T) {
			srv := httptest.NewServer(c.handler)
			defer srv.Close()
			m := mount(t, fleet.Options{}, at(srv.URL))
			if s := state(m.Fleet, "web"); s.State != fleet.Ready || s.Protocol != c.protocol {
				t.Fatalf("%+v", s)
			}
			hints := ""
			if name == "another library" {
				hints = `{"tool":"ring_bell","n":9007199254740993}`
			}
			reply := m.do(t.Context(), runtime.Ask, "ring the bell", hints)
			if reply.Failed() || hints != "" && !strings.Contains(asText(t, reply), "9007199254740993") {
				t.Error(asText(t, reply))
			}
			horn, tries := "blow_horn_"+strings.ReplaceAll(name, " ", "_"), 0
			eventually(t, "the new tool is on the surface", func() bool {
				if tries++; tries%20 == 1 {
					c.grow(horn) // again: the stream of notifications may not have been open before
				}
				_, ok := m.Dispatcher().Router().Lookup(horn)
				return ok
			})
			m.Overlay.Close()
			m.Fleet.Close()
		})
	}
}

// A body that never ends does no harm.
func TestEndlessBody(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		chunk := []byte(strings.Repeat(" ", 1<<20))
		for {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	}))
	defer srv.Close()
	if _, err := link.Open(t.Context(), at(srv.URL), link.Options{Log: silence}); err == nil || !strings.Contains(err.Error(), "longer than") || errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Over HTTP a question belongs to the request on whose stream it comes, so any
// number of clients can be asked at once, each about its own call.
func TestQuestionsOverHTTP(t *testing.T) {
	lib := server.NewMCPServer("lib", "1", server.WithToolCapabilities(true), server.WithElicitation())
	lib.AddTool(mcp.NewTool("ask_colour", mcp.WithDescription("Ask for a colour."), mcp.WithReadOnlyHintAnnotation(true)),
		func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			answer, err := lib.RequestElicitation(ctx, mcp.ElicitationRequest{Params: mcp.ElicitationParams{
				Mode: mcp.ElicitationModeForm, Message: "Which colour?", RequestedSchema: map[string]any{"type": "object"},
			}})
			if err != nil {
				return nil, err
			}
			return mcp.NewToolResultText(fmt.Sprint(answer.Content)), nil
		})
	srv := httptest.NewServer(server.NewStreamableHTTPServer(lib, server.WithStateful(true), server.WithStreamableHTTPProtocolVersions(mcp.LegacyProtocolVersions()...)))
	t.Cleanup(srv.Close)
	m := mount(t, fleet.Options{}, at(srv.URL))
	var wg sync.WaitGroup
	for _, colour := range []string{"blue", "red", "green"} {
		wg.Go(func() {
			reply := m.do(peer.With(t.Context(), &person{name: colour}), runtime.Ask, "x", `{"tool":"ask_colour"}`)
			if !strings.Contains(asText(t, reply.Result), colour) {
				t.Errorf("%s: %s", colour, asText(t, reply))
			}
		})
	}
	wg.Wait()
	if reply := m.do(t.Context(), runtime.Ask, "x", `{"tool":"ask_colour"}`); !strings.Contains(asText(t, reply), "does not answer elicitation/create") {
		t.Error(asText(t, reply))
	}
}
