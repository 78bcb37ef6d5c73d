package sweep

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Edit replaces the bytes [Start, End) of one file by New. Offsets count from
// the start of the file as it is on disk.
type Edit struct {
	Start, End int
	New        string
}

// Fix is a set of edits of one file that belong together.
type Fix struct {
	// Label says in a few words what the fix does.
	Label string
	File  string
	Edits []Edit
}

// Errors of [Apply]. They are wrapped with the places.
var (
	// ErrOverlap is the error for two edits that touch the same bytes.
	ErrOverlap = errors.New("edits overlap")
	// ErrRange is the error for an edit outside the file.
	ErrRange = errors.New("edit outside the file")
)

// Apply returns data with the edits made. Every byte outside them is the same
// as before. Edits that overlap, and two insertions at one place, whose order
// nothing tells, are refused as a whole; data itself never changes.
func Apply(data []byte, edits []Edit) ([]byte, error) {
	sorted := slices.Clone(edits)
	slices.SortFunc(sorted, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	out := make([]byte, 0, len(data))
	at := 0
	for i, e := range sorted {
		if e.Start < 0 || e.End < e.Start || e.End > len(data) {
			return nil, fmt.Errorf("%w: bytes %d to %d of %d", ErrRange, e.Start, e.End, len(data))
		}
		if i > 0 && touch(sorted[i-1], e) {
			return nil, fmt.Errorf("%w at byte %d", ErrOverlap, e.Start)
		}
		out = append(out, data[at:e.Start]...)
		out = append(out, e.New...)
		at = e.End
	}
	return append(out, data[at:]...), nil
}

// touch tells whether the order or the result of two edits is in doubt; a does
// not start behind b.
func touch(a, b Edit) bool { return b.Start < a.End || a.Start == b.Start }

// conflict tells whether any edit of one list touches one of the other.
func conflict(a, b []Edit) bool {
	for _, x := range a {
		for _, y := range b {
			if x.Start > y.Start {
				if touch(y, x) {
					return true
				}
			} else if touch(x, y) {
				return true
			}
		}
	}
	return false
}
