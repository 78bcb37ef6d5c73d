package rest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/guard"
	"github.com/sextant-mcp/sextant/runtime/rest/request"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// served is a desk behind the real server, beside the MCP endpoint.
type served struct {
	*desk
	base string
}

func serve(t *testing.T, opt Options) *served {
	t.Helper()
	k := newDesk(t, library, "catalogue", opt)
	k.upstream.answer = moods
	s, err := surface.New(k.dispatcher, surface.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ln, err := surface.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.NewHTTP(surface.HTTPOptions{Beside: k.Handler, Tokens: opt.Tokens}).Serve(ctx, ln) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return &served{k, "http://" + ln.Addr().String()}
}

// moods is an upstream that fails, or takes for ever, when it is asked to.
func moods(ctx context.Context, c dispatch.Call) (dispatch.Result, error) {
	switch {
	case strings.Contains(string(c.Args), "fire"):
		return dispatch.Result{}, errors.New("connection reset")
	case strings.Contains(string(c.Args), "dragons"):
		return dispatch.Result{Text: "no such shelf", Structured: json.RawMessage(`{"shelf":null}`), IsError: true}, nil
	case strings.Contains(string(c.Args), "glaciers"):
		<-ctx.Done()
		return dispatch.Result{}, ctx.Err()
	}
	return dispatch.Result{Structured: json.RawMessage(`{"call":` + string(c.Args) + `,"largest":9007199254740993}`)}, nil
}

// exchange is one request and what came of it.
type exchange struct {
	name, method, path, body string
	headers                  []string // pairs
	status                   int
}

var exchanges = []exchange{
	{"200: a verb", "POST", "/intent/ask", `{"intent":"search the catalogue for volumes about bees","hints":{"query":"bees"}}`, nil, 200},
	{"200: a tool, its numbers exact", "POST", "/tools/book_search", `{"query":"bees","limit":9007199254740993}`, nil, 200},
	{"200: find", "POST", "/intent/find", `{"intent":"overdue loans of a member","top_k":1}`, nil, 200},
	{"200: find where nothing fits", "POST", "/intent/find", `{"intent":"qwertz uiop"}`, nil, 200},
	{"200: a preview that was asked for", "POST", "/tools/member_add?execute=false", `{"name":"Ada"}`, nil, 200},
	{"200: a preview, though not connected", "POST", "/harbour/tides?execute=false", `{"harbour":"Kiel"}`, nil, 200},
	{"400: no strict JSON", "POST", "/tools/book_search", `{"query":"bees","query":"wasps"}`, nil, 400},
	{"400: an unknown member", "POST", "/intent/ask", `{"intent":"x","tool":"book_search"}`, nil, 400},
	{"403: a verb that only reads", "POST", "/intent/ask", `{"intent":"x","hints":{"tool":"book_loans","action":"renew","loan_id":3}}`, nil, 403},
	{"403: a page from elsewhere", "POST", "/intent/ask", `{"intent":"x"}`, []string{"Origin", "https://elsewhere.example"}, 403},
	{"404: nothing fits", "POST", "/intent/ask", `{"intent":"qwertz uiop"}`, nil, 404},
	{"404: no such tool", "POST", "/tools/book_burn", `{}`, nil, 404},
	{"404: no such pin", "POST", "/intent/ask", `{"intent":"x","hints":{"tool":"book_serach"}}`, nil, 404},
	{"404: no such path", "POST", "/book/search", `{}`, nil, 404},
	{"405: another method", "GET", "/intent/ask", "", nil, 405},
	{"409: which operation", "POST", "/tools/glossary", `{}`, nil, 409},
	{"409: which tool", "POST", "/intent/act", `{"intent":"print"}`, nil, 409},
	{"413: too long", "POST", "/intent/ask", `{"intent":"` + strings.Repeat("bees ", 300) + `"}`, nil, 413},
	{"415: not JSON", "POST", "/tools/book_search", `query=bees`, []string{"Content-Type", "application/x-www-form-urlencoded"}, 415},
	{"422: the tool refuses", "POST", "/tools/seat_plan", `{"room":7}`, nil, 422},
	{"428: a preview first", "POST", "/tools/book_delete", `{"id":7}`, nil, 428},
	{"502: the tool failed", "POST", "/tools/book_search", `{"query":"dragons"}`, nil, 502},
	{"502: its server failed", "POST", "/tools/book_search", `{"query":"fire"}`, nil, 502},
	{"503: not connected", "POST", "/harbour/tides", `{"harbour":"Kiel"}`, nil, 503},
}

// Every status has its exchange, with the real server; each answer is one that the
// served document allows.
func TestExchanges(t *testing.T) {
	s := serve(t, Options{MaxBody: 1000})
	doc := s.document(t)
	out := &txtar.Archive{Comment: []byte("One exchange for each status, as the server gave it; references of plans and\nscores are replaced.\n\n")}
	for _, e := range exchanges {
		s.exchange(t, out, doc, e)
	}
	ref := s.post(t, "/tools/book_delete", `{"id":7}`).member(t, "plan_ref").(string)
	s.exchange(t, out, doc, exchange{"200: what was previewed", "POST", "/tools/book_delete", `{"id":7}`, []string{request.PlanRefHeader, ref}, 200})
	tokens, err := guard.OneToken("ada", "not-a-secret-not-a-secret")
	if err != nil {
		t.Fatal(err)
	}
	closed := serve(t, Options{Tokens: tokens})
	closed.exchange(t, out, doc, exchange{"401: no token", "POST", "/intent/ask", `{"intent":"x"}`, nil, 401})
	closed.exchange(t, out, doc, exchange{"401: another token", "POST", "/intent/ask", `{"intent":"x"}`, []string{"Authorization", "Bearer guessed"}, 401})
	hasty := serve(t, Options{Timeout: 50 * time.Millisecond})
	hasty.exchange(t, out, doc, exchange{"504: too slow", "POST", "/tools/book_search", `{"query":"glaciers"}`, nil, 504})
	golden(t, "exchanges.txtar", txtar.Format(out))
}

func (s *served) document(t *testing.T) validator.Validator {
	t.Helper()
	return checker(t, []byte(s.send(t, http.MethodGet, OpenAPIPath, "").body))
}

// steady replaces what differs from run to run, and what follows from the
// surface's scores: neither is what the exchanges show.
func steady(text []byte) []byte {
	for _, one := range []struct {
		what *regexp.Regexp
		with string
	}{
		{regexp.MustCompile(`plan_[A-Z2-7]{26}`), "plan_REFERENCE"},
		{regexp.MustCompile(`"(score|confidence)": [0-9.-]+`), `"$1": 1`},
		{regexp.MustCompile(`[0-9]+ %`), "1 %"},
	} {
		text = one.what.ReplaceAll(text, []byte(one.with))
	}
	return text
}

// exchange makes one exchange and writes it down.
func (s *served) exchange(t *testing.T, out *txtar.Archive, doc validator.Validator, e exchange) {
	t.Helper()
	newRequest := func() *http.Request {
		r, err := http.NewRequestWithContext(t.Context(), e.method, s.base+e.path, strings.NewReader(e.body))
		if err != nil {
			t.Fatal(err)
		}
		if e.body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		for i := 0; i+1 < len(e.headers); i += 2 {
			r.Header.Set(e.headers[i], e.headers[i+1])
		}
		return r
	}
	res, err := http.DefaultClient.Do(newRequest())
	if err != nil {
		t.Fatal(err)
	}
	defer http.DefaultClient.CloseIdleConnections()
	raw, err := io.ReadAll(res.Body)
	if err != nil || res.Body.Close() != nil {
		t.Fatal(err)
	}
	if res.StatusCode != e.status {
		t.Errorf("%s: %d", e.name, res.StatusCode)
	}
	res.Body = io.NopCloser(bytes.NewReader(raw))
	known := !strings.HasPrefix(e.path, "/book/") && e.path != "/tools/book_burn" && e.method == http.MethodPost
	if ok, problems := doc.ValidateHttpResponse(newRequest(), res); known && !ok {
		t.Errorf("%s: the document does not allow this: %v\n%s", e.name, problems, raw)
	}
	out.Files = append(out.Files, txtar.File{Name: e.name, Data: steady(transcript(t, e, res, raw))})
}

// transcript writes an exchange as text.
func transcript(t *testing.T, e exchange, res *http.Response, raw []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s\n", e.method, e.path)
	for i := 0; i+1 < len(e.headers); i += 2 {
		fmt.Fprintf(&b, "%s: %s\n", e.headers[i], e.headers[i+1])
	}
	if len(e.body) > 200 {
		e.body = fmt.Sprintf("(%d bytes)", len(e.body))
	}
	fmt.Fprintf(&b, "\n%s\n\n%s\n", e.body, res.Status)
	for _, name := range []string{"Content-Type", "Allow", "Accept-Post", "WWW-Authenticate"} {
		if value := res.Header.Get(name); value != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, value)
		}
	}
	b.WriteByte('\n')
	if err := json.Indent(&b, raw, "", " "); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return append(bytes.TrimSpace(b.Bytes()), '\n')
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (run with -update to write it anew):\n%s", path, diff)
	}
}

// Whoever sends a body too slowly is told so, and let go.
func TestSlowBody(t *testing.T) {
	s := serve(t, Options{Timeout: 50 * time.Millisecond})
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /intent/ask HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"intent\":")
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusRequestTimeout || !strings.Contains(string(raw), ProblemType+"slow-body") {
		t.Errorf("%d %v\n%s", res.StatusCode, err, raw)
	}
}
