package atomicfile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sextant-mcp/sextant/gen/internal/atomicfile"
)

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Replace(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(path)
	info, _ := os.Stat(path)
	if string(data) != "new" || info.Mode().Perm() != 0o600 {
		t.Errorf("%q with mode %v, want new with the old mode", data, info.Mode())
	}
	if err := atomicfile.Replace(filepath.Join(dir, "second"), []byte("x")); err != nil {
		t.Errorf("a new file: %v", err)
	}
}

func TestReplaceLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	// A folder with something in it can't be replaced by a file.
	if err := os.MkdirAll(filepath.Join(dir, "f", "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Replace(filepath.Join(dir, "f"), []byte("x")); err == nil {
		t.Fatal("a folder was replaced")
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}
