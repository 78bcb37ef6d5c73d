package agents

import (
	"context"
	"slices"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const folder = "testdata/attestation/"

// compiled is the test surface: an assistant for reading, experiments and
// references.
var compiled = sync.OnceValues(func() (*runtime.Router, error) {
	cat, diags, err := catalog.Load(catalog.Paths{Descriptors: []string{folder + "capabilities.json"}})
	if err != nil {
		return nil, err
	}
	rows, more := source.ReadRoutes(folder + "routes.jsonl")
	if diags = append(diags, more...); len(diags) > 0 {
		return nil, diags
	}
	var train []index.Row
	for _, row := range rows {
		train = append(train, index.Row{Intent: row.Intent, Gold: row.Gold})
	}
	return index.Router(context.Background(), cat, index.Options{Train: train})
})

// groups are the choices that agents of the test surface are given.
var groups = Groups{
	"provenance": {"runs", "cite.check"}, "knowledge": {"kg", "feed.search", "cite"}, "symbolic": {"sym"},
}

// newTestSurface serves the entries, all without any; the assistant executes.
func newTestSurface(t testing.TB, entries ...string) (*Surface, *assistant) {
	t.Helper()
	r, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) > 0 {
		if r, err = Restrict(r, entries, groups); err != nil {
			t.Fatal(err)
		}
	}
	return surfaceOf(t, r)
}

func surfaceOf(t testing.TB, r *runtime.Router) (*Surface, *assistant) {
	t.Helper()
	upstream := newAssistant()
	d, err := dispatch.New(r, dispatch.Options{Upstreams: dispatch.NewUpstreams(upstream)})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s, upstream
}

// newLexicalSurface is the whole surface without its training, which takes long
// where it is not asked how well it routes.
func newLexicalSurface(t testing.TB) (*Surface, *assistant) {
	t.Helper()
	cat, diags, err := catalog.Load(catalog.Paths{Descriptors: []string{folder + "capabilities.json"}})
	if err != nil || len(diags) > 0 {
		t.Fatal(diags, err)
	}
	r, err := index.Router(context.Background(), cat, index.Options{LexicalOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	return surfaceOf(t, r)
}

// optionTools are the ids of the tools that options reach.
func optionTools(a Answer) []string {
	var out []string
	for _, o := range a.Options {
		id := o.Tool
		if hints, ok := o.Arguments["hints"].(map[string]any); ok {
			id, _ = hints["tool"].(string)
		}
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}
