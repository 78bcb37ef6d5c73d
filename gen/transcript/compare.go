package transcript

import (
	"regexp"
	"strings"
)

// How says how output is shown.
type How struct {
	// Broken says that what is shown is one line that was broken for reading: a line
	// break and the blanks around it stand for nothing.
	Broken bool
	// Part says that what is shown stands somewhere in the output.
	Part bool
}

// Change is a piece of a document that is not what comes out.
type Change struct {
	// Line is where the piece is.
	Line int
	// Was is what the document shows, Is what came out.
	Was, Is string

	start int // of Was in the document
}

// Compare reports whether a command printed what is shown. Where it did not, changes
// are what has to be written for it: the numbers that differ, else all of it where
// nothing was left out. There are none where the document must be mended by hand.
func (s Shown) Compare(printed string, how How) (same bool, changes []Change) {
	printed = ended(valid(printed))
	parts := pieces(s.Text, how)
	if match(parts, how, printed, false) != nil {
		return true, nil
	}
	if found := match(parts, how, printed, true); found != nil {
		return false, s.numbers(parts, printed, found)
	}
	if how == (How{}) && !gaps(parts) {
		return false, []Change{{Line: s.Line, Was: s.Text, Is: printed, start: s.start}}
	}
	return false, nil
}

// numbers are those that differ from what was found in their places.
func (s Shown) numbers(parts []piece, printed string, found []int) []Change {
	var changes []Change
	at, group := 0, 1
	for _, p := range parts {
		if p.kind == number {
			if is := printed[found[2*group]:found[2*group+1]]; is != p.text {
				line := s.Line + strings.Count(s.Text[:at], "\n")
				changes = append(changes, Change{Line: line, Was: p.text, Is: is, start: s.start + at})
			}
			group++
		}
		at += len(p.text)
	}
	return changes
}

// Missing is the first line of what is shown that does not come out, numbers aside,
// and where it is in the document.
func (s Shown) Missing(printed string, how How) (line int, text string) {
	printed = ended(valid(printed))
	lines := strings.SplitAfter(ended(s.Text), "\n")
	prefix := ""
	for i, l := range lines {
		prefix += l
		open := pieces(prefix, how)
		if match(append(open, piece{kind: gapLines}), how, printed, true) == nil {
			return s.Line + i, strings.TrimSuffix(l, "\n")
		}
	}
	return s.Line + len(lines) - 1, "(the end)"
}

// ended is a text whose last line ends.
func ended(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

// valid is a text in UTF-8, as patterns are.
func valid(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

func gaps(parts []piece) bool {
	for _, p := range parts {
		if p.kind == gapInLine || p.kind == gapLines {
			return true
		}
	}
	return false
}

// match finds where the groups of numbers stand in what was printed; nil if what is
// shown did not come out.
func match(parts []piece, how How, printed string, anyNumber bool) []int {
	var pattern strings.Builder
	if !how.Part {
		pattern.WriteString(`\A`)
	}
	open := false
	for _, p := range parts {
		pattern.WriteString(valid(p.pattern(how, anyNumber)))
		open = p.kind != gapLines && !strings.HasSuffix(p.text, "\n")
	}
	if open {
		pattern.WriteString(`\n`) // as what was printed was given one
	}
	if !how.Part {
		pattern.WriteString(`\z`)
	}
	return regexp.MustCompile(pattern.String()).FindStringSubmatchIndex(printed)
}
