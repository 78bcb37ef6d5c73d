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

// ErrForeign is wrapped in the error for a file in the way that Sextant did
// not write.
var ErrForeign = errors.New("not written by sextant")

// Write puts the files into dir, which is made if it is missing, and removes
// generated files of earlier runs that are no longer made. Nothing is changed
// unless everything could be written.
func Write(dir string, files []File) error {
	if err := guard(dir, files); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("making the folder of the package: %w", err)
	}
	staged := map[string]string{} // temporary name -> name
	defer func() {
		for temp := range staged {
			_ = os.Remove(temp) // gone already once it is renamed
		}
	}()
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, f.Data) {
			continue // untouched files keep their time, so nothing is rebuilt
		}
		temp, err := stage(dir, f)
		if err != nil {
			return fmt.Errorf("writing %s: %w", path, err)
		}
		staged[temp] = path
	}
	for temp, path := range staged {
		if err := os.Rename(temp, path); err != nil {
			return fmt.Errorf("writing into %s: %w", dir, err)
		}
	}
	return removeStale(dir, files)
}

// stage writes a file under a temporary name beside its place, down to the
// disk, and returns that name.
func stage(dir string, f File) (temp string, err error) {
	out, err := os.CreateTemp(dir, "."+f.Name+".*.tmp")
	if err != nil {
		return "", err
	}
	defer func() {
		if cerr := out.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			_ = os.Remove(out.Name())
		}
	}()
	if _, err = out.Write(f.Data); err != nil {
		return "", err
	}
	if err = out.Chmod(0o644); err != nil {
		return "", err
	}
	return out.Name(), out.Sync()
}

// guard refuses to overwrite what Sextant did not write.
func guard(dir string, files []File) error {
	for _, f := range files {
		if filepath.Ext(f.Name) != ".go" {
			continue
		}
		path := filepath.Join(dir, f.Name)
		old, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("reading what is to be replaced: %w", err)
		}
		if !bytes.HasPrefix(old, []byte(Header)) {
			return fmt.Errorf("%s: %w and would be overwritten; choose an empty folder with -out", path, ErrForeign)
		}
	}
	return nil
}

func removeStale(dir string, files []File) error {
	stale, err := staleFiles(dir, files)
	if err != nil {
		return err
	}
	for _, name := range stale {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("removing a stale file: %w", err)
		}
	}
	return nil
}

// staleFiles are the generated files in dir that are no longer made.
func staleFiles(dir string, files []File) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("looking for stale files: %w", err)
	}
	var stale []string
	for _, e := range entries {
		made := slices.ContainsFunc(files, func(f File) bool { return f.Name == e.Name() })
		if made || !e.Type().IsRegular() {
			continue
		}
		generated := e.Name() == "skills.bundle"
		if filepath.Ext(e.Name()) == ".go" {
			data, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return nil, fmt.Errorf("looking for stale files: %w", err)
			}
			generated = bytes.HasPrefix(data, []byte(Header))
		}
		if generated {
			stale = append(stale, e.Name())
		}
	}
	return stale, nil
}

// Drift is one difference between a folder and what would be generated.
type Drift struct {
	Name string
	// What is "missing", "stale" or "changed", with the first line that
	// differs.
	What string
}

// Check compares dir with the files and returns the differences, sorted by
// name; none means that the folder is current.
func Check(dir string, files []File) ([]Drift, error) {
	var out []Drift
	for _, f := range files {
		old, err := os.ReadFile(filepath.Join(dir, f.Name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			out = append(out, Drift{f.Name, "missing"})
		case err != nil:
			return nil, fmt.Errorf("comparing: %w", err)
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
