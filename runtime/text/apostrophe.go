package text

// verdict is what becomes of an apostrophe.
type verdict uint8

const (
	apart   verdict = iota // it separates
	swallow                // it and the ending behind it are dropped
	join                   // it is dropped, the letters behind it go on with the word
)

// apostrophe decides on the apostrophe under the cursor, behind the token so
// far, which may go on behind it if it is a word. Swallowing moves the cursor
// behind the ending; otherwise it stays.
func (s *Scanner) apostrophe(word bool) verdict {
	c := s.cur
	c.next()
	var letters [3]byte
	n := 0
	for {
		d := c
		u := d.next()
		if !u.k.word() {
			if n > 0 && u.k != digit && clitic(letters[:n]) {
				s.cur = c
				return swallow
			}
			break
		}
		if n == len(letters) {
			break
		}
		letters[n] = 0
		if u.r < 0x80 {
			letters[n] = byte(u.r)
		}
		n++
		c = d
	}
	if n == 0 || !word || s.before == space && elided(s.raw[:s.n]) {
		return apart
	}
	return join
}

// clitic tells whether the letters behind an apostrophe are an ending that
// leaves the word before it as it is: user's, we're, they'll.
func clitic(letters []byte) bool {
	switch string(letters) {
	case "s", "d", "m", "re", "ll", "ve":
		return true
	}
	return false
}

// elided tells whether the letters before an apostrophe are a word of their
// own that lost its vowel: l'homme, d'accord, qu'il.
func elided(letters []byte) bool {
	switch string(letters) {
	case "l", "d", "j", "m", "n", "s", "t", "c", "qu":
		return true
	}
	return false
}
