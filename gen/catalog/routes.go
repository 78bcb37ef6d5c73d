package catalog

import (
	"strings"

	"github.com/sextant-mcp/sextant/gen/source"
)

// checkRoutes makes sure that every row names capabilities that exist and that
// no row is both learned from and measured on. Rows that fail the first test
// are left out.
func (b *builder) checkRoutes() {
	trained := map[string]source.Position{}
	for _, c := range b.cat.Capabilities {
		for _, e := range c.Examples {
			trained[normal(e)] = c.Pos
		}
	}
	for _, s := range b.cat.Skills {
		s.Routes = b.existing(s.Routes)
		s.Tests = b.existing(s.Tests)
		for _, r := range s.Routes {
			trained[normal(r.Intent)] = r.Pos
		}
	}
	for _, s := range b.cat.Skills {
		for _, r := range s.Tests {
			if pos, ok := trained[normal(r.Intent)]; ok {
				b.report(r.Pos, source.Error, "trained-test", "word one of them anew",
					"this request is measured on, but it is learned from at %s", pos)
			}
		}
	}
}

func normal(intent string) string { return strings.Join(strings.Fields(strings.ToLower(intent)), " ") }

// existing drops the rows with a gold that does not exist.
func (b *builder) existing(rows []source.Route) []source.Route {
	var out []source.Route
	for _, r := range rows {
		unknown := ""
		for _, id := range r.Gold {
			if b.cat.byID[id] == nil {
				unknown = id
			}
		}
		if unknown != "" {
			b.report(r.Pos, source.Error, "unknown-gold", "name a capability of this surface, or take the row out",
				"no capability is called %q", unknown)
			continue
		}
		out = append(out, r)
	}
	return out
}
