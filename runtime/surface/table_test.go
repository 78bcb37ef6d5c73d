package surface

import "testing"

// The table of the library is made quickly enough to be made at the first call.
func BenchmarkNewTable(b *testing.B) {
	s, _ := newSurface(b)
	for b.Loop() {
		s.newTable(s.dispatcher.Router())
	}
}
