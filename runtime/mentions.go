package runtime

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mentions counts what a request mentions by name, by number or in quotes:
// likely arguments. Numbers are words with a digit, an at sign, a slash or an
// underscore in them, names are runs of capitalised words that do not open a
// sentence. "Fly from Oslo to New York on 2026-05-01" mentions three.
func mentions(intent string) (n int) {
	opens, inName := true, false // whether a sentence begins; whether a name goes on
	for tokens := 0; tokens < MaxTokens; tokens++ {
		word, rest := nextWord(intent)
		if word == "" {
			return n
		}
		intent = rest
		if after, ok := skipQuoted(word, rest); ok {
			intent, opens, inName = after, false, false
			n++
			continue
		}
		name := !opens && isCapitalised(strings.TrimFunc(word, unicode.IsPunct))
		if isReference(word) || name && !inName {
			n++
		}
		inName = name && endsOpen(word)
		opens = strings.ContainsRune(".?!:", rune(word[len(word)-1]))
	}
	return n
}

// nextWord cuts the first word, up to a blank, off a text.
func nextWord(s string) (word, rest string) {
	s = strings.TrimLeftFunc(s, unicode.IsSpace)
	if end := strings.IndexFunc(s, unicode.IsSpace); end >= 0 {
		return s[:end], s[end:]
	}
	return s, ""
}

// quotes are the pairs of quotation marks.
var quotes = [...][2]string{{`"`, `"`}, {"'", "'"}, {"“", "”"}, {"‘", "’"}, {"«", "»"}, {"`", "`"}}

// skipQuoted cuts what stands in quotation marks off a text whose first word opens
// them. A mark that is not closed is none.
func skipQuoted(word, rest string) (after string, ok bool) {
	if c := word[0]; 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
		return "", false // most words
	}
	for _, q := range quotes {
		inner, opens := strings.CutPrefix(word, q[0])
		if !opens {
			continue
		}
		if i := strings.LastIndex(inner, q[1]); i > 0 {
			return rest, true
		}
		if i := strings.Index(rest, q[1]); i >= 0 && inner != "" {
			_, after = nextWord(rest[i:])
			return after, true
		}
	}
	return "", false
}

// isReference tells words that people copy rather than write: numbers, dates,
// addresses, paths and identifiers.
func isReference(word string) bool { return strings.ContainsAny(word, "0123456789@/_") }

// isCapitalised tells words of two letters or more that begin with a capital.
func isCapitalised(word string) bool {
	first, size := utf8.DecodeRuneInString(word)
	second, _ := utf8.DecodeRuneInString(word[size:])
	return unicode.IsUpper(first) && unicode.IsLetter(second)
}

// endsOpen tells whether a name may go on after the word.
func endsOpen(word string) bool {
	last, _ := utf8.DecodeLastRuneInString(word)
	return !unicode.IsPunct(last)
}
