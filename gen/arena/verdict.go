package arena

import (
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/measure"
)

// Verdict says what a move was worth.
type Verdict string

// The verdicts.
const (
	// Right: the gold was reached; or nothing was done where nothing must match;
	// or an ambiguous turn was asked back.
	Right Verdict = "right"
	// Asked: the router asked back and offered a gold; or asked where nothing
	// must match. Another step decides.
	Asked Verdict = "asked"
	// Wrong: something else was reached, offered or called than should be.
	Wrong Verdict = "wrong"
	// Declined: nothing was called, or the router found that nothing fits, though
	// something does.
	Declined Verdict = "declined"
	// Failed: the endpoint gave no answer. Such turns say nothing about the arm.
	Failed Verdict = "failed"
)

// Verdicts are all verdicts in the order of reports.
var Verdicts = []Verdict{Right, Asked, Wrong, Declined, Failed}

// judge says what a move was worth for a turn.
func judge(t *Turn, m *Move) Verdict {
	slots := measure.Slots(&t.Route)
	switch {
	case m.Refused != "":
		return Wrong
	case len(m.Tools) > 0:
		if t.Class() == measure.Clear && hitsAll(slots, m.Tools) && hits(slots, m.Tools[:1]) {
			return Right
		}
		return Wrong
	case m.Asked:
		return judgeQuestion(t, slots, m.Options)
	}
	switch t.Class() {
	case measure.Unserved:
		return Right
	case measure.Ambiguous:
		// A question in the model's own words; whether it is a good one is not
		// judged.
		if strings.Contains(m.Text, "?") {
			return Right
		}
	}
	return Declined
}

func judgeQuestion(t *Turn, slots [][]string, options []string) Verdict {
	switch {
	case t.Class() == measure.Unserved:
		return Asked
	case !hits(slots, options):
		return Wrong
	case t.Class() == measure.Ambiguous:
		return Right
	}
	return Asked
}

// hits tells whether any of the ids is in any of the slots.
func hits(slots [][]string, ids []string) bool {
	return slices.ContainsFunc(slots, func(slot []string) bool { return meets(slot, ids) })
}

// hitsAll tells whether every slot holds one of the ids.
func hitsAll(slots [][]string, ids []string) bool {
	return !slices.ContainsFunc(slots, func(slot []string) bool { return !meets(slot, ids) })
}

func meets(slot, ids []string) bool {
	return slices.ContainsFunc(ids, func(id string) bool { return slices.Contains(slot, id) })
}
