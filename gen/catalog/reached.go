package catalog

import "slices"

// ReachedBy is the catalog as people were seen to ask for what is in it: verbs
// holds, by id, the verbs of labelled requests for a capability, the commonest
// first. Where a capability's own are a guess, these come before it; a verb that
// was guessed stays, so that nothing becomes unreachable. What a descriptor
// lists itself is left as it is, and so is the catalog that it is taken from.
//
// A verb says where a capability is looked for, not what a call of it does. One that
// is found behind ask by its requests alone is marked (Changes), and dispatch runs
// it there only if something states that it reads.
func (c *Catalog) ReachedBy(verbs map[string][]string) *Catalog {
	out := &Catalog{Skills: c.Skills, Capabilities: slices.Clone(c.Capabilities), byID: map[string]*Capability{}}
	for i, one := range out.Capabilities {
		if seen := verbs[one.ID]; one.Source == SourceLexical && len(seen) > 0 {
			taught := *one
			taught.Verbs = joined(seen, one.Verbs)
			taught.Changes = slices.ContainsFunc(seen, isReading) && !slices.ContainsFunc(one.Verbs, isReading)
			one = &taught
		}
		out.Capabilities[i], out.byID[one.ID] = one, one
	}
	return out
}

// joined are the words of both lists, each once.
func joined(a, b []string) []string {
	out := slices.Clone(a)
	for _, s := range b {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func isReading(verb string) bool { return slices.Contains(reading, verb) }
