package catalog

import "slices"

// ReachedBy is the catalog as people were seen to ask for what is in it: verbs
// holds, by id, the verbs of labelled requests for a capability, the commonest
// first. Where a capability's own are a guess, these come before it; a verb that
// was guessed stays, so that nothing becomes unreachable. What a descriptor
// lists itself is left as it is, and so is the catalog that it is taken from.
//
// A verb says who may ask, not what a call does: behind ask, a capability that
// changes something is found, and dispatch still runs only what reads.
func (c *Catalog) ReachedBy(verbs map[string][]string) *Catalog {
	out := &Catalog{Skills: c.Skills, Capabilities: slices.Clone(c.Capabilities), byID: map[string]*Capability{}}
	for i, one := range out.Capabilities {
		if seen := verbs[one.ID]; one.Source == SourceLexical && len(seen) > 0 {
			taught := *one
			taught.Verbs = joined(seen, one.Verbs)
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
