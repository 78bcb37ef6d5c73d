package index

import "github.com/sextant-mcp/sextant/gen/catalog"

// Row is one labelled request to learn from.
type Row struct {
	// Verb is the verb it was asked under, "" when that is not known.
	Verb, Intent string
	// Gold are the ids that would be right: one for a plain example, several
	// for an ambiguous request, none for one that nothing must match.
	Gold []string
}

// labelled are the labelled requests of a catalog in a fixed order: the examples of
// every capability, then the route rows of every skill, then the extra rows.
func labelled(cat *catalog.Catalog, extra []Row) []Row {
	var out []Row
	for _, c := range cat.Capabilities {
		for _, e := range c.Examples {
			out = append(out, Row{Intent: e, Gold: []string{c.ID}})
		}
	}
	for _, s := range cat.Skills {
		for _, r := range s.Routes {
			out = append(out, Row{Verb: r.Verb, Intent: r.Intent, Gold: r.Gold})
		}
	}
	return append(out, extra...)
}
