package index_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

// What learning costs at run time: the shipped surface with and without its
// trained rows, in one run.
func BenchmarkResolveTrained(b *testing.B)     { benchmarkShipped(b, index.Options{}) }
func BenchmarkResolveLexicalOnly(b *testing.B) { benchmarkShipped(b, index.Options{LexicalOnly: true}) }

func benchmarkShipped(b *testing.B, opt index.Options) {
	root := filepath.Join("..", "..")
	cat, _, err := catalog.Load(catalog.Paths{Descriptors: []string{filepath.Join(root, "capabilities-power.json")}, Skills: filepath.Join(root, "skills")})
	if err != nil {
		b.Fatal(err)
	}
	r, err := index.Router(context.Background(), cat, opt)
	if err != nil {
		b.Fatal(err)
	}
	var requests []string
	for _, s := range cat.Skills {
		for _, row := range s.Tests {
			requests = append(requests, row.Intent)
		}
	}
	dst := make([]runtime.Candidate, 0, runtime.DefaultK)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r.Resolve(dst[:0], runtime.Query{Verb: runtime.Ask, Intent: requests[i%len(requests)]})
	}
}
