package sweep_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/gen/sweep"
)

func finding(rule, file string, line int, message string) sweep.Finding {
	return sweep.Finding{Rule: rule, Pos: source.Position{File: file, Line: line, Column: 1}, Message: message}
}

func TestBaseline(t *testing.T) {
	old := []sweep.Finding{
		finding("body-length", "a", 1, "the body has 600 lines"),
		finding("call-tool", "a", 5, "no tool x"),
		finding("call-tool", "a", 9, "no tool x"),
		finding("call-tool", "b", 2, "no tool x"),
	}
	path := filepath.Join(t.TempDir(), "baseline.json")
	if err := os.WriteFile(path, sweep.NewBaseline(old).Format(), 0o644); err != nil {
		t.Fatal(err)
	}
	b, err := sweep.LoadBaseline(path)
	if err != nil {
		t.Fatal(err)
	}
	if fresh, gone := b.New(old); len(fresh) > 0 || gone > 0 {
		t.Errorf("its own findings: %d new, %d gone", len(fresh), gone)
	}
	now := []sweep.Finding{
		finding("body-length", "a", 3, "the body has 1,204 lines"), // only grew and moved
		finding("call-tool", "a", 6, "no tool x"),
		finding("call-tool", "a", 8, "no tool x"),
		finding("call-tool", "a", 9, "no tool x"), // a third one
		finding("call-tool", "c", 2, "no tool x"), // in another file
	}
	fresh, gone := b.New(now)
	if len(fresh) != 2 || fresh[0].Pos.Line != 9 || fresh[1].Pos.File != "c" || gone != 1 {
		t.Errorf("new %v, gone %d; want the third of a, that of c, and one gone", fresh, gone)
	}
}

func TestLoadBaselineErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "baseline.json")
	if _, err := sweep.LoadBaseline(path); err == nil {
		t.Error("a missing baseline is no error")
	}
	for text, want := range map[string]string{"{": "not a baseline", `{"version": 9}`: "version 9"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := sweep.LoadBaseline(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

func TestFingerprint(t *testing.T) {
	a := sweep.Fingerprint(finding("r", "f", 1, "has 3 lines"))
	if b := sweep.Fingerprint(finding("r", "f", 7, "has 900 lines")); a != b || len(a) != 32 {
		t.Errorf("%s and %s, want the same 32 digits", a, b)
	}
	for _, other := range []sweep.Finding{finding("s", "f", 1, "has 3 lines"), finding("r", "g", 1, "has 3 lines"), finding("r", "f", 1, "has no lines")} {
		if sweep.Fingerprint(other) == a {
			t.Errorf("%v has the fingerprint of another", other)
		}
	}
}
