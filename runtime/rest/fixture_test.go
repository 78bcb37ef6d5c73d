package rest

import (
	"context"
	"encoding/json"
	"flag"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/generated"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func compile(p catalog.Paths) func() (*runtime.Router, error) {
	return sync.OnceValues(func() (*runtime.Router, error) {
		cat, diags, err := catalog.Load(p)
		if err != nil {
			return nil, err
		}
		if diags.HasErrors() {
			return nil, diags
		}
		return index.Router(context.Background(), cat, index.Options{})
	})
}

// The surfaces of the tests: the dispatcher's library, one on which everything
// about routes and schemas is odd, and the shipped one.
var (
	library = compile(catalog.Paths{Descriptors: []string{"../dispatch/testdata/surface.json"}, Skills: "../dispatch/testdata/skills"})
	odd     = compile(catalog.Paths{Descriptors: []string{"testdata/odd.json"}})
	shipped = generated.NewRouter
)

// recorder is an upstream that notes the calls that reach it.
type recorder struct {
	name string
	mu   sync.Mutex
	seen []dispatch.Call
	// answer gives the result; nil answers {"done": tool}.
	answer func(context.Context, dispatch.Call) (dispatch.Result, error)
}

func (u *recorder) Name() string { return u.name }

func (u *recorder) Call(ctx context.Context, c dispatch.Call) (dispatch.Result, error) {
	u.mu.Lock()
	u.seen = append(u.seen, c)
	u.mu.Unlock()
	if u.answer != nil {
		return u.answer(ctx, c)
	}
	return dispatch.Result{Structured: json.RawMessage(`{"done":"` + c.Tool + `"}`)}, nil
}

func (u *recorder) calls() []dispatch.Call {
	u.mu.Lock()
	defer u.mu.Unlock()
	return append([]dispatch.Call(nil), u.seen...)
}

// desk is a handler on a surface with an upstream in reach.
type desk struct {
	*Handler
	dispatcher *dispatch.Dispatcher
	upstream   *recorder
}

func newDesk(t testing.TB, surface func() (*runtime.Router, error), upstream string, opt Options) *desk {
	t.Helper()
	r, err := surface()
	if err != nil {
		t.Fatal(err)
	}
	k := &desk{upstream: &recorder{name: upstream}}
	if k.dispatcher, err = dispatch.New(r, dispatch.Options{Upstreams: dispatch.NewUpstreams(k.upstream)}); err != nil {
		t.Fatal(err)
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if k.Handler, err = New(k.dispatcher, opt); err != nil {
		t.Fatal(err)
	}
	return k
}

// reply is an answer as a client sees it.
type reply struct {
	status int
	header http.Header
	body   string
}

// member reads one member of a JSON body, by a path with dots.
func (r reply) member(t testing.TB, path string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(r.body))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v: %s", err, r.body)
	}
	for name := range strings.SplitSeq(path, ".") {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[name]
	}
	return v
}

// post sends JSON; headers are pairs.
func (k *desk) post(t testing.TB, target, body string, headers ...string) reply {
	t.Helper()
	return k.send(t, http.MethodPost, target, body, append([]string{"Content-Type", "application/json"}, headers...)...)
}

func (k *desk) send(t testing.TB, method, target, body string, headers ...string) reply {
	t.Helper()
	var content io.Reader
	if body != "" {
		content = strings.NewReader(body)
	}
	r := httptest.NewRequestWithContext(t.Context(), method, target, content)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	k.ServeHTTP(w, r)
	return reply{w.Code, w.Header(), w.Body.String()}
}
