package rawhttp

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// What is posted arrives as it was written, under the usual headers or others.
func TestPost(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Seen", r.Host+" "+r.Header.Get("Accept")+" "+r.Header.Get("Content-Type")+r.Header.Get("Mcp-Session-Id"))
		w.WriteHeader(http.StatusTeapot)
		_, _ = w.Write(body)
	}))
	defer srv.Close()
	for name, tc := range map[string]struct {
		header map[string]string
		seen   string
	}{
		"usual": {nil, srv.Listener.Addr().String() + " application/json, text/event-stream application/json"},
		"given": {map[string]string{"accept": "a/b", "Host": "elsewhere", "Mcp-Session-Id": "7"}, "elsewhere a/b application/json7"},
	} {
		status, body, header := Post(t, srv.Client(), srv.URL, " {}\n", tc.header)
		if status != http.StatusTeapot || body != " {}\n" || header.Get("X-Seen") != tc.seen {
			t.Errorf("%s: %d %q %q, want %q", name, status, body, header.Get("X-Seen"), tc.seen)
		}
	}
}

func TestMessage(t *testing.T) {
	for body, want := range map[string]string{
		`{"a":1}`: `{"a":1}`,
		"event: message\ndata: {\"n\":1}\n\nevent: message\r\ndata: {\"n\":2}\r\n\r\n": `{"n":2}`,
		`{"text":"data: x"}`: `{"text":"data: x"}`,
		"":                   "",
	} {
		if got := Message(body); got != want {
			t.Errorf("%q: %q, want %q", body, got, want)
		}
	}
}
