// Package atomicfile replaces a file as a whole: whatever happens, the file is
// the old one or the new one.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Replace gives the file at path other content: it is written under a temporary
// name in the same folder, down to the disk, and renamed. The mode stays; a new
// file gets 0644. The temporary file is removed when something fails.
func Replace(path string, data []byte) (err error) {
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return fmt.Errorf("replacing %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("replacing %s: %w", path, err), os.Remove(temp.Name()))
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
