package catalog

import (
	"iter"
	"slices"

	"github.com/sextant-mcp/sextant/gen/source"
)

// LabelledVerbs are, for each capability, the verbs of the requests that it is
// the one right answer to, the commonest first. A row says by its verb that the
// capability is to be found behind it, which the words of a name can only hint
// at: a tool that waits for a text is asked for with act, and one that shows a
// network request with why. The requests are given by verb and right answers.
func LabelledVerbs(requests iter.Seq2[string, []string]) map[string][]string {
	counts := map[string]map[string]int{}
	for verb, gold := range requests {
		if len(gold) != 1 || !dispatches(verb) {
			continue
		}
		if counts[gold[0]] == nil {
			counts[gold[0]] = map[string]int{}
		}
		counts[gold[0]][verb]++
	}
	out := map[string][]string{}
	for id, n := range counts {
		out[id] = commonest(n)
	}
	return out
}

// RouteVerbs are the verbs of the route rows of all skills, with their right answers.
func (c *Catalog) RouteVerbs() iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for _, s := range c.Skills {
			for _, r := range s.Routes {
				if !yield(r.Verb, r.Gold) {
					return
				}
			}
		}
	}
}

// dispatches tells the verbs that a capability can be behind; find reaches all.
func dispatches(verb string) bool {
	return verb != "find" && slices.Contains(source.Verbs[:], verb)
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
