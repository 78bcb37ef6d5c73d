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
		if err := atomicfile.Replace(f.Path, f.Now); err != nil {
			return fmt.Errorf("mending %s: %w", f.Path, err)
		}
	}
	return nil
}
