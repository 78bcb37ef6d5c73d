package sweep

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrChanged is wrapped in the error for a file that somebody changed between
// reading and writing.
var ErrChanged = errors.New("changed while it was being mended")

// Write puts repaired files in their places, each at once and with the mode it
// has: whatever happens, a file is the old one or the new one. A file that
// somebody changed since it was read is left alone; the error names it.
func Write(files []Repaired) error {
	for _, f := range files {
		now, err := os.ReadFile(f.Path)
		if err != nil {
			return fmt.Errorf("mending the skill: %w", err)
		}
		if string(now) != string(f.Before) {
			return fmt.Errorf("%s: %w; run again", f.Path, ErrChanged)
		}
		if err := replaceFile(f.Path, f.Now); err != nil {
			return fmt.Errorf("mending %s: %w", f.Path, err)
		}
	}
	return nil
}

// replaceFile gives a file other content by renaming a finished one over it.
func replaceFile(path string, data []byte) (err error) {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temp.Name()))
		}
	}()
	_, err = temp.Write(data)
	if err == nil {
		err = temp.Sync()
	}
	if err = errors.Join(err, temp.Close()); err != nil {
		return err
	}
	if err := os.Chmod(temp.Name(), info.Mode().Perm()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}
