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

// Tables of a surface on which few capabilities have examples come back whole.
func TestLoadKeepsWhatIsDescribed(t *testing.T) {
	res := compile(t)
	res.Tables.Described = runtime.Described{Numbers: "0 2", Fit: runtime.Fit{MaxNone: 1000, NoneSlope: 300, ScoreSlope: 6000, MinMargin: 45}}
	res.Tables.Checksum = res.Tables.Sum()
	dir := t.TempDir()
	if _, err := emit.Write(dir, renderResult(t, res)); err != nil {
		t.Fatal(err)
	}
	got, err := emit.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(res.Tables, got); diff != "" {
		t.Fatalf("loaded tables differ from the compiled ones:\n%.500s", diff)
	}
	if _, err := runtime.New(got); err != nil {
		t.Fatal(err)
	}
}
