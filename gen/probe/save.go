package probe

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/sextant-mcp/sextant/gen/internal/atomicfile"
)

// ErrChanged is wrapped in the error for a file that somebody else changed while
// the servers were asked.
var ErrChanged = atomicfile.ErrChanged

// Save writes the document to a file that held now when it was read, nil for one
// that was not there. A file that holds the same already is left alone.
func (d *Document) Save(path string, now []byte) error {
	if now != nil && bytes.Equal(now, d.data) {
		return nil
	}
	err := atomicfile.NewTarget(path, now).Save(d.data)
	switch {
	case errors.Is(err, ErrChanged):
		return fmt.Errorf("%w; nothing was written, run again", err)
	case err != nil:
		return fmt.Errorf("writing the descriptors: %w", err)
	}
	return nil
}
