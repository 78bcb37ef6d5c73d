package text

// Version is the analyzer's version. Any change that changes a token changes
// it, so that tables compiled with one analyzer are never read with another.
const Version = 1

// MaxToken is the longest token in bytes. The rest of a longer word is
// dropped, by compiler and runtime alike; a rune never straddles the limit.
const MaxToken = 64

// Scanner yields the tokens of a text one by one and allocates nothing. The
// zero value is ready for [Scanner.Reset]. A Scanner is used by one goroutine
// at a time; it is meant to live on the stack.
type Scanner struct {
	cur        cursor
	start, end int
	joined     bool // the current token continues a written word
	linked     bool // the next one would
	before     kind // what the token ended with that the next one touches, or space

	run    bool // inside a run of an unspaced script
	script kind // of the run
	half   int  // bytes of the first character of the bigram
	second int  // where the second one starts in the text

	raw       [MaxToken]byte
	n         int  // bytes of raw in use
	plain     bool // raw is small ASCII letters only
	full      bool // a rune did not fit
	stem      int  // bytes of the token, in tok when rewritten, in raw otherwise
	rewritten bool
	tok       [MaxToken]byte
}

// Reset makes the scanner read src from its beginning.
func (s *Scanner) Reset(src string) {
	s.cur = cursor{src: src}
	s.n, s.stem, s.start, s.end = 0, 0, 0, 0
	s.linked, s.joined, s.run, s.before = false, false, false, space
}

// Next moves to the next token and tells whether there is one.
func (s *Scanner) Next() bool {
	if s.run && s.nextBigram() {
		return true
	}
	for {
		if !s.cur.folding() {
			s.skipASCII()
			if s.cur.pos >= len(s.cur.src) {
				s.n, s.stem, s.rewritten = 0, 0, false
				return false
			}
			if asciiKinds[s.cur.src[s.cur.pos]] != wide && s.asciiToken() {
				return true
			}
		}
		if s.wideToken() {
			return true
		}
	}
}

// Token answers the token: folded, split and stemmed. It is valid until the
// next call of Next or Reset.
func (s *Scanner) Token() []byte {
	if s.rewritten {
		return s.tok[:s.stem]
	}
	return s.raw[:s.stem]
}

// Raw answers the token before stemming. It is valid until the next call of
// Next or Reset.
func (s *Scanner) Raw() []byte { return s.raw[:s.n] }

// Span answers the bytes of the text the token came from, for showing the
// user's own words. Spans start in the order of the tokens. The two halves of
// a bigram overlap with their neighbours, and the tokens of one compatibility
// rune (a fraction, a squared abbreviation) share its span.
func (s *Scanner) Span() (start, end int) { return s.start, s.end }

// Joined tells whether the token continues the written word of the token
// before it: the parts of camelCase, snake_case, kebab-case, dotted names,
// paths and addresses, and the bigrams of one run. It is false at the start,
// after white space and other punctuation, and where the script changes.
func (s *Scanner) Joined() bool { return s.joined }

// begin starts a token at start.
func (s *Scanner) begin(start int) {
	if s.before > digit {
		s.linked = false // the script changes
	}
	s.joined, s.linked = s.linked, true
	s.start, s.n, s.full, s.plain = start, 0, false, true
}

// finish ends the token at end, with before as what it ended with, and stems
// it.
func (s *Scanner) finish(end int, before kind) {
	s.end, s.before = end, before
	s.stem, s.rewritten = s.n, false
	if s.plain && s.n >= minStem {
		s.applyStem()
	}
}
