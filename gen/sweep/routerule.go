package sweep

import "slices"

// checkRoutes hands on what the join found in the route rows, and looks for
// rows that are there twice.
func checkRoutes(p *pass) {
	for _, d := range p.joining {
		switch d.Code {
		case "trained-test":
			p.reportAt("route-overlap", d.Pos, d.Hint, "%s", d.Message)
		case "unknown-gold":
			if p.described {
				p.reportAt("route-gold", d.Pos, d.Hint, "%s", d.Message)
			}
		}
	}
	for _, f := range p.files {
		seen := map[string]int{}
		for _, r := range slices.Concat(f.routes, f.tests) {
			key := r.Pos.File + "\x00" + r.Verb + "\x00" + r.Intent
			if first := seen[key]; first > 0 {
				p.reportAt("route-row", r.Pos, "delete one of the two", "this request stands in line %d already", first)
				continue
			}
			seen[key] = r.Pos.Line
		}
	}
}
