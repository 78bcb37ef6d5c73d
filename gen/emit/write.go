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

// Write puts the files into dir, which is made if it is missing, and removes
// generated files of earlier runs that are no longer made. Either all of that
// happens or nothing: every place is checked first, and when something fails
// later what is done already is undone.
//
// A file in the way that Sextant did not write is an error that wraps
// ErrForeign. Only a .gitattributes of someone else is left alone and returned,
// with the lines that it lacks.
func Write(dir string, files []File) ([]Left, error) {
	return disk{os.Rename, os.Remove}.write(dir, files)
}

// disk is how files are put in place; tests let it fail.
type disk struct {
	rename func(from, to string) error
	remove func(path string) error
}

func (d disk) write(dir string, files []File) ([]Left, error) {
	p, err := inspect(dir, files)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder of the package: %w", err)
	}
	if err := removeLeftovers(dir); err != nil {
		return nil, err
	}
	return p.left, d.replace(dir, p)
}

// plan is what a run changes in a folder.
type plan struct {
	put   []File   // new or changed, sorted by name
	stale []string // to be removed, sorted
	left  []Left
	old   map[string]present // what is replaced or removed, by name
}

// present is a file as it is before the run.
type present struct {
	data []byte
	mode fs.FileMode
}

// inspect looks at every place before anything is changed.
func inspect(dir string, files []File) (*plan, error) {
	p := &plan{old: map[string]present{}}
	sorted := slices.SortedFunc(slices.Values(files), func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	for _, f := range sorted {
		if err := p.inspect(dir, f); err != nil {
			return nil, err
		}
	}
	stale, err := staleFiles(dir, files)
	if err != nil {
		return nil, err
	}
	for _, name := range stale {
		now, err := read(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		p.old[name] = *now
		p.stale = append(p.stale, name)
	}
	return p, nil
}

func (p *plan) inspect(dir string, f File) error {
	path := filepath.Join(dir, f.Name)
	if f.Name != filepath.Base(f.Name) {
		return fmt.Errorf("%s: a generated file lies in the folder of the package itself", path)
	}
	now, err := read(path)
	switch {
	case err != nil:
		return err
	case now == nil:
		p.put = append(p.put, f)
	case bytes.Equal(now.data, f.Data): // untouched files keep their time, so nothing is rebuilt
	case owned(f.Name, now.data):
		p.old[f.Name] = *now
		p.put = append(p.put, f)
	case f.Name == attributesName:
		if missing := missingAttributes(now.data); len(missing) > 0 {
			p.left = append(p.left, Left{path, missing})
		}
	default:
		return fmt.Errorf("%s: %w and would be overwritten; choose an empty folder with -out", path, ErrForeign)
	}
	return nil
}

// read returns a regular file, nil when there is none.
func read(path string) (*present, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("looking at what is to be replaced: %w", err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is in the way: a generated file belongs there, and it is no file; choose an empty folder with -out", path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading what is to be replaced: %w", err)
	}
	return &present{data, info.Mode().Perm()}, nil
}

// staleFiles are the generated files in dir that are no longer made, sorted.
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
		if made || !e.Type().IsRegular() || !generatedName(e.Name()) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("looking for stale files: %w", err)
		}
		if owned(e.Name(), data) {
			stale = append(stale, e.Name())
		}
	}
	return stale, nil
}
