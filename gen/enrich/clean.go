package enrich

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Reason says why a phrasing was dropped.
type Reason string

// The reasons, in the order in which they are looked at.
const (
	// Unreadable: empty, no valid text, or with characters that can't be seen.
	Unreadable Reason = "unreadable"
	// TooLong: more than a person types, see maxRunes.
	TooLong Reason = "too long"
	// Instructions: markup, or words that are meant for a model.
	Instructions Reason = "instructions"
	// NamesTool: it holds the capability's id, which people do not say.
	NamesTool Reason = "names the tool"
	// Duplicate: some capability has that example already.
	Duplicate Reason = "duplicate"
	// Refused: a reviewer took it out before.
	Refused Reason = "rejected before"
	// NearDuplicate: nearly all its words are those of an example of the same
	// capability.
	NearDuplicate Reason = "near duplicate"
	// Strayed: another capability claims it more strongly.
	Strayed Reason = "belongs to another"
)

// maxRunes is the longest request that is kept, in characters. The router reads
// 128 words of a request; people type far fewer.
const maxRunes = 240

// forModels matches text that addresses a model instead of asking for
// something: an answer may carry it on from a descriptor that was not written in
// good faith, and examples are shown to models again.
var forModels = regexp.MustCompile(`(?i)` + strings.Join([]string{
	`<\|`, `<!--`, `</?(system|assistant|user|tool|think|script|iframe|img|svg|s)\b`, `\[/?inst\]`, "```",
	`^\s*(system|assistant|developer|user)\s*:`,
	`\b(ignore|disregard|forget|override)\b.{0,40}\b(instructions?|prompts?|rules|guidelines)\b`,
	`\b(system|developer) prompt\b`, `\byou are now\b`, `\bas an ai\b`, `\bact as (a|an|the) (ai|assistant|model)\b`,
	`\b(phrasings?|json)\b.{0,20}\b(below|following|array)\b`,
}, "|"))

// clean brings a phrasing into one line of plain text, or tells what is wrong
// with it.
func clean(phrase string) (string, Reason) {
	if !utf8.ValidString(phrase) || strings.ContainsRune(phrase, utf8.RuneError) {
		return "", Unreadable
	}
	phrase = strings.Join(strings.Fields(phrase), " ")
	for _, q := range []string{`"`, "'", "`"} {
		if len(phrase) > 2 && strings.HasPrefix(phrase, q) && strings.HasSuffix(phrase, q) {
			phrase = strings.TrimSpace(phrase[1 : len(phrase)-1])
		}
	}
	switch {
	case strings.IndexFunc(phrase, unicode.IsLetter) < 0 || strings.IndexFunc(phrase, hidden) >= 0:
		return "", Unreadable
	case utf8.RuneCountInString(phrase) > maxRunes:
		return "", TooLong
	case forModels.MatchString(phrase):
		return "", Instructions
	}
	return phrase, ""
}

// hidden tells whether a character can't be seen. The joiners of emoji and of
// scripts that need them can't be either, and belong to the text.
func hidden(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return r != nonJoiner && r != joiner && !unicode.IsGraphic(r)
}

// names tells whether a phrasing holds an id as it is written in programs. An id
// that is a plain word may be what people say.
func names(phrase, id string) bool {
	return strings.ContainsAny(id, "_-./:") && strings.Contains(strings.ToLower(phrase), strings.ToLower(id))
}
