package emit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Temporary files lie beside the files they become, so that a rename is all
// that is left to do, under names that a later run knows as leftovers.
const (
	tempPrefix = ".sextant-"
	tempSuffix = ".tmp"
)

// step is the change of one file.
type step struct {
	path string
	// next is the temporary file with the new content, "" to remove the file.
	next string
	// last is the temporary copy of the content until now, "" for none.
	last string
}

// replace changes all files of a plan, or none. Everything that needs room on
// the disk, the copies to go back to included, is written before the first
// file is touched; what remains are renames.
func (d disk) replace(dir string, p *plan) error {
	steps, err := stageAll(dir, p)
	defer func() {
		for _, s := range steps {
			for _, temp := range []string{s.next, s.last} {
				if temp != "" {
					_ = os.Remove(temp) // gone already once it is renamed
				}
			}
		}
	}()
	if err != nil {
		return err
	}
	for i, s := range steps {
		if err := d.do(s); err != nil {
			err = fmt.Errorf("writing into %s: %w", dir, err)
			var stuck []error
			stuck, steps = d.undo(steps[:i], steps)
			return errors.Join(append([]error{err}, stuck...)...)
		}
	}
	return nil
}

func (d disk) do(s step) error {
	if s.next == "" {
		return d.remove(s.path)
	}
	return d.rename(s.next, s.path)
}

// undo takes the steps done so far back, the last one first. It returns what
// failed, and all steps without the copies that are needed for those.
func (d disk) undo(done, all []step) (stuck []error, rest []step) {
	rest = slices.Clone(all)
	for i, s := range slices.Backward(done) {
		var err error
		if s.last == "" {
			err = d.remove(s.path)
		} else {
			err = d.rename(s.last, s.path)
		}
		switch {
		case err != nil && s.last == "":
			stuck = append(stuck, fmt.Errorf("%s is new and could not be taken back: %w", s.path, err))
		case err != nil:
			stuck = append(stuck, fmt.Errorf("%s could not be put back, its content is in %s: %w", s.path, s.last, err))
			rest[i].last = ""
		}
	}
	return stuck, rest
}

// stageAll writes the new contents and copies of the old ones under temporary
// names. The steps are valid, for cleaning up, even when it fails.
func stageAll(dir string, p *plan) (steps []step, err error) {
	add := func(name string, next *File) error {
		s := step{path: filepath.Join(dir, name)}
		old, ok := p.old[name]
		if ok {
			s.last, err = stage(dir, File{name, old.data}, old.mode)
		}
		if err == nil && next != nil {
			s.next, err = stage(dir, *next, 0o644)
		}
		steps = append(steps, s)
		return err
	}
	for _, f := range p.put {
		if err := add(f.Name, &f); err != nil {
			return steps, err
		}
	}
	for _, name := range p.stale {
		if err := add(name, nil); err != nil {
			return steps, err
		}
	}
	return steps, nil
}

// stage writes a file under a temporary name, down to the disk, and returns
// that name.
func stage(dir string, f File, mode os.FileMode) (temp string, err error) {
	out, err := os.CreateTemp(dir, tempPrefix+f.Name+"-*"+tempSuffix)
	if err != nil {
		return "", fmt.Errorf("writing beside %s: %w", f.Name, err)
	}
	_, err = out.Write(f.Data)
	if err == nil {
		err = out.Chmod(mode)
	}
	if err == nil {
		err = out.Sync()
	}
	if err = errors.Join(err, out.Close()); err != nil {
		_ = os.Remove(out.Name())
		return "", fmt.Errorf("writing beside %s: %w", f.Name, err)
	}
	return out.Name(), nil
}

// removeLeftovers removes the temporary files of a run that was killed.
func removeLeftovers(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("looking for leftovers: %w", err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), tempPrefix) || !strings.HasSuffix(e.Name(), tempSuffix) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
			return fmt.Errorf("removing what an earlier run left: %w", err)
		}
	}
	return nil
}
