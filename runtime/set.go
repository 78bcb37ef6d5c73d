package runtime

// Set is a set of capabilities by number. The zero value and nil are empty. It
// must not change while a query that holds it is resolved.
type Set struct{ bits []uint64 }

// Add puts a number, which must not be negative, into the set.
func (s *Set) Add(number int) {
	for len(s.bits) <= number/64 {
		s.bits = append(s.bits, 0)
	}
	s.bits[number/64] |= 1 << (number % 64)
}

// Has tells whether a number is in the set.
func (s *Set) Has(number int) bool {
	return s != nil && number >= 0 && number/64 < len(s.bits) && s.bits[number/64]&(1<<(number%64)) != 0
}
