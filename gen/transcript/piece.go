package transcript

import (
	"regexp"
	"strings"
)

// piece is a part of what is shown.
type piece struct {
	kind kind
	text string
}

type kind int

const (
	literal   kind = iota // stands for itself
	number                // likewise, but another number may have come out
	gapInLine             // three dots within a line
	gapLines              // a line of three dots
	lineBreak             // of a line that was broken for reading
)

var (
	dots    = regexp.MustCompile(` *\.\.\. *`)
	numbers = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
	breaks  = regexp.MustCompile(` *\n *`)
)

// pieces takes what is shown apart; their texts together are the text.
func pieces(text string, how How) []piece {
	if how.Broken {
		return cut(text, breaks, lineBreak, func(l string) []piece { return cut(l, dots, gapInLine, plain) })
	}
	var all []piece
	for l := range strings.SplitAfterSeq(text, "\n") {
		if strings.TrimSpace(l) == "..." {
			all = append(all, piece{gapLines, l})
			continue
		}
		all = append(all, cut(l, dots, gapInLine, plain)...)
	}
	return all
}

func plain(text string) []piece {
	return cut(text, numbers, number, func(l string) []piece { return []piece{{literal, l}} })
}

// cut takes a text apart at what a pattern finds; rest takes apart what lies between.
func cut(text string, at *regexp.Regexp, what kind, rest func(string) []piece) []piece {
	var all []piece
	done := 0
	for _, found := range at.FindAllStringIndex(text, -1) {
		if found[0] > done {
			all = append(all, rest(text[done:found[0]])...)
		}
		all = append(all, piece{what, text[found[0]:found[1]]})
		done = found[1]
	}
	if done < len(text) {
		all = append(all, rest(text[done:])...)
	}
	return all
}

// pattern is what a piece stands for. Numbers are groups where any will do.
func (p piece) pattern(how How, anyNumber bool) string {
	switch {
	case p.kind == gapInLine && how.Broken:
		return `(?s:.*?)`
	case p.kind == gapInLine:
		return `.*?`
	case p.kind == gapLines:
		return `(?:.*\n)*?`
	case p.kind == lineBreak:
		return `\s*`
	case p.kind == number && anyNumber:
		return `(\d+(?:[.,]\d+)*)`
	}
	return regexp.QuoteMeta(p.text)
}
