package text

// The stemmer brings the inflections of an English word together and leaves
// words that merely look alike apart. It works without a dictionary: a short
// list of irregular words (irregular.go), rules for the endings s, ed and ing
// (inflect.go), rules for nouns made of verbs (derive.go), and one rule for
// the final e (settle below). A stem is a name for a group of words and need
// not be a word: schedule and scheduling meet in schedul.
//
// Rules run until none applies, so the stem of a stem is itself.

// minStem is the length from which words are stemmed.
const minStem = 4

// Stem writes the stem of a folded, small-letter ASCII word over it and
// returns the shortened slice. A stem is never longer than its word. Words of
// three letters and less, and anything that is not small ASCII letters only,
// come back unchanged.
func Stem(word []byte) []byte {
	for _, c := range word {
		if asciiKinds[c] != lower {
			return word
		}
	}
	for len(word) >= minStem {
		keep, add := step(word)
		if keep == len(word) {
			break
		}
		word = word[:keep+copy(word[keep:], add)]
	}
	return word
}

// applyStem stems the scanner's token. The raw word stays as it is: only a
// stem that is not its beginning is written elsewhere.
func (s *Scanner) applyStem() {
	word := s.raw[:s.n]
	for len(word) >= minStem {
		keep, add := step(word)
		if keep == len(word) {
			break
		}
		if add != "" && !s.rewritten {
			word = s.tok[:copy(s.tok[:], word)]
			s.rewritten = true
		}
		word = word[:keep+copy(word[keep:], add)]
	}
	s.stem = len(word)
}

// step applies one rule to w: the stem so far is the first keep letters and
// then add. A keep of len(w) means that no rule applies. Every rule shortens w
// or replaces it by a word no rule applies to.
func step(w []byte) (keep int, add string) {
	if target, ok := irregular(w); ok {
		if target == "" {
			return len(w), ""
		}
		return 0, target
	}
	switch w[len(w)-1] {
	case 's':
		return plural(w)
	case 'd':
		return past(w)
	case 'g':
		return progressive(w)
	case 'n', 't', 'r':
		return derived(w)
	case 'e', 'l', 'z':
		return settle(w)
	}
	return len(w), ""
}

// settle gives words that end alike, written with and without their last
// letter, one form: create and creat(ing), install and instal(ment), quiz and
// quizz(es).
func settle(w []byte) (keep int, add string) {
	n := len(w)
	switch before := w[n-2]; {
	case w[n-1] == 'z' && before == 'z':
		return n - 1, ""
	case w[n-1] == 'l' && before == 'l' && measure(w) > 1:
		return n - 1, ""
	case w[n-1] != 'e':
		return n, ""
	case before == 'i' && n > 4:
		return n - 2, "y" // movie meets movies
	case before == 's':
		return british(w)
	case isVowel(w, n-2), hasSuffix(w, "inge"), hasSuffix(w, "ede"):
		return n, ""
	case closedSyllable(w[:n-1]):
		return n, "" // plane is not plan, note is not not
	}
	return n - 1, ""
}

// british turns -ise into the -ize that it is elsewhere, where the letters
// before it are sure to make it that ending.
func british(w []byte) (keep int, add string) {
	n := len(w)
	switch {
	case n < 7:
	case hasSuffix(w, "alise"), hasSuffix(w, "ilise"), hasSuffix(w, "nise"), hasSuffix(w, "orise"),
		hasSuffix(w, "arise"), hasSuffix(w, "imise"), hasSuffix(w, "tomise"), hasSuffix(w, "ymise"),
		hasSuffix(w, "itise"), hasSuffix(w, "etise"), hasSuffix(w, "icise"), hasSuffix(w, "elise"),
		hasSuffix(w, "ardise"), hasSuffix(w, "hesise"), hasSuffix(w, "ogise"), hasSuffix(w, "alyse"):
		return n - 2, "z"
	}
	return n, ""
}

// isVowel tells whether w[i] sounds as a vowel: y does behind a consonant, the
// u of qu does not.
func isVowel(w []byte, i int) bool {
	switch w[i] {
	case 'a', 'e', 'i', 'o':
		return true
	case 'u':
		return i == 0 || w[i-1] != 'q'
	case 'y':
		return i > 0 && !isVowel(w, i-1)
	}
	return false
}

func hasVowel(w []byte) bool {
	for i := range w {
		if isVowel(w, i) {
			return true
		}
	}
	return false
}

// measure counts the vowel groups that a consonant follows, which is about
// the number of syllables that are closed.
func measure(w []byte) (n int) {
	vowel := false
	for i := range w {
		now := isVowel(w, i)
		if vowel && !now {
			n++
		}
		vowel = now
	}
	return n
}

// closedSyllable tells whether w is one syllable that ends in consonant,
// vowel, consonant: plan, not, typ. Such a word doubles its last letter before
// ed and ing, so when that letter is single an e was dropped there.
func closedSyllable(w []byte) bool {
	n := len(w)
	if n < 3 || isVowel(w, n-1) || !isVowel(w, n-2) || isVowel(w, n-3) {
		return false
	}
	switch w[n-1] {
	case 'w', 'x', 'y':
		return false
	}
	return measure(w) == 1
}

func hasSuffix(w []byte, suffix string) bool {
	return len(w) >= len(suffix) && string(w[len(w)-len(suffix):]) == suffix
}
