package sweep

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/source"
)

// Finding is one thing wrong in one place.
type Finding struct {
	// Rule is the id of the rule that found it.
	Rule     string
	Severity Severity
	// Pos is where it begins. End is behind its last byte; it is Pos itself
	// where nothing in particular is marked.
	Pos, End source.Position
	// Message says what is wrong, Hint what to do about it.
	Message, Hint string
	// Fix mends it; nil when only a person can.
	Fix *Fix
}

// String returns "file:line:column: severity: message (rule); hint", in one line.
func (f Finding) String() string {
	text := fmt.Sprintf("%s: %s: %s (%s)", f.Pos, f.Severity, f.Message, f.Rule)
	if f.Hint != "" {
		text += "; " + f.Hint
	}
	return strings.ReplaceAll(text, "\n", " ")
}

// sortFindings orders findings by file, place, rule and message, and keeps one
// of those that are the same in all four.
func sortFindings(list []Finding) []Finding {
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(a.Pos.File, b.Pos.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Message, b.Message),
		)
	})
	return slices.CompactFunc(list, func(a, b Finding) bool {
		return a.Pos == b.Pos && a.Rule == b.Rule && a.Message == b.Message
	})
}
