package baseline

import (
	"fmt"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/runtime"
)

// The names of the baselines.
const (
	SeedName = "seed"
	BM25Name = "bm25"
)

// New returns the baseline of that name over the catalog. The error names the
// baselines that there are.
func New(name string, cat *catalog.Catalog) (measure.Ranker, error) {
	switch name {
	case SeedName:
		return NewSeed(cat), nil
	case BM25Name:
		return NewBM25(cat), nil
	}
	return nil, fmt.Errorf("no baseline is called %q: use %s or %s", name, SeedName, BM25Name)
}

// inPool is the pool as a test, which everything passes without a pool.
func inPool(pool []string) func(id string) bool {
	if pool == nil {
		return func(string) bool { return true }
	}
	in := make(map[string]bool, len(pool))
	for _, id := range pool {
		in[id] = true
	}
	return func(id string) bool { return in[id] }
}

// searchesAll tells the verbs that reach every capability.
func searchesAll(v runtime.Verb) bool { return v == runtime.Any || v == runtime.Find }
