package naming

import (
	"strings"
	"unicode"
)

// Words splits a name into lower-case words: at everything that is no letter,
// where a capital follows a small letter, and before the last capital of a row that
// a small letter follows (HTTPFetch is http fetch). The words are not stemmed:
// "deleted" is a state, not a deed.
func Words(name string) []string {
	letters := []rune(name)
	var words []string
	start := 0
	flush := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(string(letters[start:end])))
		}
	}
	for i, r := range letters {
		switch {
		case !unicode.IsLetter(r):
			flush(i)
			start = i + 1
		case i > start && unicode.IsUpper(r) && (unicode.IsLower(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1])):
			flush(i)
			start = i
		}
	}
	flush(len(letters))
	return words
}

// Joins tells whether a name begins anew after a word: fetch_and_store.
func Joins(word string) bool { return word == "and" || word == "or" || word == "then" }
