package sweep_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "SKILL.md")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	change := sweep.Repaired{Path: path, Before: []byte("old"), Now: []byte("new")}
	if err := sweep.Write([]sweep.Repaired{change}); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "new" {
		t.Errorf("holds %q, error %v", data, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, error %v; want 640", info.Mode(), err)
	}
	// It is no longer what the second change was made for.
	if err := sweep.Write([]sweep.Repaired{change}); !errors.Is(err, sweep.ErrChanged) {
		t.Errorf("error %v, want %v", err, sweep.ErrChanged)
	}
	if err := sweep.Write([]sweep.Repaired{{Path: filepath.Join(dir, "none")}}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is gone: error %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%d files are left in the folder, error %v; want one", len(entries), err)
	}
}

// TestWriteGoesOn makes sure that one file which can't be written keeps no other
// from being mended.
func TestWriteGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "SKILL.md")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := sweep.Write([]sweep.Repaired{{Path: path + ".gone"}, {Path: path, Before: []byte("old"), Now: []byte("new")}})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "new" {
		t.Errorf("holds %q, error %v", data, err)
	}
}
