package dispatch

import (
	"context"
	"encoding/json"
	"sync"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

// library is the surface that the tests of this package work on: a library with
// a catalogue, a workshop, a harbour server that is never connected and a
// platform of its own that is not connected either. Its descriptors hold no
// examples, so its routing rests on words alone.
var library = sync.OnceValues(func() (*runtime.Router, error) {
	cat, diags, err := catalog.Load(catalog.Paths{Descriptors: []string{"testdata/surface.json"}, Skills: "testdata/skills"})
	if err != nil {
		return nil, err
	}
	if diags.HasErrors() {
		return nil, diags
	}
	return index.Router(context.Background(), cat, index.Options{})
})

// fakeServer is an upstream that notes its calls and answers as told.
type fakeServer struct {
	name string
	mu   sync.Mutex
	seen []Call
	// answer gives the result of a call; nil answers {"done": tool}.
	answer func(context.Context, Call) (Result, error)
}

func (f *fakeServer) Name() string { return f.name }

func (f *fakeServer) Call(ctx context.Context, c Call) (Result, error) {
	f.mu.Lock()
	f.seen = append(f.seen, c)
	f.mu.Unlock()
	if f.answer != nil {
		return f.answer(ctx, c)
	}
	return Result{Structured: json.RawMessage(`{"done":"` + c.Tool + `"}`)}, nil
}

func (f *fakeServer) calls() []Call {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]Call(nil), f.seen...)
}

// notes is an Outcomes that keeps what it is told.
type notes struct {
	mu  sync.Mutex
	got []Outcome
}

func (n *notes) Record(_ context.Context, o Outcome) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.got = append(n.got, o)
}

// desk is a dispatcher on the library with its servers in reach.
type desk struct {
	*Dispatcher
	catalogue, workshop *fakeServer
	outcomes            *notes
}

func newDesk(t testing.TB, change ...func(*Options)) *desk {
	t.Helper()
	r, err := library()
	if err != nil {
		t.Fatal(err)
	}
	k := &desk{catalogue: &fakeServer{name: "catalogue"}, workshop: &fakeServer{name: "workshop"}, outcomes: &notes{}}
	opt := Options{Upstreams: NewUpstreams(k.catalogue, k.workshop), Outcomes: k.outcomes}
	for _, f := range change {
		f(&opt)
	}
	if k.Dispatcher, err = New(r, opt); err != nil {
		t.Fatal(err)
	}
	return k
}

// do carries out one request; hints is JSON, "" for none.
func (k *desk) do(verb runtime.Verb, intent, hints string) Reply {
	return k.Do(context.Background(), request(verb, intent, hints))
}

func request(verb runtime.Verb, intent, hints string) Request {
	req := Request{Verb: verb, Intent: intent, Caller: "ada"}
	if hints != "" {
		req.Hints = json.RawMessage(hints)
	}
	return req
}

// made returns every call that reached a server.
func (k *desk) made() []Call { return append(k.catalogue.calls(), k.workshop.calls()...) }

// asJSON is a reply as a client gets it.
func asJSON(t testing.TB, v any) string {
	t.Helper()
	raw, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// follow makes the request that an option shows.
func follow(t testing.TB, o Option) Request {
	t.Helper()
	verb, err := runtime.ParseVerb(o.Verb)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(o.Hints)
	if err != nil {
		t.Fatal(err)
	}
	return Request{Verb: verb, Intent: o.Intent, Hints: raw, Execute: o.Execute, Caller: "ada"}
}

// silent is a catalogue that keeps nothing, for measuring.
type silent struct{}

func (silent) Name() string { return "catalogue" }

func (silent) Call(context.Context, Call) (Result, error) { return Result{Text: "done"}, nil }
