package dispatch

import (
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

// BenchmarkDo measures what the dispatcher adds to an upstream's own time.
func BenchmarkDo(b *testing.B) {
	for _, bc := range []struct {
		name          string
		verb          runtime.Verb
		intent, hints string
	}{
		{"routed", runtime.Ask, "overdue loans of a member", ""},
		{"pinned", runtime.Ask, "x", `{"tool":"book_search","query":"bees","limit":5}`},
		{"given", runtime.Ask, givenIntent, givenArguments},
		{"asked", runtime.Act, "print the announcement on paper", ""},
		{"found", runtime.Find, "loans of a member", ""},
	} {
		b.Run(bc.name, func(b *testing.B) {
			k := newDesk(b, func(o *Options) { o.Upstreams = NewUpstreams(silent{}); o.Outcomes = nil })
			req := request(bc.verb, bc.intent, bc.hints)
			b.ReportAllocs()
			for b.Loop() {
				if reply := k.Do(b.Context(), req); reply.Failed() {
					b.Fatal(reply.Error)
				}
			}
		})
	}
}

// A request for book_search with all of its arguments: nothing is left to do but to
// find the tool.
const (
	givenIntent    = "book_search for a text"
	givenArguments = `{"query":"bees","limit":5}`
)

// What finding the tool allocates is what the reply tells of it: the sentence and its
// parts, the candidates with their words, the alternatives.
func TestRoutingAllocatesLittle(t *testing.T) {
	k := newDesk(t, func(o *Options) { o.Upstreams = NewUpstreams(silent{}); o.Outcomes = nil })
	allocations := func(hints string) float64 {
		req := request(runtime.Ask, givenIntent, hints)
		if reply := k.Do(t.Context(), req); reply.Failed() || reply.Routing.ChosenTool != "book_search" || !reply.Executed {
			t.Fatalf("%s: %+v", hints, reply)
		}
		return testing.AllocsPerRun(100, func() { k.Do(t.Context(), req) })
	}
	routed, pinned := allocations(givenArguments), allocations(`{"tool":"book_search",`+givenArguments[1:])
	t.Logf("routed %v, pinned %v", routed, pinned)
	if most := pinned + 20; routed > most {
		t.Errorf("a routed request allocates %v times, a pinned one %v; want %v at most", routed, pinned, most)
	}
}
