package source_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/source"
)

// TestBadInput reads each file of testdata/bad and compares what is said about
// it, and what is left of it, with the golden file beside it.
func TestBadInput(t *testing.T) {
	paths, err := filepath.Glob("testdata/bad/*")
	if err != nil {
		t.Fatal(err)
	}
	cases := 0
	for _, path := range paths {
		name := filepath.Base(path)
		if strings.HasSuffix(name, ".golden") {
			continue
		}
		cases++
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			outcome, diagnostics := readBad(name, data)
			var b strings.Builder
			for _, d := range diagnostics {
				fmt.Fprintln(&b, d)
				checkDiagnostic(t, data, d)
			}
			fmt.Fprintln(&b, outcome)
			golden(t, "bad/"+name+".golden", b.String())
		})
	}
	if cases < 80 {
		t.Errorf("%d cases found, want at least 80", cases)
	}
}

// readBad reads a case and says in one line what is left of it.
func readBad(name string, data []byte) (string, source.Diagnostics) {
	switch filepath.Ext(name) {
	case ".md":
		skill, diagnostics := source.ParseSkill("tide-table/"+name, data)
		if skill == nil {
			return "-> refused", diagnostics
		}
		return fmt.Sprintf("-> understood: broken %t, name %q, description %q, title %q, newline %q, extra %v",
			skill.Broken, skill.Name, skill.Description, skill.Title, skill.Newline, skill.Extra), diagnostics
	case ".jsonl":
		rows, diagnostics := source.ParseRoutes(name, data)
		var b strings.Builder
		fmt.Fprintf(&b, "-> %d rows", len(rows))
		for _, r := range rows {
			fmt.Fprintf(&b, "\n   %s %q %q gold %q", r.Pos, r.Verb, r.Intent, r.Gold)
		}
		return b.String(), diagnostics
	default:
		file, diagnostics := source.ParseCapabilities(name, data)
		if file == nil {
			return "-> refused", diagnostics
		}
		ids := make([]string, len(file.Capabilities))
		for i, c := range file.Capabilities {
			ids[i] = c.ID
		}
		return fmt.Sprintf("-> %s %q", file.Form, ids), diagnostics
	}
}

// checkDiagnostic checks what every diagnostic owes its reader.
func checkDiagnostic(t testing.TB, data []byte, d source.Diagnostic) {
	t.Helper()
	if d.Code == "" || d.Message == "" || d.Hint == "" {
		t.Errorf("code, message or hint is missing: %+v", d)
	}
	if !inside(data, d.Pos) {
		t.Errorf("%s is outside the file", d.Pos)
	}
}

// inside tells whether a position lies in data or right behind its last byte.
func inside(data []byte, p source.Position) bool {
	lines := strings.SplitAfter(string(data), "\n")
	return p.Line >= 1 && p.Line <= len(lines) && p.Column >= 1 && p.Column <= len(lines[p.Line-1])+1
}
