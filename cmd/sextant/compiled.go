package main

import (
	"context"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/emit"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

// defaultOut is where the generated package is when no flag says otherwise.
const defaultOut = "generated"

// compiled compiles the catalog, or loads what generate compiled from the very
// same sources: training takes seconds, loading none.
func compiled(ctx context.Context, cat *catalog.Catalog, opt index.Options) (*runtime.Router, error) {
	if len(opt.Train) == 0 {
		if t, err := emit.Load(defaultOut); err == nil && t.Digest == cat.Digest() {
			if r, err := runtime.New(t); err == nil {
				return r, nil
			}
		}
	}
	return index.Router(ctx, cat, opt)
}
