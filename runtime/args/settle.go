package args

import (
	"cmp"
	"encoding/json"
	"slices"
)

// proposal is a value that a rule would fill in.
type proposal struct {
	param    int
	value    json.RawMessage
	evidence Evidence
	// strength compares proposals for one parameter, or of one place in the text.
	strength   int
	start, end int
	// shared is set where the place may serve other parameters too.
	shared bool
}

// settle keeps what is certain: of a parameter the strongest value, unless
// there are two; of a place in the text the strongest use, unless there are two.
func settle(all []proposal, n int) []proposal {
	byPlace := slices.Clone(all)
	var kept []proposal
	for _, p := range all {
		if !slices.ContainsFunc(byPlace, func(q proposal) bool { return q.disputes(p) }) {
			kept = append(kept, p)
		}
	}
	var out []proposal
	for param := range n {
		best, doubt := proposal{strength: -1}, false
		for _, p := range kept {
			switch {
			case p.param != param || p.strength < best.strength:
			case p.strength > best.strength:
				best, doubt = p, false
			default:
				doubt = doubt || !sameValue(p.value, best.value)
			}
		}
		if best.strength >= 0 && !doubt {
			out = append(out, best)
		}
	}
	slices.SortStableFunc(out, func(a, b proposal) int { return cmp.Compare(a.param, b.param) })
	return out
}

// disputes reports that another parameter has as good a claim on the place.
func (q proposal) disputes(p proposal) bool {
	return q.param != p.param && !q.shared && !p.shared &&
		q.start < p.end && p.start < q.end && q.strength >= p.strength
}

func sameValue(a, b json.RawMessage) bool { return string(a) == string(b) }
