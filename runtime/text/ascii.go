package text

// The reader for plain ASCII, which most requests are made of. It looks at
// bytes in place and takes the words whose end needs no thought; everything
// else (a longer rune near, letters next to digits, an apostrophe, an acronym
// with a small letter behind it) it leaves to the reader in wide.go, which
// knows all the rules.

// skipASCII moves to the next byte that is not an ASCII separator.
func (s *Scanner) skipASCII() {
	src, i := s.cur.src, s.cur.pos
	for ; i < len(src); i++ {
		switch asciiKinds[src[i]] {
		case space:
			s.linked, s.before = false, space
		case link:
			s.separate(link, i)
		case quote:
			s.before = space
		default:
			s.cur.pos = i
			return
		}
	}
	s.cur.pos = i
}

// asciiKindAt answers the kind of src[i], space behind the end.
func asciiKindAt(src string, i int) kind {
	if i < len(src) {
		return asciiKinds[src[i]]
	}
	return space
}

// asciiToken reads the token at the cursor; false leaves everything as it was.
func (s *Scanner) asciiToken() bool {
	src, i := s.cur.src, s.cur.pos
	if asciiKinds[src[i]] == digit {
		return s.asciiNumber(src, i)
	}
	end := asciiPiece(src, i)
	if end < 0 {
		return false
	}
	switch asciiKindAt(src, end) {
	case wide, digit, quote:
		return false
	}
	s.begin(i)
	s.n = min(end-i, MaxToken)
	word, raw := src[i:i+s.n], s.raw[:s.n]
	for j := range raw {
		raw[j] = word[j] | 0x20
	}
	s.finish(end, lower)
	s.cur.pos = end
	return true
}

// asciiPiece answers the end of the camelCase piece at src[i], negative when
// the rules for it are not simple.
func asciiPiece(src string, i int) int {
	j := i
	for j < len(src) && asciiKinds[src[j]] == upper {
		j++
	}
	if j-i < 2 {
		for j < len(src) && asciiKinds[src[j]] == lower {
			j++
		}
		return j
	}
	if asciiKindAt(src, j) != lower {
		return j
	}
	if asciiKindAt(src, j+1) == lower {
		return j - 1 // HTTPServer: the last capital begins the next word
	}
	return -1
}

// asciiNumber reads digits that touch no letter behind them.
func (s *Scanner) asciiNumber(src string, i int) bool {
	end := i
	for end < len(src) && asciiKinds[src[end]] == digit {
		end++
	}
	switch asciiKindAt(src, end) {
	case space, link:
	default:
		return false
	}
	s.begin(i)
	s.plain = false
	s.n = copy(s.raw[:], src[i:end])
	s.finish(end, digit)
	s.cur.pos = end
	return true
}
