package transcript

import (
	"cmp"
	"slices"
)

// Apply is the document with all changes made. They are those of one reading of it.
func Apply(doc []byte, changes []Change) []byte {
	changes = slices.SortedFunc(slices.Values(changes), func(a, b Change) int { return cmp.Compare(a.start, b.start) })
	var out []byte
	done := 0
	for _, c := range changes {
		out = append(append(out, doc[done:c.start]...), c.Is...)
		done = c.start + len(c.Was)
	}
	return append(out, doc[done:]...)
}
