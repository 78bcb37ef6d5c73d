package sweep

import (
	"errors"
	"fmt"
	"os"

	"github.com/sextant-mcp/sextant/gen/internal/atomicfile"
)

// ErrChanged is wrapped in the error for a file that somebody changed between
// reading and writing.
var ErrChanged = errors.New("changed while it was being mended")

// Write puts repaired files in their places, each at once and with the mode it
// has: whatever happens, a file is the old one or the new one. A file that
// somebody changed since it was read, or that can't be written, is left alone,
// and the others are written all the same; the error names each that is not.
func Write(files []Repaired) error {
	var errs []error
	for _, f := range files {
		errs = append(errs, write(f))
	}
	return errors.Join(errs...)
}

func write(f Repaired) error {
	now, err := os.ReadFile(f.Path)
	if err != nil {
		return fmt.Errorf("mending the skill: %w", err)
	}
	if string(now) != string(f.Before) {
		return fmt.Errorf("%s: %w; run again", f.Path, ErrChanged)
	}
	if err := atomicfile.Replace(f.Path, f.Now); err != nil {
		return fmt.Errorf("mending %s: %w", f.Path, err)
	}
	return nil
}
