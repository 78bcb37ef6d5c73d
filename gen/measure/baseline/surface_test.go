package baseline_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/gen/measure/baseline"
	"github.com/sextant-mcp/sextant/gen/source"
)

// build makes a catalog of lean descriptors.
func build(t testing.TB, descriptors string) *catalog.Catalog {
	t.Helper()
	file, diags := source.ParseCapabilities("test.json", []byte(`{"capabilities":[`+descriptors+`]}`))
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	cat, diags := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	return cat
}

// dataFile is a file of the folder that SEXTANT_DATA names; without the variable
// the test is skipped.
func dataFile(t testing.TB, name ...string) string {
	t.Helper()
	folder := os.Getenv("SEXTANT_DATA")
	if folder == "" {
		t.Skip("SEXTANT_DATA names no folder of corpora")
	}
	return filepath.Join(folder, filepath.Join(name...))
}

func load(t testing.TB, path string) *catalog.Catalog {
	t.Helper()
	cat, diags, err := catalog.Load(catalog.Paths{Descriptors: []string{path}})
	if err == nil {
		err = diags.Err()
	}
	if err != nil {
		t.Fatal(err)
	}
	return cat
}

// summary measures a baseline on a corpus.
func summary(t testing.TB, name string, cat *catalog.Catalog, corpus string) measure.Summary {
	t.Helper()
	rows, diags := source.ReadRoutes(corpus)
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	ranker, err := baseline.New(name, cat)
	if err != nil {
		t.Fatal(err)
	}
	return measure.Summarize(measure.Run(ranker, rows, measure.Options{}), measure.Speed{})
}
