package templates_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/templates"
)

func TestLoad(t *testing.T) {
	builtIn, err := templates.Load("")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range templates.Names {
		if builtIn[name] == "" {
			t.Errorf("no built-in %s", name)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, templates.NoteCore), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	mixed, err := templates.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if mixed[templates.NoteCore] != "mine" || mixed[templates.NoteModality] != builtIn[templates.NoteModality] {
		t.Error("a folder's template must win, and the built-in one stand in for what it lacks")
	}
	if _, err := templates.Load(filepath.Join(dir, "gone")); err == nil || !strings.Contains(err.Error(), "not a folder") {
		t.Errorf("a folder that does not exist: %v", err)
	}
}
