package text

import "unicode/utf8"

// The reader that knows all the rules: folding, camelCase, letters next to
// digits, apostrophes. It reads units from the cursor and looks ahead by
// reading on with a copy.

// wideToken reads one unit; it answers true when that began a token, which is
// then complete, and false when it separated.
func (s *Scanner) wideToken() bool {
	s.run = false
	u := s.cur.next()
	switch {
	case u.k.word():
		s.wideWord(u)
	case u.k == digit:
		s.wideNumber(u)
	case u.k.unspaced():
		s.startRun(u)
	case u.k == emoji || u.k == regional:
		s.picture(u)
	default:
		s.separate(u.k, u.start)
		return false
	}
	return true
}

// separate notes a separator of kind k at src[at]. A dash written as two
// hyphens and an ellipsis end a written word, which names do not hold.
func (s *Scanner) separate(k kind, at int) {
	s.before = space
	switch {
	case k == space:
		s.linked = false
	case k == link && at > 0 && at < len(s.cur.src):
		c := s.cur.src[at]
		if (c == '.' || c == '-') && s.cur.src[at-1] == c {
			s.linked = false
		}
	}
}

// peek answers the kind of the unit under the cursor.
func (s *Scanner) peek() kind {
	c := s.cur
	return c.next().k
}

// lookAhead answers the kinds of the units that c reads next.
func lookAhead(c cursor) (what [ahead]kind) {
	for n := range what {
		what[n] = c.next().k
	}
	return what
}

// wideWord reads a word that begins with u.
func (s *Scanner) wideWord(u unit) {
	s.begin(u.start)
	last, letters := s.piece(u)
	end := last.end
	before := lower
	for s.peek() == quote {
		v := s.apostrophe(true)
		if v == swallow {
			before = space
		}
		if v != join {
			s.finish(end, before)
			return
		}
		s.cur.next()
		var n int
		last, n = s.piece(s.cur.next())
		end, letters = last.end, letters+n
	}
	if s.peek() == digit {
		if d, ok := s.digitsBehind(letters, last.k); ok {
			end, before = d.end, d.k
		}
		if s.peek() == quote && s.apostrophe(false) == swallow {
			before = space
		}
	}
	s.finish(end, before)
}

// piece reads the letters of one part of a camelCase word, from u on: a word
// with or without a capital, or an acronym. It answers the last unit and the
// number of letters. The s of an acronym's plural is read and not put down.
func (s *Scanner) piece(u unit) (last unit, letters int) {
	s.putRune(u)
	last, letters = u, 1
	capitals := 0
	if u.k == upper {
		capitals = 1
	}
	for {
		if capitals <= 1 {
			if n := s.smallLetters(); n > 0 {
				last = unit{k: lower, end: s.cur.pos}
				letters += n
			}
		}
		c := s.cur
		v := c.next()
		switch {
		case !v.k.word():
			return last, letters
		case v.k == upper && last.k == lower:
			return last, letters
		case v.k == upper && capitals == letters:
			what := lookAhead(c)
			if what[0] == lower && what[1] == lower {
				return last, letters // HTTPServer
			}
			capitals++
		case v.k == lower && capitals == letters && capitals > 1:
			// A lone small letter behind an acronym: URLs, IPv4.
			s.cur = c
			if v.r == 's' && s.peek() != digit {
				last.end = v.end
				return last, letters
			}
			s.putRune(v)
			return v, letters + 1
		}
		s.cur = c
		s.putRune(v)
		last = v
		letters++
	}
}

// smallLetters reads the small ASCII letters under the cursor that no longer
// rune touches, the bulk of an accented word, and answers how many.
func (s *Scanner) smallLetters() (n int) {
	src, i := s.cur.src, s.cur.pos
	if s.cur.folding() {
		return 0
	}
	for ; i < len(src) && asciiKinds[src[i]] == lower && asciiKindAt(src, i+1) != wide; i++ {
		if s.n < MaxToken && !s.full {
			s.raw[s.n] = src[i]
			s.n++
		} else {
			s.full = true
		}
		n++
	}
	s.cur.pos = i
	return n
}

// putRune appends a rune, unless that or an earlier one does not fit.
func (s *Scanner) putRune(u unit) {
	if u.k == digit || u.r >= utf8.RuneSelf {
		s.plain = false
	}
	if s.full || s.n+utf8.RuneLen(u.r) > MaxToken {
		s.full = true
		return
	}
	if u.r < utf8.RuneSelf {
		s.raw[s.n] = byte(u.r)
		s.n++
		return
	}
	s.n += utf8.EncodeRune(s.raw[s.n:], u.r)
}

// digitsBehind decides on the digits behind a number of letters, the last of
// kind last. When they stay it reads them, with a letter more where that stays
// as well, and answers the last unit.
func (s *Scanner) digitsBehind(letters int, last kind) (u unit, ok bool) {
	if letters > maxHead {
		return u, false
	}
	c := s.cur
	count, what := countDigits(c)
	together, tail := lettersFirst(letters, last, count, &what)
	if !together {
		return u, false
	}
	for ; count > 0 || tail > 0; count-- {
		if count <= 0 {
			tail--
		}
		u = s.cur.next()
		s.putRune(u)
	}
	return u, true
}

// countDigits counts the digits that c reads next, up to one more than may
// stay with letters, and answers the kinds behind them.
func countDigits(c cursor) (count int, what [ahead]kind) {
	for count <= maxDigits {
		d := c
		if d.next().k != digit {
			break
		}
		c = d
		count++
	}
	return count, lookAhead(c)
}

// wideNumber reads a token that begins with the digit u.
func (s *Scanner) wideNumber(u unit) {
	touches := s.before.word()
	s.begin(u.start)
	s.putRune(u)
	last, count := u, 1
	for {
		c := s.cur
		v := c.next()
		if v.k != digit {
			break
		}
		s.cur = c
		s.putRune(v)
		last = v
		count++
	}
	if !touches {
		what := lookAhead(s.cur)
		for tail := digitsFirst(count, &what); tail > 0; tail-- {
			last = s.cur.next()
			s.putRune(last)
		}
	}
	before := last.k
	if s.peek() == quote && s.apostrophe(false) == swallow {
		before = space
	}
	s.finish(last.end, before)
}
