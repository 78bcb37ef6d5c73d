package catalog

import (
	"slices"

	"github.com/sextant-mcp/sextant/gen/source"
)

// ReachedBy is the catalog as people were seen to ask for what is in it: verbs
// holds, by id, the verbs of labelled requests for a capability, the commonest
// first. Where a capability's own are a guess, these come before it; a verb that
// was guessed stays, so that nothing becomes unreachable. What a descriptor
// lists itself is left as it is, and so is the catalog that it is taken from.
//
// A verb says where a capability is looked for, not what a call of it does. One that
// is found behind ask by its requests alone is marked (Changes), and dispatch runs
// it there only if something states that it reads.
//
// A skill is behind the verb of its first tool and its note names that verb, so both
// follow the tool. Diagnostics are those of notes that can't be rendered with it.
func (c *Catalog) ReachedBy(verbs map[string][]string) (*Catalog, source.Diagnostics) {
	out := &Catalog{
		Skills: slices.Clone(c.Skills), Capabilities: slices.Clone(c.Capabilities),
		byID: map[string]*Capability{}, notes: c.notes,
	}
	for i, one := range out.Capabilities {
		if seen := verbs[one.ID]; one.Source == SourceLexical && len(seen) > 0 {
			taught := *one
			taught.Verbs = joined(seen, one.Verbs)
			taught.Changes = slices.ContainsFunc(seen, isReading) && !slices.ContainsFunc(one.Verbs, isReading)
			one = &taught
		}
		out.Capabilities[i], out.byID[one.ID] = one, one
	}
	b := builder{cat: out}
	for i, s := range out.Skills {
		if verb := out.verbOf(s); verb != s.Verb {
			out.Skills[i] = b.follow(s, verb)
		}
	}
	return out, b.diags
}

// follow is a skill behind another verb, and puts its capability there.
func (b *builder) follow(s *Skill, verb string) *Skill {
	moved := *s
	moved.Verb = verb
	b.renderNote(&moved)
	at := slices.IndexFunc(b.cat.Capabilities, func(c *Capability) bool { return c.ID == s.Name })
	one := *b.cat.Capabilities[at]
	one.Verbs = []string{verb}
	b.cat.Capabilities[at], b.cat.byID[one.ID] = &one, &one
	return &moved
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
