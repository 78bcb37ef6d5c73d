package enrich

import (
	"errors"
	"fmt"

	"github.com/sextant-mcp/sextant/gen/internal/atomicfile"
)

// ErrChanged is wrapped in the error for a file that somebody else changed while
// a run was adding to it.
var ErrChanged = atomicfile.ErrChanged

// Target is the file that a run writes. Whatever happens, it is the state of one
// save or of the one before.
type Target struct{ file *atomicfile.Target }

// NewTarget returns the file at path, which holds now at this moment; nil when
// there is none yet. A symbolic link stays one.
func NewTarget(path string, now []byte) *Target {
	return &Target{atomicfile.NewTarget(path, now)}
}

// Save writes the file, unless somebody else did since the last time.
func (t *Target) Save(data []byte) error {
	err := t.file.Save(data)
	switch {
	case errors.Is(err, ErrChanged):
		return fmt.Errorf("%w; run again, what was asked for is asked anew", err)
	case err != nil:
		return fmt.Errorf("writing the examples: %w", err)
	}
	return nil
}
