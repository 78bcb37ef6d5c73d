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
