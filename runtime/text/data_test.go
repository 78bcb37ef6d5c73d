package text

import (
	"bufio"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestData runs the checks of the fuzz target on real text: every line of the
// folder that SEXTANT_DATA names.
func TestData(t *testing.T) {
	root := os.Getenv("SEXTANT_DATA")
	if root == "" {
		t.Skip("SEXTANT_DATA names no folder of real texts")
	}
	lines := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !isText(path) {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		in := bufio.NewScanner(file)
		in.Buffer(nil, 64<<20)
		for ; in.Scan(); lines++ {
			checkScan(t, in.Text())
			stable(t, in.Text())
			readersAgree(t, in.Text())
		}
		return in.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	if lines == 0 {
		t.Errorf("%s holds no text", root)
	}
}

func isText(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json", ".jsonl", ".md":
		return true
	}
	return false
}
