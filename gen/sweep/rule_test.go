package sweep_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

var ruleID = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)

func TestRulesAreDocumented(t *testing.T) {
	for _, r := range sweep.Rules() {
		if !ruleID.MatchString(r.ID) {
			t.Errorf("%q is no rule id", r.ID)
		}
		for name, text := range map[string]string{"group": r.Group, "title": r.Title, "doc": r.Doc, "bad": r.Bad, "good": r.Good, "lang": r.Lang} {
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s has no %s", r.ID, name)
			}
		}
		if r.Severity == sweep.Off {
			t.Errorf("%s has no severity", r.ID)
		}
		if r.Bad == r.Good {
			t.Errorf("%s: the bad example is the good one", r.ID)
		}
		if !strings.HasSuffix(r.Doc, ".") || strings.HasSuffix(r.Title, ".") {
			t.Errorf("%s: the paragraph ends with a full stop, the title without", r.ID)
		}
		if sweep.Lookup(r.ID) == nil {
			t.Errorf("%s is not found by its id", r.ID)
		}
	}
}

// TestPages keeps docs/rules what the rules say; -update writes the pages.
func TestPages(t *testing.T) {
	dir := filepath.Join("..", "..", filepath.FromSlash(sweep.PageDir))
	want := map[string]string{"README.md": sweep.PageIndex()}
	for _, r := range sweep.Rules() {
		want[r.ID+".md"] = r.Page()
	}
	if *update {
		writePages(t, dir, want)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, ok := want[e.Name()]; !ok {
			t.Errorf("%s is no page of a rule; delete it", e.Name())
		}
	}
	for name, text := range want {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != text {
			t.Errorf("%s is not what the rules say (%v); run go test ./gen/sweep -run TestPages -update", name, err)
		}
	}
}

func writePages(t *testing.T, dir string, pages map[string]string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range pages {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
