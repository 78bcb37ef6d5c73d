// Package hidden finds characters that a model reads and a person can't see. In
// what a stranger wrote they may hold instructions that nobody approved.
//
//	for _, run := range hidden.Find(description) {
//		fmt.Printf("%s characters from byte %d on, the first is %U\n", run.Kind, run.Start, run.First)
//	}
//
// What does its work where it stands is passed over: a joiner inside an emoji or
// between letters of a script that has joiners, the tags of a region's flag, one
// selector behind the picture it selects, line ends and tabs, soft hyphens.
package hidden

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is a kind of hidden characters.
type Kind string

// The kinds.
const (
	// Control characters move the cursor, colour the text or ring the bell.
	Control Kind = "control"
	// Invisible characters have no width, or show as a blank.
	Invisible Kind = "invisible"
	// Direction characters have the text shown in another order.
	Direction Kind = "direction"
	// Tag characters spell out ASCII that nobody sees.
	Tag Kind = "tag"
	// Selector characters pick a variant of the character before them; in a row
	// they can hold any bytes.
	Selector Kind = "selector"
	// Private characters mean what two parties agreed on.
	Private Kind = "private-use"
)

// Run is a stretch of hidden characters.
type Run struct {
	// Start and End are bytes of the text.
	Start, End int
	// Count is how many characters it has, First the first of them and Kind its
	// kind.
	Count int
	First rune
	Kind  Kind
}

// Find returns the hidden characters of a text, those next to each other as one
// run. With kinds, only these count.
func Find(text string, kinds ...Kind) (runs []Run) {
	var before rune // 0 where nothing that can be seen stands in front
	flag := 0       // tag characters that may still follow a black flag
	for i, r := range text {
		if r == blackFlag {
			flag = maxFlagTags
		} else if flag > 0 && isFlagTag(r) {
			flag--
			continue
		} else {
			flag = 0
		}
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size = utf8.DecodeRuneInString(text[i:])
		}
		kind := kindOf(r, before)
		if kind == "" || joins(before, r, text[i+size:]) {
			before = r
			continue
		}
		before = 0
		if len(kinds) == 0 || slices.Contains(kinds, kind) {
			if n := len(runs); n > 0 && runs[n-1].End == i {
				runs[n-1].End, runs[n-1].Count = i+size, runs[n-1].Count+1
			} else {
				runs = append(runs, Run{Start: i, End: i + size, Count: 1, First: r, Kind: kind})
			}
		}
	}
	return runs
}

// Strip returns a text without its hidden characters.
func Strip(text string) string {
	return replace(text, func(string) string { return "" })
}

// Escape returns a text with its hidden characters spelled out, [U+200B] for a
// blank without width.
func Escape(text string) string {
	return replace(text, func(run string) string {
		var b strings.Builder
		for _, r := range run {
			fmt.Fprintf(&b, "[%U]", r)
		}
		return b.String()
	})
}

// EscapeJSON returns JSON text with the hidden characters of its strings as
// escapes: the same value, in which a person can see them.
func EscapeJSON(raw []byte) []byte {
	return []byte(replace(string(raw), func(run string) string {
		var b strings.Builder
		for _, r := range run {
			if unicode.IsControl(r) && r < ' ' {
				b.WriteRune(r) // between values, where it is a blank
			} else if r > 0xffff {
				high, low := (r-0x10000)>>10+0xd800, (r-0x10000)&0x3ff+0xdc00
				fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
			} else {
				fmt.Fprintf(&b, `\u%04x`, r)
			}
		}
		return b.String()
	}))
}

func replace(text string, with func(run string) string) string {
	runs := Find(text)
	if len(runs) == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	for _, r := range runs {
		b.WriteString(text[at:r.Start])
		b.WriteString(with(text[r.Start:r.End]))
		at = r.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// A black flag and up to six tag characters are the flag of a region.
const (
	blackFlag   = 0x1f3f4
	maxFlagTags = 6
)

func isFlagTag(r rune) bool { return r >= 0xe0020 && r <= 0xe007f }

// kindOf is the kind of a character that shows nothing where it stands, "" for
// one that can be seen.
func kindOf(r, before rune) Kind {
	switch {
	case r >= ' ' && r <= '~', r == '\u00ad', r == '\n', r == '\r', r == '\t':
		return ""
	case unicode.IsControl(r):
		return Control
	case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r == '\u200e', r == '\u200f', r == '\u061c':
		return Direction
	case r >= 0xe0000 && r <= 0xe007f:
		return Tag
	case r >= 0xe0100 && r <= 0xe01ef:
		return Selector
	case isSelector(r):
		if before == 0 || isSelector(before) || before <= unicode.MaxASCII && !unicode.IsDigit(before) && before != '#' && before != '*' {
			return Selector
		}
		return ""
	case unicode.Is(unicode.Co, r):
		return Private
	case unicode.Is(unicode.Cf, r), isFiller(r):
		return Invisible
	}
	return ""
}

func isSelector(r rune) bool { return r >= '\ufe00' && r <= '\ufe0f' }

// isFiller tells characters that count as letters or symbols and show nothing.
func isFiller(r rune) bool {
	switch r {
	case '\u115f', '\u1160', '\u3164', '\uffa0', '\u034f', '\u2800':
		return true
	}
	return false
}

// joins tells whether a joiner does its work: between parts of an emoji, or
// between letters of a script that has joiners.
func joins(before, r rune, rest string) bool {
	if r != '\u200d' && r != '\u200c' {
		return false
	}
	after, _ := utf8.DecodeRuneInString(rest)
	return joinable(before) && joinable(after)
}

func joinable(r rune) bool {
	return r > 0x2000 && (unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r) || r == 0xfe0f) ||
		unicode.In(r, unicode.Arabic, unicode.Devanagari, unicode.Bengali, unicode.Malayalam, unicode.Sinhala,
			unicode.Kannada, unicode.Tamil, unicode.Telugu, unicode.Syriac, unicode.Mongolian, unicode.Khmer, unicode.Myanmar)
}
