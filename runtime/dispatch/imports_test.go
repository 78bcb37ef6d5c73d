package dispatch

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// The dispatcher knows no protocol: it imports the router, the analyzer, the
// readers of names and of arguments, a validator and the standard library.
func TestImports(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]bool{
		"github.com/sextant-mcp/sextant/runtime":        true,
		"github.com/sextant-mcp/sextant/runtime/args":   true,
		"github.com/sextant-mcp/sextant/runtime/naming": true,
		"github.com/sextant-mcp/sextant/runtime/text":   true,
		"github.com/santhosh-tekuri/jsonschema/v6":      true,
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, imp := range parsed.Imports {
			path := strings.Trim(imp.Path.Value, `"`)
			if strings.Contains(path, ".") && !allowed[path] {
				t.Errorf("%s imports %s", file, path)
			}
		}
	}
}
