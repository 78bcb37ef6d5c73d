package surface

import (
	"context"
	"encoding/json"
	"flag"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/own"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// library is the dispatcher's test surface with the server's own tools on it.
// The examples are left out, so that its routing rests on words alone.
var library = sync.OnceValues(func() (*runtime.Router, error) {
	file, diags := source.ReadCapabilities("../dispatch/testdata/surface.json")
	tools, more := source.ParseCapabilities("capabilities.json", own.Descriptors())
	skills, rest := source.ReadSkills("../dispatch/testdata/skills")
	diags = append(append(diags, more...), rest...)
	if diags.HasErrors() {
		return nil, diags
	}
	in := catalog.Input{Descriptors: append(file.Capabilities, tools.Capabilities...), Skills: skills}
	for i := range in.Descriptors {
		in.Descriptors[i].Examples = nil
	}
	cat, diags := catalog.Build(in)
	if diags.HasErrors() {
		return nil, diags
	}
	return index.Router(context.Background(), cat, index.Options{})
})

// catalogue is an upstream that answers with the call it got; while hold is set
// it waits until hold is closed.
type catalogue struct {
	mu      sync.Mutex
	seen    []dispatch.Call
	hold    chan struct{}
	started chan struct{}
}

func (*catalogue) Name() string { return "catalogue" }

func (c *catalogue) Call(ctx context.Context, call dispatch.Call) (dispatch.Result, error) {
	c.mu.Lock()
	c.seen = append(c.seen, call)
	hold := c.hold
	c.mu.Unlock()
	if hold != nil {
		close(c.started)
		select {
		case <-hold:
		case <-ctx.Done():
			return dispatch.Result{}, ctx.Err()
		}
	}
	raw, err := json.Marshal(map[string]any{"tool": call.Tool, "args": call.Args})
	return dispatch.Result{Structured: raw}, err
}

// calls are those that it got.
func (c *catalogue) calls() []dispatch.Call {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.seen)
}

func newSurface(t testing.TB) (*Surface, *catalogue) {
	t.Helper()
	return newSurfaceIn(t, Options{})
}

// newSurfaceIn serves the library; its whole catalogue notes its calls.
func newSurfaceIn(t testing.TB, opt Options) (*Surface, *catalogue) {
	t.Helper()
	r, err := library()
	if err != nil {
		t.Fatal(err)
	}
	tools, err := own.New(r)
	if err != nil {
		t.Fatal(err)
	}
	upstream := &catalogue{}
	d, err := dispatch.New(r, dispatch.Options{Upstreams: dispatch.NewUpstreams(tools, upstream)})
	if err != nil {
		t.Fatal(err)
	}
	opt.Version, opt.Log = "v9.9.9", slog.New(slog.DiscardHandler)
	s, err := New(d, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, upstream
}

// The protocol revisions that clients of the tests speak: the last with
// sessions, and the first without.
const (
	legacy = "2025-11-25"
	modern = "2026-07-28"
)

// onEveryTransport runs a test with a client of another library, over a pair of
// streams and over HTTP, in both eras of the protocol.
func onEveryTransport(t *testing.T, test func(t *testing.T, client *mcp.ClientSession, era string)) {
	for _, era := range []string{legacy, modern} {
		t.Run("stdio "+era, func(t *testing.T) { test(t, overStreams(t, era), era) })
		t.Run("http "+era, func(t *testing.T) {
			s, _ := newSurface(t)
			test(t, overHTTP(t, s, era), era)
		})
	}
}

// onEveryTransportOf does the same with a surface that the test makes.
func onEveryTransportOf(t *testing.T, make func(*testing.T) *Surface, test func(t *testing.T, client *mcp.ClientSession, era string)) {
	for _, era := range []string{legacy, modern} {
		t.Run("stdio "+era, func(t *testing.T) { test(t, streamsOf(t, make(t), era, nil), era) })
		t.Run("http "+era, func(t *testing.T) { test(t, overHTTP(t, make(t), era), era) })
	}
}

func connect(t *testing.T, transport mcp.Transport, era string) *mcp.ClientSession {
	t.Helper()
	return connectWith(t, transport, era, nil)
}

func connectWith(t *testing.T, transport mcp.Transport, era string, opt *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "peer", Version: "1"}, opt)
	session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: era})
	if err != nil {
		t.Fatal(err)
	}
	if got := session.InitializeResult().ProtocolVersion; got != era {
		t.Fatalf("the client speaks %s, want %s", got, era)
	}
	return session
}

