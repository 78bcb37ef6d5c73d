package coded_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/surface/coded"
)

// failing is a message in which the library carries an error of a handler.
func failing(t *testing.T, err error) string {
	t.Helper()
	raw, e := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 7, "error": map[string]any{"code": -32603, "message": err.Error()}})
	if e != nil {
		t.Fatal(e)
	}
	return string(raw)
}

func TestRewrite(t *testing.T) {
	e := &coded.Error{Code: -32021, Message: `say "please"`, Data: json.RawMessage(`{"n":9007199254740993}`)}
	want := `{"jsonrpc":"2.0","id":7,"error":{"code":-32021,"message":"say \"please\"","data":{"n":9007199254740993}}}`
	for _, c := range []struct {
		in, out string
		code    int
	}{
		{failing(t, e), want, -32021},
		{failing(t, e) + "\n", want + "\n", -32021},
		{"event: message\ndata: " + failing(t, e) + "\n\n", "event: message\ndata: " + want + "\n\n", -32021},
		{`{"jsonrpc":"2.0","id":7,"result":{"text":"` + strings.Trim(failing(t, e), "{}") + `"}}`, "", 0},
		{failing(t, fmt.Errorf("the tool failed: %w", e)), "", 0}, // the mark is looked for at the beginning only
		{failing(t, &coded.Error{Message: "no code"}), "", 0},
		{"not JSON", "", 0},
	} {
		out, code := coded.Rewrite([]byte(c.in))
		if c.out == "" {
			c.out = c.in
		}
		if string(out) != c.out || code != c.code {
			t.Errorf("%s\nbecomes %s, %d\nwant    %s, %d", c.in, out, code, c.out, c.code)
		}
	}
}

func TestHandler(t *testing.T) {
	for _, c := range []struct {
		code, status int
		revision     string
	}{
		{-32021, http.StatusBadRequest, "2026-07-28"}, {-32602, http.StatusOK, "2026-07-28"}, {-32021, http.StatusOK, "2025-11-25"},
	} {
		body := failing(t, &coded.Error{Code: c.code, Message: "no"})
		srv := httptest.NewServer(coded.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusOK)
			_, _ = io.WriteString(w, body)
		})))
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, srv.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Mcp-Protocol-Version", c.revision)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != c.status || !strings.Contains(string(raw), fmt.Sprintf(`"code":%d`, c.code)) {
			t.Errorf("%+v: %d %s %v", c, res.StatusCode, raw, err)
		}
		_ = res.Body.Close()
		srv.Close()
	}
}

// Other answers, and streams, pass as they are.
func TestHandlerPassesOthers(t *testing.T) {
	srv := httptest.NewServer(coded.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/empty":
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusAccepted)
		case "/stream":
			w.Header().Set("Content-Type", "text/event-stream")
			w.WriteHeader(http.StatusOK)
			w.(http.Flusher).Flush()
			_, _ = io.WriteString(w, "data: {}\n\n")
		default:
			_, _ = io.WriteString(w, "plain")
		}
	})))
	defer srv.Close()
	for path, want := range map[string]string{"/empty": "202 ", "/stream": "200 data: {}\n\n", "/": "200 plain"} {
		res, err := http.Get(srv.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(res.Body)
		if got := fmt.Sprint(res.StatusCode, " ", string(raw)); err != nil || got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
		_ = res.Body.Close()
	}
}
