package enrich

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrChanged is wrapped in the error for a file that somebody else changed while
// a run was adding to it.
var ErrChanged = errors.New("changed by somebody else meanwhile")

// Target is the file that a run writes. Whatever happens, it is the state of one
// save or of the one before.
type Target struct {
	path string
	last []byte // what it must still hold; nil: it must not exist
}

// NewTarget returns the file at path, which holds now at this moment; nil when
// there is none yet. A symbolic link stays one.
func NewTarget(path string, now []byte) *Target {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return &Target{path, now}
}

// Save writes the file, unless somebody else did since the last time.
func (t *Target) Save(data []byte) error {
	now, err := os.ReadFile(t.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && t.last == nil:
	case err != nil:
		return fmt.Errorf("writing the examples: %w", err)
	case t.last == nil || !bytes.Equal(now, t.last):
		return fmt.Errorf("%s: %w; run again, what was asked for is asked anew", t.path, ErrChanged)
	}
	if err := replace(t.path, data); err != nil {
		return fmt.Errorf("writing the examples: %w", err)
	}
	t.last = bytes.Clone(data)
	return nil
}

// replace gives a file other content by renaming a finished one over it. The
// mode stays.
func replace(path string, data []byte) (err error) {
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
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
	if err = os.Chmod(temp.Name(), mode); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}
