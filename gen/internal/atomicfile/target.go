package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrChanged is wrapped in the error for a file that somebody else changed while
// a program worked on it.
var ErrChanged = errors.New("changed by somebody else meanwhile")

// Target is a file that a program read and is going to write. Whatever happens,
// it is the state of one save or of the one before.
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
		return err
	case t.last == nil || !bytes.Equal(now, t.last):
		return fmt.Errorf("%s: %w", t.path, ErrChanged)
	}
	if err := Replace(t.path, data); err != nil {
		return err
	}
	t.last = bytes.Clone(data)
	return nil
}
