package surface

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// An answer that comes alone is JSON of a known length, whatever it is; one before
// which something is said stays a stream, and so does what is no POST.
func TestSingleAnswers(t *testing.T) {
	const notice, question = `{"jsonrpc":"2.0","method":"notifications/message","params":{}}`, `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	const answer, failure = `{"jsonrpc":"2.0","id":1,"result":{"text":"a\n\nb"}}`, `{"jsonrpc":"2.0","id":"x","error":{"code":-1,"message":"no"}}`
	for name, c := range map[string]struct {
		method string
		events []string
		single bool
	}{
		"answer":              {http.MethodPost, []string{answer}, true},
		"error":               {http.MethodPost, []string{failure}, true},
		"notice first":        {http.MethodPost, []string{notice, answer}, false},
		"question first":      {http.MethodPost, []string{question, answer}, false},
		"stream of a session": {http.MethodGet, []string{answer}, false},
		"nothing":             {http.MethodPost, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			srv := httptest.NewServer(singleAnswers(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/event-stream")
				w.Header().Set("Cache-Control", "no-cache")
				w.WriteHeader(http.StatusOK)
				for _, e := range c.events {
					fmt.Fprintf(w, "event: message\ndata: %s\n\n", e)
					w.(http.Flusher).Flush()
				}
			})))
			defer srv.Close()
			req, err := http.NewRequestWithContext(t.Context(), c.method, srv.URL, nil)
			if err != nil {
				t.Fatal(err)
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(res.Body)
			_ = res.Body.Close()
			if err != nil {
				t.Fatal(err)
			}
			want, kind := "", "text/event-stream"
			if c.single {
				want, kind = c.events[0], "application/json"
			} else {
				for _, e := range c.events {
					want += "event: message\ndata: " + e + "\n\n"
				}
			}
			if string(body) != want || res.Header.Get("Content-Type") != kind {
				t.Errorf("%s %q, want %s %q", res.Header.Get("Content-Type"), body, kind, want)
			}
			if c.single && (res.ContentLength != int64(len(want)) || strings.Contains(fmt.Sprint(res.Header), "no-cache")) {
				t.Errorf("%d bytes were announced, with %v", res.ContentLength, res.Header)
			}
		})
	}
}
