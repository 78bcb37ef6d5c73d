package surface

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime/internal/rawhttp"
)

var initialize = rawhttp.Initialize("2025-11-25")

func TestOrigins(t *testing.T) {
	srv := newTestServer(t, HTTPOptions{AllowedOrigins: []string{"https://chat.example.org"}})
	client := newHTTPClient(t)
	for origin, want := range map[string]int{
		"":                                http.StatusOK,
		"http://localhost:3000":           http.StatusOK,
		"http://127.0.0.1":                http.StatusOK,
		"http://[::1]:8080":               http.StatusOK,
		"https://chat.example.org":        http.StatusOK,
		"https://chat.example.org:444":    http.StatusForbidden,
		"https://evil.example":            http.StatusForbidden,
		"http://localhost.evil.example":   http.StatusForbidden,
		"http://127.0.0.1.evil.example":   http.StatusForbidden,
		"http://evil.example/#localhost":  http.StatusForbidden,
		"null":                            http.StatusForbidden,
		"file://":                         http.StatusForbidden,
		"http://user@evil.example:80@127": http.StatusForbidden,
	} {
		header := map[string]string{}
		if origin != "" {
			header["Origin"] = origin
		}
		if status, body, _ := rawhttp.Post(t, client, srv.URL+Path, initialize, header); status != want {
			t.Errorf("origin %q: %d, want %d: %s", origin, status, want, body)
		}
	}
}

// A name that was rebound to this machine is refused, though its page's origin
// and host agree.
func TestReboundHostIsRefused(t *testing.T) {
	url := serveHTTP(t, first(newSurface(t)), HTTPOptions{})
	if status, _, _ := rawhttp.Post(t, newHTTPClient(t), url+Path, initialize, map[string]string{"Host": "evil.example"}); status != http.StatusForbidden {
		t.Errorf("status %d", status)
	}
}

func first(s *Surface, _ *catalogue) *Surface { return s }

func TestBodyLimit(t *testing.T) {
	srv := newTestServer(t, HTTPOptions{MaxBody: 1 << 10})
	client := newHTTPClient(t)
	if status, _, _ := rawhttp.Post(t, client, srv.URL+Path, initialize, nil); status != http.StatusOK {
		t.Errorf("a small body: %d", status)
	}
	if status, body, _ := rawhttp.Post(t, client, srv.URL+Path, `{"x":"`+strings.Repeat("a", 2<<10)+`"}`, nil); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a large body: %d %s", status, body)
	}
}

func TestHealthAndOtherPaths(t *testing.T) {
	srv := newTestServer(t, HTTPOptions{})
	client := newHTTPClient(t)
	res, err := client.Get(srv.URL + HealthPath)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var health struct {
		Status, Name, Version, Mode, Digest string
		Capabilities                        int
	}
	if err := json.NewDecoder(res.Body).Decode(&health); err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != http.StatusOK || health.Status != "ok" || health.Mode != "intent" || health.Capabilities != 27 || !strings.HasPrefix(health.Digest, "sha256:") {
		t.Errorf("%d %+v", res.StatusCode, health)
	}
	if status, body, _ := rawhttp.Post(t, client, srv.URL+"/elsewhere", "{}", nil); status != http.StatusNotFound || !strings.Contains(body, Path) {
		t.Errorf("another path: %d %s", status, body)
	}
}

// A session is known from its initialize on until it is ended; what was
// remembered for it goes with it.
func TestSessionsEnd(t *testing.T) {
	s, _ := newSurface(t)
	h := s.NewHTTP(HTTPOptions{})
	url := serveHandler(t, h)
	client := newHTTPClient(t)
	list := `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`
	status, _, header := rawhttp.Post(t, client, url, initialize, nil)
	id := header.Get("Mcp-Session-Id")
	if status != http.StatusOK || id == "" {
		t.Fatalf("initialize: %d, session %q", status, id)
	}
	known := map[string]string{"Mcp-Session-Id": id, "MCP-Protocol-Version": legacy}
	if status, body, _ := rawhttp.Post(t, client, url, list, known); status != http.StatusOK {
		t.Fatalf("in the session: %d %s", status, body)
	}
	for _, other := range []string{"", "session-invented"} {
		if status, _, _ := rawhttp.Post(t, client, url, list, map[string]string{"Mcp-Session-Id": other, "MCP-Protocol-Version": legacy}); status != http.StatusNotFound {
			t.Errorf("session %q: %d, want 404", other, status)
		}
	}
	rawhttp.Do(t, client, http.MethodDelete, url, "", map[string]string{"Mcp-Session-Id": id})
	if status, _, _ := rawhttp.Post(t, client, url, list, known); status != http.StatusNotFound {
		t.Errorf("an ended session: %d, want 404", status)
	}
}

func TestIdleSessionsEnd(t *testing.T) {
	s, _ := newSurface(t)
	h := s.NewHTTP(HTTPOptions{SessionIdle: time.Millisecond}) // looked after once a second
	url := serveHandler(t, h)
	client := newHTTPClient(t)
	_, _, header := rawhttp.Post(t, client, url, initialize, nil)
	known := map[string]string{"Mcp-Session-Id": header.Get("Mcp-Session-Id"), "MCP-Protocol-Version": legacy}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(1500 * time.Millisecond) {
		if status, _, _ := rawhttp.Post(t, client, url, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, known); status == http.StatusNotFound {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("an idle session is still known")
		}
	}
}

