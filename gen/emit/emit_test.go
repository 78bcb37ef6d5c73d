package emit_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/emit"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/templates"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// render compiles the small surface of testdata/surface.
func render(t testing.TB) []emit.File {
	t.Helper()
	cat, diags, err := catalog.Load(catalog.Paths{
		Descriptors: []string{filepath.Join("testdata", "surface", "capabilities-power.json")},
		Skills:      filepath.Join("testdata", "surface", "skills"),
	})
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags)
	}
	res, err := index.Build(context.Background(), cat, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	texts, err := templates.Load("")
	if err != nil {
		t.Fatal(err)
	}
	files, err := emit.Render(res, emit.Options{Package: "surface", Doc: texts[templates.PackageDoc]})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// The golden package lies beside the sources that it is made from. The learned
// rows are left out: they are long, and their own test compares them.
func TestRenderGolden(t *testing.T) {
	golden := filepath.Join("testdata", "surface", "golden")
	for _, f := range render(t) {
		if f.Name == "learned.go" {
			continue
		}
		path := filepath.Join(golden, f.Name+".golden")
		if *update {
			if err := os.WriteFile(path, f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatalf("%v; run the test with -update", err)
		}
		if diff := cmp.Diff(string(want), string(f.Data)); diff != "" {
			t.Errorf("%s differs (-want +got), run with -update if that is meant:\n%s", f.Name, diff)
		}
	}
}

func TestRenderTwiceIsTheSame(t *testing.T) {
	if diff := cmp.Diff(render(t), render(t)); diff != "" {
		t.Fatalf("two runs differ:\n%.500s", diff)
	}
}

// Rows are appended, not formatted: their shape must be gofmt's already.
func TestRenderedFilesAreFormatted(t *testing.T) {
	for _, f := range render(t) {
		if filepath.Ext(f.Name) != ".go" {
			continue
		}
		got, err := format.Source(f.Data)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
		} else if !bytes.Equal(got, f.Data) {
			t.Errorf("%s is not as gofmt would write it", f.Name)
		}
		if !bytes.HasPrefix(f.Data, []byte(emit.Header)) {
			t.Errorf("%s does not begin with the header", f.Name)
		}
	}
}

func TestWriteThenCheck(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "surface")
	files := render(t)
	if drift, err := emit.Check(dir, files); err != nil || len(drift) != len(files) {
		t.Fatalf("an empty folder: %v, %v; want every file missing", drift, err)
	}
	if err := emit.Write(dir, files); err != nil {
		t.Fatal(err)
	}
	if drift, err := emit.Check(dir, files); err != nil || len(drift) != 0 {
		t.Fatalf("just written: %v, %v", drift, err)
	}
	rows := filepath.Join(dir, "rows.go")
	edit(t, rows, func(b []byte) []byte { return bytes.Replace(b, []byte("\nmail "), []byte("\nmall "), 1) })
	stale := filepath.Join(dir, "old.go")
	edit(t, stale, func([]byte) []byte { return []byte(emit.Header + "v0 from x; DO NOT EDIT.\n\npackage surface\n") })
	own := filepath.Join(dir, "own.go")
	edit(t, own, func([]byte) []byte { return []byte("package surface\n") })
	drift, err := emit.Check(dir, files)
	if err != nil || len(drift) != 2 || drift[0].Name != "old.go" || drift[1].Name != "rows.go" || !strings.Contains(drift[1].What, "line") {
		t.Fatalf("drift %v, %v; want old.go stale and rows.go changed with the line", drift, err)
	}
	if err := emit.Write(dir, files); err != nil {
		t.Fatal(err)
	}
	if drift, err := emit.Check(dir, files); err != nil || len(drift) != 0 {
		t.Fatalf("written again: %v, %v", drift, err)
	}
	if _, err := os.Stat(own); err != nil {
		t.Errorf("a file of the package's owner is gone: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.tmp")); len(left) > 0 {
		t.Errorf("temporary files are left: %v", left)
	}
}

func edit(t *testing.T, path string, change func([]byte) []byte) {
	t.Helper()
	old, _ := os.ReadFile(path)
	if err := os.WriteFile(path, change(old), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestWriteNeverOverwritesWhatIsNotItsOwn(t *testing.T) {
	dir := t.TempDir()
	own := filepath.Join(dir, "rows.go")
	edit(t, own, func([]byte) []byte { return []byte("package mine\n") })
	if err := emit.Write(dir, render(t)); !errors.Is(err, emit.ErrForeign) {
		t.Fatalf("got %v, want ErrForeign", err)
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 1 {
		t.Fatalf("something was written all the same: %v", entries)
	}
}

func TestWriteChangesNothingWhenItFails(t *testing.T) {
	dir := t.TempDir()
	files := render(t)
	if err := emit.Write(dir, files); err != nil {
		t.Fatal(err)
	}
	// A folder stands where a file belongs: the rename must fail at last, and
	// before that nothing may be half written.
	blocked := append([]emit.File{}, files...)
	blocked = append(blocked, emit.File{Name: filepath.Join("missing", "x.txt"), Data: []byte("x")})
	blocked[1].Data = append([]byte(emit.Header), blocked[1].Data...)
	if err := emit.Write(dir, blocked); err == nil {
		t.Fatal("a file that can't be written is no error")
	}
	if drift, err := emit.Check(dir, files); err != nil || len(drift) != 0 {
		t.Fatalf("the failed run changed the folder: %v, %v", drift, err)
	}
}

// A package of another version must not compile, and the compiler's message
// must lead to the comment that says what to do.
func TestForeignTablesDoNotCompile(t *testing.T) {
	dir, err := os.MkdirTemp(".", "foreign")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := emit.Write(dir, render(t)); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "./"+dir).CombinedOutput(); err != nil {
		t.Fatalf("the package as generated: %v\n%s", err, out)
	}
	main := filepath.Join(dir, "sextant.go")
	edit(t, main, func(b []byte) []byte {
		return bytes.Replace(b, []byte("TablesFormat1"), []byte("TablesFormat99"), 1)
	})
	out, err := exec.Command("go", "build", "./"+dir).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "undefined: runtime.TablesFormat99") {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	source, _ := os.ReadFile(main)
	if !strings.Contains(string(source), "run go generate") {
		t.Error("the comment beside the guard does not say what to do")
	}
}
