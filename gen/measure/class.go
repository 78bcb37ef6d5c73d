package measure

import "github.com/sextant-mcp/sextant/gen/source"

// Class is what should happen to a request.
type Class int

// The classes. Every row is in exactly one.
const (
	// Clear requests have an answer: one of their golds should come first. Only
	// they count for top-k, recall, MRR and nDCG.
	Clear Class = iota
	// Ambiguous requests, those of kind "ambiguous", should be asked back.
	Ambiguous
	// Unserved requests, those without golds, should be refused.
	Unserved
)

var classNames = [...]string{"clear", "ambiguous", "no_match"}

// String returns the class's name in reports.
func (c Class) String() string { return classNames[c] }

// kindAmbiguous is the one kind of row that the harness knows.
const kindAmbiguous = "ambiguous"

// ClassOf tells a row's class.
func ClassOf(row *source.Route) Class {
	switch {
	case row.Kind == kindAmbiguous:
		return Ambiguous
	case len(row.Gold) == 0:
		return Unserved
	}
	return Clear
}

// kindOf is the row's kind for the breakdown; a row without one stands under
// the name of its class.
func kindOf(row *source.Route) string {
	if row.Kind == "" {
		return ClassOf(row).String()
	}
	return row.Kind
}

// Slots are the sets of ids that an answer must hit one of, each: the row's
// gold groups, or, without groups, the one set of all golds, which are then
// alternatives.
func Slots(row *source.Route) [][]string {
	if len(row.GoldGroups) > 0 {
		return row.GoldGroups
	}
	if len(row.Gold) == 0 {
		return nil
	}
	return [][]string{row.Gold}
}