func serveHandler(t *testing.T, h *HTTP) string {
	t.Helper()
	ln, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.Serve(ctx, ln) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return "http://" + ln.Addr().String() + Path
}

func TestListenIsLoopbackByDefault(t *testing.T) {
	ln, err := Listen(":0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	if addr, ok := ln.Addr().(*net.TCPAddr); !ok || !addr.IP.IsLoopback() {
		t.Errorf("an address without a host is served on %s", ln.Addr())
	}
	for _, bad := range []string{"", "8765", "127.0.0.1:port", "127.0.0.1:99999"} {
		if ln, err := Listen(bad); err == nil {
			_ = ln.Close()
			t.Errorf("address %q was served", bad)
		}
	}
}

// When the server stops, a call under way is answered and a stream that only
// waits is closed.
func TestShutdown(t *testing.T) {
	s, upstream := newSurface(t)
	upstream.hold, upstream.started = make(chan struct{}), make(chan struct{})
	ln, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + ln.Addr().String() + Path
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.NewHTTP(HTTPOptions{}).Serve(ctx, ln) }()

	client := newHTTPClient(t)
	_, _, header := rawhttp.Post(t, client, url, initialize, nil)
	stream, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	stream.Header.Set("Accept", "text/event-stream")
	stream.Header.Set("Mcp-Session-Id", header.Get("Mcp-Session-Id"))
	waiting, err := client.Do(stream)
	if err != nil {
		t.Fatal(err)
	}
	defer waiting.Body.Close()

	answered := make(chan string, 1)
	go func() {
		_, body, _ := rawhttp.Post(t, client, url, modernCall("ask", `{"intent":"overdue loans of a member"}`), modernHeaders("ask"))
		answered <- body
	}()
	<-upstream.started
	stop()
	if _, err := io.ReadAll(waiting.Body); err != nil && !strings.Contains(err.Error(), "EOF") {
		t.Errorf("the waiting stream ended with %v", err)
	}
	close(upstream.hold)
	if body := <-answered; !strings.Contains(body, `"executed":true`) {
		t.Errorf("the call under way got %s", body)
	}
	if err := <-done; err != nil {
		t.Errorf("serving ended with %v", err)
	}
}

// A subscription is acknowledged with what it gets, stays open, and does not hold
// the server up when it stops.
func TestSubscriptionsEndWithTheServer(t *testing.T) {
	s, _ := newSurface(t)
	ln, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.NewHTTP(HTTPOptions{}).Serve(ctx, ln) }()
	res := subscribes(t, newHTTPClient(t), "http://"+ln.Addr().String()+Path, nil)
	lines := bufio.NewReader(res.Body)
	var ack string
	for !strings.HasPrefix(ack, "data: ") {
		if ack, err = lines.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(ack, `"toolsListChanged":true`) || !strings.Contains(ack, "notifications/subscriptions/acknowledged") {
		t.Errorf("the subscription got %s", ack)
	}
	began := time.Now()
	stop()
	if err := <-done; err != nil || time.Since(began) >= graceTime {
		t.Errorf("serving ended with %v after %v", err, time.Since(began))
	}
}

// Subscriptions are bounded, and count while they are open.
func TestSubscriptionsAreBounded(t *testing.T) {
	s, _ := newSurface(t)
	h := s.NewHTTP(HTTPOptions{})
	url := serveHandler(t, h)
	client := newHTTPClient(t)
	h.subscriptions.Store(MaxSubscriptions - 1)
	stream := subscribes(t, client, url, nil)
	header := map[string]string{"MCP-Protocol-Version": modern, "Mcp-Method": "subscriptions/listen"}
	status, body, _ := rawhttp.Post(t, client, url, strings.Replace(modernCall("ask", "{}"), "tools/call", "subscriptions/listen", 1), header)
	if status != http.StatusServiceUnavailable || !strings.Contains(body, "no more can be") {
		t.Errorf("one too many: %d %s", status, body)
	}
	_ = stream.Body.Close()
	eventually(t, "an ended subscription makes room", func() bool { return h.subscriptions.Load() == MaxSubscriptions-1 })
}

// subscribes opens a subscription to changes of the list of tools.
func subscribes(t *testing.T, client *http.Client, url string, header map[string]string) *http.Response {
	t.Helper()
	body := `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},` +
		`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	ctx, end := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(end)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"Content-Type": "application/json", "Accept": "text/event-stream, application/json",
		"MCP-Protocol-Version": modern, "Mcp-Method": "subscriptions/listen"} {
		req.Header.Set(name, value)
	}
	for name, value := range header {
		req.Header.Set(name, value)
	}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	if res.StatusCode != http.StatusOK {
		t.Fatalf("the subscription was not accepted: %d", res.StatusCode)
	}
	return res
}

// modernCall is a call that needs no session and stands for itself.
func modernCall(verb, args string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + verb + `","arguments":` + args +
		`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
}

func modernHeaders(verb string) map[string]string {
	return map[string]string{"MCP-Protocol-Version": modern, "Mcp-Method": "tools/call", "Mcp-Name": verb}
}
