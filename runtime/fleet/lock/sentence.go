package lock

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sextant-mcp/sextant/gen/hidden"
)

// longest is how many characters one_line may have.
const longest = 300

// OneLine is the first sentence of a description: what can be seen of it, on one
// line.
func OneLine(description string) string {
	paragraph := strings.TrimSpace(hidden.Strip(description))
	for _, end := range []string{"\n\n", "\r\n\r\n"} {
		paragraph, _, _ = strings.Cut(paragraph, end)
	}
	text := strings.TrimLeft(Line(paragraph), "#*-> ")
	for i, r := range text {
		if strings.ContainsRune(".!?\u3002\uff01\uff1f", r) && endsSentence(text, i, r) {
			return clip(text[:i+utf8.RuneLen(r)])
		}
	}
	return clip(text)
}

// abbreviations are the words whose full stop ends no sentence.
var abbreviations = map[string]bool{"e.g": true, "i.e": true, "etc": true, "vs": true, "cf": true, "approx": true, "incl": true, "no": true}

// endsSentence tells a full stop from one inside a word, a number or behind an
// abbreviation.
func endsSentence(text string, at int, r rune) bool {
	if r > unicode.MaxASCII {
		return true
	}
	rest := text[at+1:]
	if rest != "" && rest[0] != ' ' {
		return false
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " "))
	word := strings.ToLower(text[strings.LastIndexAny(text[:at], " (")+1 : at])
	return r != '.' || !abbreviations[word] || rest == "" || word == "etc" && unicode.IsUpper(next)
}

// Line puts a text on one line, without what can't be seen of it.
func Line(text string) string { return strings.Join(strings.Fields(hidden.Strip(text)), " ") }

// clip shortens a text at a blank.
func clip(text string) string {
	if utf8.RuneCountInString(text) <= longest {
		return text
	}
	short := string([]rune(text)[:longest])
	if i := strings.LastIndexByte(short, ' '); i > longest/2 {
		short = short[:i]
	}
	return strings.TrimRight(short, " ,;:-") + "..."
}
