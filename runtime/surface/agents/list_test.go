package agents

import (
	"bytes"
	"encoding/json"
	"flag"
	"log/slog"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestListed shows what clients are sent before anything is enabled, and the tools
// of a namespace by name.
func TestListed(t *testing.T) {
	s, _ := newTestSurface(t, "runs", "sym.simplify")
	tools := s.Server("test", slog.New(slog.DiscardHandler)).ListTools()
	var listed []mcp.Tool
	for _, name := range slices.Sorted(maps.Keys(tools)) {
		listed = append(listed, tools[name].Tool)
	}
	raw, err := json.Marshal(listed)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := json.Indent(&got, raw, "", " "); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	const path = "testdata/listed.golden.json"
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("what is listed has changed; run go test -update and look at the difference:\n%s", got.String())
	}
}
