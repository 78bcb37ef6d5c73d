package surface

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/internal/rawhttp"
)

// request makes a request of any method without a body, by one who waits for events.
func request(t *testing.T, client *http.Client, method, url string, header map[string]string) (int, string, http.Header) {
	t.Helper()
	all := map[string]string{"Accept": "text/event-stream"}
	maps.Copy(all, header)
	return rawhttp.Do(t, client, method, url, "", all)
}

// A session is of the principal who began it: to another, and to nobody, its id
// is one that does not exist, for calls, batches, streams and its end alike.
func TestSessionsAreTheirHolders(t *testing.T) {
	s, upstream := newSurface(t)
	h := s.NewHTTP(HTTPOptions{})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(WithPrincipal(r.Context(), r.Header.Get("X-Test-User"))))
	}))
	t.Cleanup(srv.Close)
	t.Cleanup(h.Close)
	client, url := newHTTPClient(t), srv.URL+Path
	_, _, header := rawhttp.Post(t, client, url, initialize, map[string]string{"X-Test-User": "ann"})
	of := func(user, version string) map[string]string {
		return map[string]string{"Mcp-Session-Id": header.Get("Mcp-Session-Id"), "MCP-Protocol-Version": version, "X-Test-User": user}
	}
	const load = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"load_tools","arguments":{"tools":["book_search"]}}}`
	const search = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"book_search","arguments":{"query":"bees"}}}`
	const skill = `{"jsonrpc":"2.0","id":4,"method":"skills/list"}`
	if status, body, _ := rawhttp.Post(t, client, url, load, of("ann", legacy)); status != http.StatusOK || !strings.Contains(body, "newly_exposed") {
		t.Fatalf("ann loads: %d %s", status, body)
	}
	for _, user := range []string{"bob", ""} {
		for _, body := range []string{search, load, skill, listTools} {
			if status, got, _ := rawhttp.Post(t, client, url, body, of(user, legacy)); status != http.StatusNotFound || strings.Contains(got, "result") {
				t.Errorf("%q in ann's session, %s: %d %s", user, body, status, got)
			}
		}
		if status, got, _ := rawhttp.Post(t, client, url, "["+search+"]", of(user, "2025-03-26")); status != http.StatusNotFound {
			t.Errorf("%q in ann's session, in a batch: %d %s", user, status, got)
		}
		for _, method := range []string{http.MethodGet, http.MethodDelete} {
			if status, got, _ := request(t, client, method, url, of(user, legacy)); status != http.StatusNotFound {
				t.Errorf("%q, %s of ann's session: %d %s", user, method, status, got)
			}
		}
	}
	if calls := upstream.calls(); len(calls) != 0 {
		t.Errorf("others made %v", calls)
	}
	if status, body, _ := rawhttp.Post(t, client, url, search, of("ann", legacy)); status != http.StatusOK || len(upstream.calls()) != 1 {
		t.Errorf("ann calls: %d %s", status, body)
	}
	if status, _, _ := request(t, client, http.MethodDelete, url, of("ann", legacy)); status != http.StatusOK {
		t.Errorf("ann ends her session: %d", status)
	}
}

// Methods that the endpoint does not have are named as such, and so are sessions
// to end that there are not.
func TestMethodsOfTheEndpoint(t *testing.T) {
	srv := newTestServer(t, HTTPOptions{})
	client := newHTTPClient(t)
	for _, tt := range []struct {
		method, session, version string
		status                   int
	}{
		{http.MethodPut, "", legacy, http.StatusMethodNotAllowed},
		{http.MethodOptions, "", modern, http.StatusMethodNotAllowed},
		{http.MethodDelete, "", modern, http.StatusMethodNotAllowed},
		{http.MethodGet, "", modern, http.StatusMethodNotAllowed},
		{http.MethodDelete, "", legacy, http.StatusBadRequest},
		{http.MethodDelete, "session-made-up", legacy, http.StatusNotFound},
		{http.MethodGet, "session-made-up", legacy, http.StatusNotFound},
		{http.MethodGet, "", legacy, http.StatusNotFound},
	} {
		header := map[string]string{"MCP-Protocol-Version": tt.version}
		if tt.session != "" {
			header["Mcp-Session-Id"] = tt.session
		}
		status, body, got := request(t, client, tt.method, srv.URL+Path, header)
		if status != tt.status || (status == http.StatusMethodNotAllowed) != (got.Get("Allow") != "") {
			t.Errorf("%s %q in %s: %d %s, want %d; Allow %q", tt.method, tt.session, tt.version, status, body, tt.status, got.Get("Allow"))
		}
	}
}
