package emit

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Drift is one difference between a folder and what would be generated.
type Drift struct {
	Name string
	// What is "missing", "stale" or "changed", with the first line that
	// differs.
	What string
}

// Check compares dir with the files and returns the differences, sorted by
// name; none means that the folder is current. A .gitattributes of someone else
// is no difference.
func Check(dir string, files []File) ([]Drift, error) {
	var out []Drift
	for _, f := range files {
		old, err := os.ReadFile(filepath.Join(dir, f.Name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			out = append(out, Drift{f.Name, "missing"})
		case err != nil:
			return nil, fmt.Errorf("comparing: %w", err)
		case f.Name == attributesName && !owned(f.Name, old):
		case !bytes.Equal(old, f.Data):
			out = append(out, Drift{f.Name, "changed: " + firstDifference(old, f.Data)})
		}
	}
	stale, err := staleFiles(dir, files)
	if err != nil {
		return nil, err
	}
	for _, name := range stale {
		out = append(out, Drift{name, "stale: no longer generated"})
	}
	slices.SortFunc(out, func(a, b Drift) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// firstDifference tells how many lines differ and where, past the header that
// differs whenever anything does.
func firstDifference(old, now []byte) string {
	a, b := strings.Split(string(old), "\n"), strings.Split(string(now), "\n")
	differ, first := 0, 0
	for i := range max(len(a), len(b)) {
		if i < len(a) && i < len(b) && a[i] == b[i] {
			continue
		}
		if differ++; first == 0 && !(i == 0 && strings.HasPrefix(a[0], Header)) {
			first = i + 1
		}
	}
	if first == 0 {
		return "made from other inputs (header only)"
	}
	return fmt.Sprintf("from line %d on (%d lines then, %d now)", first, len(a), len(b))
}
