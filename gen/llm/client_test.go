package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"
)

const good = `{"choices":[{"message":{"content":"yes"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":1}}`

// answer is one scripted answer.
type answer struct {
	code   int
	body   string
	header map[string]string
}

// scripted serves the answers in turn, the last one for ever, and keeps the
// requests.
type scripted struct {
	mu       sync.Mutex
	answers  []answer
	requests []string
	headers  []http.Header
}

func (s *scripted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	s.requests = append(s.requests, r.URL.Path+" "+string(body))
	s.headers = append(s.headers, r.Header)
	a := s.answers[min(len(s.requests), len(s.answers))-1]
	for k, v := range a.header {
		w.Header().Set(k, v)
	}
	w.WriteHeader(a.code)
	io.WriteString(w, a.body)
}

// newTest returns a client of the script that notes its waits instead of
// waiting.
func newTest(t *testing.T, opt Options, answers ...answer) (*Client, *scripted, *[]time.Duration) {
	t.Helper()
	s := &scripted{answers: answers}
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	var waits []time.Duration
	opt.Wait = func(_ context.Context, d time.Duration) error {
		waits = append(waits, d)
		return nil
	}
	c, err := New(srv.URL+"/v1", "m", opt)
	if err != nil {
		t.Fatal(err)
	}
	return c, s, &waits
}

var hello = Request{Messages: []Message{{User, "hi"}}}

