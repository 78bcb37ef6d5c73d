package text

import "unicode/utf8"

// Scripts written without spaces are cut into overlapping bigrams, so that a
// request and a description share pieces wherever they share two characters.
// A character is a letter with the vowels and tones that cling to it. A run is
// one script (Han and kana count as one); a run of one character is a token.

// maxCharacter is the longest character in bytes; marks beyond are dropped.
const maxCharacter = MaxToken / 2

// startRun reads the first token of the run that u begins.
func (s *Scanner) startRun(u unit) {
	if s.before != space {
		s.linked = false
	}
	s.begin(u.start)
	s.plain = false
	end := s.character(u)
	s.half = s.n
	if v, ok := s.sameScript(u.k); ok {
		s.run, s.script, s.second = true, u.k, v.start
		end = s.character(v)
	}
	s.finish(end, u.k)
}

// nextBigram moves on by one character inside a run; false at the run's end.
func (s *Scanner) nextBigram() bool {
	v, ok := s.sameScript(s.script)
	if !ok {
		s.run = false
		return false
	}
	s.half = copy(s.raw[:], s.raw[s.half:s.n])
	s.n, s.start, s.second = s.half, s.second, v.start
	s.joined = true
	s.finish(s.character(v), s.script)
	return true
}

// sameScript reads the next unit if it goes on with a run of kind k.
func (s *Scanner) sameScript(k kind) (u unit, ok bool) {
	c := s.cur
	u = c.next()
	if u.k != k || k == vowel {
		return u, false
	}
	s.cur = c
	return u, true
}

// character appends the character that u begins and answers its end in the
// text.
func (s *Scanner) character(u unit) (end int) {
	limit := s.n + maxCharacter
	s.n += utf8.EncodeRune(s.raw[s.n:], u.r)
	for {
		c := s.cur
		v := c.next()
		if v.k != vowel {
			return u.end
		}
		s.cur, u.end = c, v.end
		if s.n+utf8.RuneLen(v.r) <= limit {
			s.n += utf8.EncodeRune(s.raw[s.n:], v.r)
		} else {
			limit = 0
		}
	}
}

// picture reads an emoji, or the two letters of a flag. Skin tones, joiners
// and variation selectors leave no trace, so a joined sequence is the tokens
// of its parts.
func (s *Scanner) picture(u unit) {
	s.linked = false
	s.begin(u.start)
	s.plain = false
	s.putRune(u)
	if u.k == regional && s.peek() == regional {
		u = s.cur.next()
		s.putRune(u)
	}
	s.finish(u.end, u.k)
}
