package text

import "unicode/utf8"

// WithinOne tells whether a and b are at most one edit apart: one rune
// inserted, deleted or changed, or two neighbours swapped. It is meant for
// tokens; it counts runes, not bytes, and allocates nothing.
func WithinOne(a, b []byte) bool {
	if d := len(a) - len(b); d > utf8.UTFMax || -d > utf8.UTFMax {
		return false
	}
	a, b = withoutPrefix(a, b)
	a, b = withoutSuffix(a, b)
	first, n := runes(a)
	second, m := runes(b)
	switch {
	case n <= 1 && m <= 1:
		return true
	case n == 2 && m == 2:
		return first[0] == second[1] && first[1] == second[0]
	}
	return false
}

// withoutPrefix takes off the runes that both begin with.
func withoutPrefix(a, b []byte) ([]byte, []byte) {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && (n < len(a) && !utf8.RuneStart(a[n]) || n < len(b) && !utf8.RuneStart(b[n])) {
		n-- // the runes differ in a later byte
	}
	return a[n:], b[n:]
}

// withoutSuffix takes off the runes that both end with.
func withoutSuffix(a, b []byte) ([]byte, []byte) {
	i, j := len(a), len(b)
	whole := 0 // bytes behind the last rune start seen
	for n := 1; n <= i && n <= j && a[i-n] == b[j-n]; n++ {
		if utf8.RuneStart(a[i-n]) {
			whole = n
		}
	}
	return a[:i-whole], b[:j-whole]
}

// runes answers the first two runes of w and how many there are, 3 standing
// for more.
func runes(w []byte) (first [2]rune, n int) {
	for len(w) > 0 && n < 3 {
		r, size := utf8.DecodeRune(w)
		if n < len(first) {
			first[n] = r
		}
		w = w[size:]
		n++
	}
	return first, n
}
