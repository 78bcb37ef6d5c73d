package surface

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	goruntime "runtime"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// crowd is a surface of n tools without training, which would take most of the
// test's time.
func crowd(t testing.TB, n int, opt Options) *Surface {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,{"id":"tool_%04d","one_line":"Tool number %d.","intent_verbs":["act"]}`, i, i)
	}
	file, diags := source.ParseCapabilities("crowd.json", []byte(`{"capabilities":[`+b.String()[1:]+`]}`))
	cat, more := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	if diags = append(diags, more...); diags.HasErrors() {
		t.Fatal(diags)
	}
	r, err := index.Router(context.Background(), cat, index.Options{LexicalOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	d, err := dispatch.New(r, dispatch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	opt.Log = slog.New(slog.DiscardHandler)
	s, err := New(d, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// A list costs what it shows, however many tools there are.
func TestListCostsWhatItShows(t *testing.T) {
	for _, opt := range []Options{{Mode: ModeIntent}, {Mode: ModeCondensed, PageSize: 20}, {Mode: ModeVerbose, PageSize: 20}} {
		few, many := crowd(t, 40, opt), crowd(t, 1500, opt)
		cost := func(s *Surface) float64 {
			return testing.AllocsPerRun(50, func() { s.mcp.HandleMessage(t.Context(), []byte(listTools)) })
		}
		if a, b := cost(few), cost(many); b > 1.1*a+5 {
			t.Errorf("%s: a list of 40 tools takes %v allocations, one of 1,500 takes %v", opt.Mode, a, b)
		}
	}
}

// conversation is a session that loads tools, calls one and ends.
func conversation(t *testing.T, s *Surface, i int) {
	t.Helper()
	session := server.NewInProcessSession(fmt.Sprint("session ", i), nil)
	session.Initialize()
	if err := s.mcp.RegisterSession(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	ctx := s.mcp.WithContext(t.Context(), session)
	for _, call := range []string{
		`{"name":"load_tools","arguments":{"tools":["tool_0001","tool_0002","tool_0003"]}}`,
		`{"name":"tool_0002","arguments":{}}`,
		`{"name":"act","arguments":{"intent":"tool number 3"}}`,
	} {
		s.mcp.HandleMessage(ctx, json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+call+`}`))
	}
	if n := s.sessions.Len(); n != 1 {
		t.Fatalf("%d sessions have loaded something", n)
	}
	s.mcp.UnregisterSession(ctx, session.SessionID())
}

// Sessions that end leave nothing behind, however many there were.
func TestHeapStaysFlat(t *testing.T) {
	s := crowd(t, 40, Options{})
	heap := func() uint64 {
		goruntime.GC()
		var m goruntime.MemStats
		goruntime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	n := 0
	cycle := func(sessions int) {
		for range sessions {
			conversation(t, s, n)
			n++
		}
	}
	cycle(1500) // fills what is bounded, such as the previews that are kept
	before := heap()
	cycle(10000)
	if after := heap(); after > before+1<<20 {
		t.Errorf("the heap grew from %d to %d bytes over 10,000 sessions", before, after)
	}
	if s.sessions.Len() != 0 || len(s.changes.pending) != 0 {
		t.Errorf("%d sessions and %d notifications are left", s.sessions.Len(), len(s.changes.pending))
	}
}
