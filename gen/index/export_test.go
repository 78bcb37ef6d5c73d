package index

import (
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
)

// CatalogOf joins lean descriptors, in the order given.
func CatalogOf(t testing.TB, descriptors ...string) *catalog.Catalog {
	t.Helper()
	return CatalogFrom(t, []byte(`{"capabilities":[`+strings.Join(descriptors, ",")+`]}`))
}

// CatalogFrom builds the catalog of one descriptor file or tools list.
func CatalogFrom(t testing.TB, data []byte) *catalog.Catalog {
	t.Helper()
	file, diags := source.ParseCapabilities("test.json", data)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	cat, diags := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return cat
}
