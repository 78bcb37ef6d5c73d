package emit_test

import (
	"bytes"
	"context"
	"flag"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/emit"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/templates"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// compile is the small surface of testdata/surface, built once. Its tables are the
// caller's own.
func compile(t testing.TB) *index.Result {
	t.Helper()
	small.Do(func() { built = compileAnew(t) })
	if built == nil {
		t.Fatal("the small surface does not compile")
	}
	res, tables := *built, *built.Tables
	res.Tables = &tables
	return &res
}

var (
	small sync.Once
	built *index.Result
)

// compileAnew builds it again.
func compileAnew(t testing.TB) *index.Result {
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
	return res
}

func render(t testing.TB) []emit.File { return renderResult(t, compile(t)) }

func renderResult(t testing.TB, res *index.Result) []emit.File {
	t.Helper()
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
		if f.Name == "learned.rows" {
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

// The verb map is there to be read; what is routed on must be the same.
func TestVerbMapIsWhatTheRouterReaches(t *testing.T) {
	res := compile(t)
	router, err := runtime.New(res.Tables)
	if err != nil {
		t.Fatal(err)
	}
	var verbs string
	for _, f := range renderResult(t, res) {
		if f.Name == "verbs.go" {
			_, verbs, _ = strings.Cut(string(f.Data), "const verbRows = `")
			verbs = strings.TrimSuffix(verbs, "`\n")
		}
	}
	got := map[string][]string{}
	for line := range strings.Lines(verbs) {
		verb, id, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		id, err := runtime.UnquoteID(id)
		if err != nil {
			t.Fatal(err)
		}
		got[verb] = append(got[verb], id)
	}
	if len(got) != len(runtime.Verbs) {
		t.Errorf("the map names %d verbs, want %d", len(got), len(runtime.Verbs))
	}
	for _, v := range runtime.Verbs {
		if diff := cmp.Diff(router.Behind(v), got[v.String()]); diff != "" {
			t.Errorf("%s (-router +map):\n%s", v, diff)
		}
	}
}

func TestPackageNamesThatGoIgnores(t *testing.T) {
	for name, fine := range map[string]bool{
		"generated": true, "main": true, "internal": true, "tester": true,
		"documentation": false, "routes_test": false, "_": false, "": false, "my-routes": false, "func": false, "1st": false,
	} {
		err := emit.CheckPackage(name)
		if (err == nil) != fine || err != nil && !strings.Contains(err.Error(), "-package") {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := emit.Render(compile(t), emit.Options{Package: "documentation"}); err == nil {
		t.Error("a package that Go ignores was rendered")
	}
}

func TestRenderTwiceIsTheSame(t *testing.T) {
	if diff := cmp.Diff(renderResult(t, compileAnew(t)), renderResult(t, compileAnew(t))); diff != "" {
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

// A package of another version must not compile, and the compiler's message
// must lead to the comment that says what to do.
func TestForeignTablesDoNotCompile(t *testing.T) {
	// In testdata, where no one who lists the module's packages meanwhile meets it.
	dir, err := os.MkdirTemp("testdata", "foreign")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if _, err := emit.Write(dir, render(t)); err != nil {
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
