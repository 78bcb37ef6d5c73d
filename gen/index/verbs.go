package index

import (
	"slices"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

// labelledVerbs are, for each capability, the verbs of the requests that it is
// the one right answer to, the commonest first. A row says by its verb that the
// capability is to be found behind it, which the words of a name can only hint
// at: a tool that waits for a text is asked for with act, and one that shows a
// network request with why.
func labelledVerbs(requests []Row) map[string][]string {
	counts := map[string]map[string]int{}
	for _, r := range requests {
		if len(r.Gold) != 1 || !dispatches(r.Verb) {
			continue
		}
		if counts[r.Gold[0]] == nil {
			counts[r.Gold[0]] = map[string]int{}
		}
		counts[r.Gold[0]][r.Verb]++
	}
	out := map[string][]string{}
	for id, n := range counts {
		out[id] = commonest(n)
	}
	return out
}

// dispatches tells the verbs that a capability can be behind; find reaches all.
func dispatches(verb string) bool {
	return verb != runtime.Find.String() && slices.Contains(source.Verbs[:], verb)
}

// commonest are the counted verbs, the most frequent first, equally frequent ones
// in the order in which Sextant lists them.
func commonest(counts map[string]int) []string {
	var out []string
	for _, verb := range source.Verbs {
		if counts[verb] > 0 {
			out = append(out, verb)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return counts[b] - counts[a] })
	return out
}
