package emit_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/gen/emit"
	"github.com/sextant-mcp/sextant/generated"
	"github.com/sextant-mcp/sextant/runtime"
)

// What is loaded from the files is what the compiler makes of them.
func TestLoadIsWhatCompiles(t *testing.T) {
	got, err := emit.Load(filepath.Join("..", "..", "generated"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&generated.Tables, got); diff != "" {
		t.Fatalf("loaded tables differ from the compiled ones:\n%.500s", diff)
	}
	if _, err := runtime.New(got); err != nil {
		t.Fatal(err)
	}
}

func TestLoadSaysWhatIsMissing(t *testing.T) {
	if _, err := emit.Load(t.TempDir()); err == nil || !strings.Contains(err.Error(), "sextant generate") {
		t.Fatalf("an empty folder: %v, want an error that says what to run", err)
	}
}
