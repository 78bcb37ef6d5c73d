package measure

import "github.com/sextant-mcp/sextant/gen/catalog"

// Mutating tells for a catalog's capabilities whether executing one could
// change something: one of its actions mutates, or is not known not to. A tool
// without actions is held to mutate unless its own annotations say that it only
// reads. A skill answers with instructions and changes nothing.
func Mutating(cat *catalog.Catalog) func(id string) bool {
	mutates := make(map[string]bool, len(cat.Capabilities))
	for _, c := range cat.Capabilities {
		mutates[c.ID] = couldMutate(c)
	}
	return func(id string) bool { return mutates[id] }
}

func couldMutate(c *catalog.Capability) bool {
	if c.Kind == catalog.KindSkill {
		return false
	}
	if len(c.Actions) == 0 {
		return c.Hints == nil || c.Hints.ReadOnly == nil || !*c.Hints.ReadOnly
	}
	for _, a := range c.Actions {
		if a.Mutates == nil || *a.Mutates {
			return true
		}
	}
	return false
}
