package surface

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/internal/rawhttp"
)

// opened begins a session and returns the headers that name it.
func opened(t *testing.T, client *http.Client, url string) map[string]string {
	t.Helper()
	status, body, header := rawhttp.Post(t, client, url, initialize, nil)
	id := header.Get("Mcp-Session-Id")
	if status != http.StatusOK || id == "" {
		t.Fatalf("initialize: %d %s", status, body)
	}
	return map[string]string{"Mcp-Session-Id": id, "MCP-Protocol-Version": legacy}
}

// listens opens the stream of a session.
func listens(t *testing.T, client *http.Client, url string, header map[string]string) *http.Response {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second) // a stream that does not end fails
	t.Cleanup(stop)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "text/event-stream")
	for name, value := range header {
		req.Header.Set(name, value)
	}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

const listTools = `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`

// Beyond the most that are kept, the session that was heard of least recently
// ends: its id is refused and its stream is closed, the others go on.
func TestSessionsAreBounded(t *testing.T) {
	s, _ := newSurface(t)
	h := s.newHTTP(HTTPOptions{}, 2)
	url := serveHandler(t, h)
	client := newHTTPClient(t)
	first, second := opened(t, client, url), opened(t, client, url)
	stream := listens(t, client, url, second)
	if status, body, _ := rawhttp.Post(t, client, url, listTools, first); status != http.StatusOK {
		t.Fatalf("the first session: %d %s", status, body)
	}
	third := opened(t, client, url) // the second is heard of least recently now
	if _, err := io.ReadAll(stream.Body); err != nil {
		t.Errorf("the stream of the session ended with %v", err)
	}
	for i, want := range []int{http.StatusOK, http.StatusNotFound, http.StatusOK} {
		if status, body, _ := rawhttp.Post(t, client, url, listTools, []map[string]string{first, second, third}[i]); status != want {
			t.Errorf("session %d: %d, want %d: %s", i+1, status, want, body)
		}
	}
	for range 20 {
		opened(t, client, url)
	}
	if n, m := len(h.known.known), h.known.recent.Len(); n != 2 || m != 2 {
		t.Errorf("%d and %d sessions are kept", n, m)
	}
}

// The endpoint is bounded as it is served.
func TestMaxSessions(t *testing.T) {
	s, _ := newSurface(t)
	h := s.NewHTTP(HTTPOptions{})
	defer h.Close()
	for range MaxSessions + 3 {
		h.known.Generate()
	}
	if n := len(h.known.known); n != MaxSessions {
		t.Errorf("%d sessions are kept, want %d", n, MaxSessions)
	}
}

// A session that goes for another is ended in the order of last use.
func TestLeastRecentSessionGoes(t *testing.T) {
	var gone []string
	s := newSessions(3, func(id string) { gone = append(gone, id) })
	s.evict = func(id string) { _, _ = s.Terminate(id) }
	var ids []string
	for range 3 {
		ids = append(ids, s.Generate())
	}
	if _, err := s.Validate(ids[0]); err != nil {
		t.Fatal(err)
	}
	s.Generate()
	s.Generate()
	if want := []string{ids[1], ids[2]}; !slices.Equal(gone, want) {
		t.Errorf("gone are %v, want %v", gone, want)
	}
	_, _ = s.Terminate("session-invented")
	if len(gone) != 2 {
		t.Errorf("a session that never was ended: %v", gone)
	}
}

// A stream is for a session that is known; none is begun by asking for one.
func TestStreamsNeedASession(t *testing.T) {
	s, _ := newSurface(t)
	h := s.NewHTTP(HTTPOptions{})
	url := serveHandler(t, h)
	client := newHTTPClient(t)
	for _, id := range []string{"", "session-invented"} {
		res := listens(t, client, url, map[string]string{"Mcp-Session-Id": id, "MCP-Protocol-Version": legacy})
		if res.StatusCode != http.StatusNotFound {
			t.Errorf("session %q: %d, want 404", id, res.StatusCode)
		}
	}
	if res := listens(t, client, url, map[string]string{"MCP-Protocol-Version": modern}); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("the revision without sessions: %d, want 405", res.StatusCode)
	}
	if n := len(h.known.known); n != 0 {
		t.Errorf("%d sessions were begun", n)
	}
}

// What the dispatcher remembers of a session is forgotten when it ends.
func TestEndedSessionsAreForgotten(t *testing.T) {
	s, _ := newSurface(t)
	h := s.NewHTTP(HTTPOptions{})
	url := serveHandler(t, h)
	client := newHTTPClient(t)
	header := opened(t, client, url)
	call := `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"ask","arguments":{"intent":"overdue loans of a member"}}}`
	if status, body, _ := rawhttp.Post(t, client, url, call, header); status != http.StatusOK || !strings.Contains(body, `"executed":true`) {
		t.Fatalf("%d %s", status, body)
	}
	remembered := func() string {
		reply := s.dispatcher.Do(t.Context(), dispatch.Request{
			Verb: runtime.Why, Intent: "why did you choose that", Caller: sessionKey(header["Mcp-Session-Id"]),
		})
		return fmt.Sprint(reply.Result)
	}
	if got := remembered(); !strings.Contains(got, "book_loans") {
		t.Fatalf("nothing is remembered of the session: %s", got)
	}
	ends(t, client, url, header)
	if got := remembered(); strings.Contains(got, "book_loans") {
		t.Errorf("an ended session is still remembered: %s", got)
	}
}

// ends ends a session as its client does.
func ends(t *testing.T, client *http.Client, url string, header map[string]string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, url, nil)
	if err != nil {
		t.Error(err)
		return
	}
	req.Header.Set("Mcp-Session-Id", header["Mcp-Session-Id"])
	res, err := client.Do(req)
	if err != nil {
		t.Error(err)
		return
	}
	_ = res.Body.Close()
}
