package baseline

import (
	"strings"
	"unicode"
)

// bm25Stop are the words that BM25 does not count.
var bm25Stop = wordSet(`a an the of for to in on at by from with and or as if is are was were be do does
	what how why when where which who this that it its into over about via
	my me i you your please can could should would like`)

// bm25Words splits a text into lower-case words of letters and digits, at the
// humps of camelCase too, drops the words of the stop list and takes plural
// endings off.
func bm25Words(text string) []string {
	var out []string
	var word strings.Builder
	flush := func() {
		if w := word.String(); w != "" && !bm25Stop[w] {
			out = append(out, singular(w))
		}
		word.Reset()
	}
	runes := []rune(text)
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			flush()
			continue
		}
		if hump(runes, i) {
			flush()
		}
		word.WriteRune(unicode.ToLower(r))
	}
	flush()
	return out
}

// hump tells whether a word begins at the i-th rune although the one before is
// a letter too: createIssue, HTTPServer.
func hump(runes []rune, i int) bool {
	if i == 0 || !unicode.IsUpper(runes[i]) {
		return false
	}
	before := runes[i-1]
	if unicode.IsLower(before) || unicode.IsDigit(before) {
		return true
	}
	return unicode.IsUpper(before) && i+1 < len(runes) && unicode.IsLower(runes[i+1])
}

// singular takes the plural ending off an English word by the three rules of
// Harman's S-stemmer (How effective is suffixing?, 1991).
func singular(w string) string {
	n := len(w)
	switch {
	case n < 4 || w[n-1] != 's':
		return w
	case strings.HasSuffix(w, "ies"):
		if c := w[n-4]; c == 'e' || c == 'a' {
			return w
		}
		return w[:n-3] + "y"
	case strings.HasSuffix(w, "es"):
		if c := w[n-3]; c == 'a' || c == 'e' || c == 'o' {
			return w
		}
		return w[:n-1]
	case w[n-2] == 'u' || w[n-2] == 's':
		return w
	}
	return w[:n-1]
}