func overStreams(t *testing.T, era string) *mcp.ClientSession {
	t.Helper()
	s, _ := newSurface(t)
	return streamsOf(t, s, era, nil)
}

func streamsOf(t *testing.T, s *Surface, era string, opt *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	serverIn, clientOut := io.Pipe()
	clientIn, serverOut := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- s.ServeStdio(context.Background(), serverIn, serverOut) }()
	session := connectWith(t, &mcp.IOTransport{Reader: clientIn, Writer: clientOut}, era, opt)
	t.Cleanup(func() {
		_ = session.Close() // may have been closed by the test
		_ = clientOut.Close()
		if err := <-done; err != nil {
			t.Errorf("serving the streams ended with %v", err)
		}
		_ = serverOut.Close()
	})
	return session
}

// serveHTTP serves the surface as the command does and returns its base URL.
func serveHTTP(t *testing.T, s *Surface, opt HTTPOptions) string {
	t.Helper()
	ln, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.NewHTTP(opt).Serve(ctx, ln) }()
	t.Cleanup(func() {
		stop()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("serving HTTP ended with %v", err)
			}
		case <-time.After(20 * time.Second):
			t.Error("serving HTTP did not end")
		}
	})
	return "http://" + ln.Addr().String()
}

func overHTTP(t *testing.T, s *Surface, era string) *mcp.ClientSession {
	t.Helper()
	url := serveHTTP(t, s, HTTPOptions{})
	client := newHTTPClient(t)
	session := connect(t, &mcp.StreamableClientTransport{Endpoint: url + Path, HTTPClient: client, MaxRetries: -1}, era)
	t.Cleanup(func() { _ = session.Close() }) // may have been closed by the test
	return session
}

// newHTTPClient has connections of its own, which end with the test.
func newHTTPClient(t *testing.T) *http.Client {
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// answer is a reply as a client decodes it.
type answer struct {
	Result   json.RawMessage  `json:"result"`
	Error    string           `json:"error"`
	Routing  dispatch.Routing `json:"routing"`
	Executed bool             `json:"executed"`
	isError  bool
	raw      string
}

// call calls a verb and decodes the answer. Structured content and text must be
// the same JSON.
func call(t *testing.T, client *mcp.ClientSession, verb string, args any) answer {
	t.Helper()
	res, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: verb, Arguments: args})
	if err != nil {
		t.Fatalf("%s %v: %v", verb, args, err)
	}
	structured, err := json.Marshal(res.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	text, ok := res.Content[0].(*mcp.TextContent)
	if !ok || len(res.Content) != 1 {
		t.Fatalf("content is %v", res.Content)
	}
	var a, b any
	if json.Unmarshal(structured, &a) != nil || json.Unmarshal([]byte(text.Text), &b) != nil || string(encode(t, a)) != string(encode(t, b)) {
		t.Errorf("text and structured content differ:\n%s\n%s", text.Text, structured)
	}
	out := answer{isError: res.IsError, raw: text.Text}
	if err := json.Unmarshal([]byte(text.Text), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func encode(t testing.TB, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// newTestServer is the handler without the server around it.
func newTestServer(t *testing.T, opt HTTPOptions) *httptest.Server {
	t.Helper()
	s, _ := newSurface(t)
	h := s.NewHTTP(opt)
	srv := httptest.NewServer(h)
	t.Cleanup(func() {
		h.Close()
		srv.Close()
	})
	return srv
}
