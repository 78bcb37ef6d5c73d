package runtime

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// why puts the decision in a sentence. Every routed request has one, so the usual
// ones are joined and not formatted.
func (r *Router) why(q Query, e *Explanation) string {
	if e.Decision.Reason == OtherVerb {
		c := r.caps[e.Decision.Elsewhere]
		return fmt.Sprintf("Nothing behind %q fits as well as %s, which is behind %s.", q.Verb, c.id, strings.ReplaceAll(c.order, ",", " and "))
	}
	if len(e.Candidates) == 0 {
		return whyNothing(e)
	}
	first := &e.Candidates[0]
	matched := strings.Join(first.Matched[:min(len(first.Matched), 6)], ", ")
	switch e.Decision.Reason {
	case ByName:
		return "The request is the name of " + first.ID + "."
	case LooksForeign:
		return "Nothing fits: the request reads like those that this surface does not serve. The nearest is " + first.ID + " (" + matched + ")."
	case TooLittle:
		return "Nothing fits: the nearest, " + first.ID + ", accounts for only " + percent(first.Confidence) + " of the request (" + matched + ")."
	case TooClose:
		return names(e.Options) + " are about equally likely (" + matched + ")."
	case LooksAmbiguous:
		return "The request reads like those that several capabilities serve; likeliest are " + names(e.Options) + " (" + matched + ")."
	}
	comes := " fits best"
	if e.Decision.Overturned {
		comes = " comes first by what came of earlier calls"
	}
	return first.ID + comes + ": it accounts for " + percent(first.Confidence) + " of the request (" + matched + ")" + lead(e) + "."
}

func whyNothing(e *Explanation) string {
	if len(e.Unknown) > 0 {
		return "Nothing fits: no capability knows any of these words: " + strings.Join(e.Unknown, ", ") + "."
	}
	return "Nothing fits: the request has no word to go by."
}

// lead says how far the first candidate is ahead, "" of an only one.
func lead(e *Explanation) string {
	if len(e.Candidates) < 2 {
		return ""
	}
	return ", " + percent(e.Decision.Margin) + " ahead of " + e.Candidates[1].ID
}

// percent writes a share in whole percents, as %.0f would.
func percent(share float64) string { return strconv.Itoa(int(math.RoundToEven(100*share))) + " %" }

func names(options []Option) string {
	ids := make([]string, len(options))
	for i, o := range options {
		ids[i] = o.ID
	}
	return strings.Join(ids, ", ")
}
