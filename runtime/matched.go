package runtime

import "slices"

// spokenFor is what some of the user's words add to the score of a capability.
type spokenFor struct {
	words  string
	impact int32
}

// matched are the user's own words that speak for a capability, the strongest
// first.
func (r *Router) matched(number int, req *request, t *trace) []string {
	var room [16]spokenFor
	found := room[:0]
	for i, f := range req.features[:req.n] {
		if !r.speaks(req, i) {
			continue
		}
		impact := r.index.impact(int(f), int32(number))
		if impact <= 0 {
			continue
		}
		if words, _ := t.source(int(f)); words != "" {
			found = strongest(found, spokenFor{words, impact})
		}
	}
	if len(found) == 0 {
		return nil
	}
	out := make([]string, len(found))
	for i, one := range found {
		out[i] = one.words
	}
	return out
}

// strongest puts words into a list where they are due; the same words stand in it
// once, for the most that they add.
func strongest(list []spokenFor, one spokenFor) []spokenFor {
	for i, known := range list {
		if known.words != one.words {
			continue
		}
		if known.impact >= one.impact {
			return list
		}
		list = slices.Delete(list, i, i+1)
		break
	}
	at := len(list)
	for at > 0 && list[at-1].impact < one.impact {
		at--
	}
	return slices.Insert(list, at, one)
}

// speaks tells features that stand for words of the user: single words and other
// ways of saying them.
func (r *Router) speaks(req *request, i int) bool {
	return i < req.words || r.index.lex.features[req.features[i]][0] == classMark
}