func TestRetries(t *testing.T) {
	busy := answer{code: 429, body: `{"error":{"message":"slow down"}}`}
	for name, tt := range map[string]struct {
		answers []answer
		retries int
		waits   []time.Duration
		err     string // "" for an answer
	}{
		"at once":             {answers: []answer{{code: 200, body: good}}},
		"429, then well":      {answers: []answer{busy, busy, {code: 200, body: good}}, waits: []time.Duration{time.Second, 2 * time.Second}},
		"as long as asked":    {answers: []answer{{code: 503, header: map[string]string{"Retry-After": "7"}}, {code: 200, body: good}}, waits: []time.Duration{7 * time.Second}},
		"no longer than that": {answers: []answer{{code: 503, header: map[string]string{"Retry-After": "999999"}}, {code: 200, body: good}}, waits: []time.Duration{time.Minute}},
		"500 for ever":        {answers: []answer{{code: 500, body: "out of memory"}}, retries: 2, waits: []time.Duration{time.Second, 2 * time.Second}, err: "answers 500 Internal Server Error: out of memory"},
		"never":               {answers: []answer{busy}, retries: -1, err: "429 Too Many Requests: slow down"},
		"wrong key":           {answers: []answer{{code: 401, body: `{"error":"who are you"}`}}, err: "who are you; check the key"},
		"wrong model":         {answers: []answer{{code: 404}}, err: "check the base URL"},
		"no JSON":             {answers: []answer{{code: 200, body: "<html>"}}, err: "is no chat completion"},
		"no choice":           {answers: []answer{{code: 200, body: `{"choices":[]}`}}, err: "no choices[0].message"},
		"null message":        {answers: []answer{{code: 200, body: `{"choices":[{"message":null}]}`}}, err: "no choices[0].message"},
	} {
		t.Run(name, func(t *testing.T) {
			c, s, waits := newTest(t, Options{Retries: tt.retries}, tt.answers...)
			reply, err := c.Chat(context.Background(), hello)
			if !slices.Equal(*waits, tt.waits) {
				t.Errorf("waits %v, want %v", *waits, tt.waits)
			}
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("error %v, want %q", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if reply.Text != "yes" || reply.Usage != (Usage{3, 1}) || reply.Attempts != len(s.requests) {
				t.Errorf("%+v after %d requests", reply, len(s.requests))
			}
		})
	}
}

// The request has the shape that servers expect, and the key its place.
func TestRequest(t *testing.T) {
	c, s, _ := newTest(t, Options{Key: "k-123"}, answer{code: 200, body: good})
	seed := int64(7)
	req := Request{
		Messages: []Message{{System, "be short"}, {User, "hi"}}, Seed: &seed, MaxTokens: 9,
		Tools: []Tool{{Name: "a", Description: "d", Schema: json.RawMessage(`{"type":"object"}`)}, {Name: "b"}},
	}
	if _, err := c.Chat(context.Background(), req); err != nil {
		t.Fatal(err)
	}
	want := `/v1/chat/completions {"model":"m","messages":[{"role":"system","content":"be short"},{"role":"user","content":"hi"}],` +
		`"tools":[{"type":"function","function":{"name":"a","description":"d","parameters":{"type":"object"}}},` +
		`{"type":"function","function":{"name":"b","parameters":{"type":"object","properties":{}}}}],"temperature":0,"seed":7,"max_tokens":9}`
	if s.requests[0] != want {
		t.Errorf("got  %s\nwant %s", s.requests[0], want)
	}
	if got := s.headers[0].Get("Authorization"); got != "Bearer k-123" {
		t.Errorf("authorization %q", got)
	}
}

func TestReplies(t *testing.T) {
	for name, tt := range map[string]struct {
		message, finish string
		text            string
		calls           []Call
		truncated       bool
	}{
		"text":             {message: `{"content":"a"}`, text: "a"},
		"parts":            {message: `{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`, text: "ab"},
		"null":             {message: `{"content":null}`},
		"cut":              {message: `{"content":"a"}`, finish: "length", text: "a", truncated: true},
		"call":             {message: `{"tool_calls":[{"function":{"name":"f","arguments":"{\"x\":1}"}}]}`, calls: []Call{{"f", `{"x":1}`}}},
		"call with object": {message: `{"content":"","tool_calls":[{"function":{"name":"f","arguments":{"x":1}}}]}`, calls: []Call{{"f", `{"x":1}`}}},
		"two calls":        {message: `{"tool_calls":[{"function":{"name":"f","arguments":""}},{"function":{"name":"g"}}]}`, calls: []Call{{"f", ""}, {"g", ""}}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := readReply([]byte(`{"choices":[{"message":` + tt.message + `,"finish_reason":"` + tt.finish + `"}]}`))
			if err != nil {
				t.Fatal(err)
			}
			if r.Text != tt.text || !slices.Equal(r.Calls, tt.calls) || r.Truncated != tt.truncated {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestEndpoints(t *testing.T) {
	for in, want := range map[string]string{
		"http://localhost:11434/v1":                 "http://localhost:11434/v1/chat/completions",
		" https://h.example/v1/ ":                   "https://h.example/v1/chat/completions",
		"https://h.example/v1/chat/completions":     "https://h.example/v1/chat/completions",
		"https://h.example/d/x?api-version=2026-01": "https://h.example/d/x/chat/completions?api-version=2026-01",
	} {
		c, err := New(in, "m", Options{})
		if err != nil || c.endpoint.String() != want {
			t.Errorf("%q: %v, %v", in, c, err)
		}
	}
	for _, in := range []string{"", "localhost:11434", "/v1", "ftp://h/v1", "http://", "http://[", "http://u:secret@h/v1"} {
		if _, err := New(in, "m", Options{}); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: error %v", in, err)
		}
	}
	if _, err := New("http://h", " ", Options{}); err == nil {
		t.Error("no model, no error")
	}
}

// A server that is too slow is a passing fault; one that is not there a lasting
// one.
func TestUnreachable(t *testing.T) {
	release := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	c, err := New(srv.URL, "m", Options{Timeout: 20 * time.Millisecond, Retries: -1})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Chat(context.Background(), hello)
	if !errors.Is(err, ErrUnreachable) || !strings.Contains(err.Error(), "20ms") || Lasting(err) {
		t.Errorf("slow: %v", err)
	}
	close(release)
	srv.Close()
	if _, err = c.Chat(context.Background(), hello); !errors.Is(err, ErrUnreachable) || !Lasting(err) {
		t.Errorf("closed: %v", err)
	}
}

// The context ends a request that hangs and a wait alike.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	release := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		cancel()
		<-release
	}))
	defer srv.Close()
	defer close(release)
	c, err := New(srv.URL, "m", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Chat(ctx, hello); !errors.Is(err, context.Canceled) {
		t.Errorf("hanging: %v", err)
	}
	if err := pause(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting: %v", err)
	}
}

func TestLargeAnswer(t *testing.T) {
	c, _, _ := newTest(t, Options{}, answer{code: 200, body: `{"x":"` + strings.Repeat("a", maxAnswer) + `"}`})
	if _, err := c.Chat(context.Background(), hello); !errors.Is(err, ErrMalformed) {
		t.Errorf("error %v", err)
	}
}

func TestDelays(t *testing.T) {
	if got := delay(30, ErrUnreachable); got != maxDelay {
		t.Errorf("after 30 attempts %v", got)
	}
	h := http.Header{"Retry-After": {time.Now().Add(30 * time.Second).UTC().Format(http.TimeFormat)}}
	if got := retryAfter(h); got < 20*time.Second || got > 31*time.Second {
		t.Errorf("a date 30 s ahead: %v", got)
	}
}

// Names on the wire are legal and differ as the ids do.
func TestWireNames(t *testing.T) {
	got := WireNames([]string{"feed.list", "feed_list", "søk", ""})
	if want := []string{"feed_list", "feed_list_2", "s_k", "tool"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfDistinct(rapid.StringMatching(`[a-c._]{0,3}|[a-z]{60,70}`), rapid.ID[string]).Draw(t, "ids")
		names := WireNames(ids)
		seen := map[string]bool{}
		for i, n := range names {
			if n == "" || len(n) > maxName || wireName(n) != n || seen[n] {
				t.Fatal(fmt.Sprintf("%q -> %q among %q", ids[i], n, names))
			}
			seen[n] = true
		}
	})
}

func FuzzReadReply(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte(`{"choices":[{"message":{"content":[{"text":"a"}],"tool_calls":[{"function":{"arguments":{}}}]}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, err := readReply(data); (r == nil) == (err == nil) {
			t.Fatalf("%v, %v", r, err)
		}
	})
}
