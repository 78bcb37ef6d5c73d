package index

import "github.com/sextant-mcp/sextant/gen/catalog"

// spread is how many of the tools of a surface are asked for by a labelled
// request.
type spread int

const (
	every spread = iota // each of them
	many                // not all, and at least half
	few                 // less than half
)

// spreadOf counts the tools that rows ask for. Skills are left out: they are
// reached through the tools they wrap.
func spreadOf(cat *catalog.Catalog, rows []Row) spread {
	named := map[string]bool{}
	for _, r := range rows {
		for _, gold := range r.Gold {
			named[gold] = true
		}
	}
	tools, asked := 0, 0
	for _, c := range cat.Capabilities {
		if c.Kind == catalog.KindSkill {
			continue
		}
		tools++
		if named[c.ID] {
			asked++
		}
	}
	switch {
	case asked == tools:
		return every
	case 2*asked < tools:
		return few
	}
	return many
}

// splitRows takes the rows apart: requests say how users speak of the surface,
// and said what single capabilities have to say. Where few tools are asked for,
// their requests are learned from like the sentences of their descriptors: they
// tell neither how users speak of the others nor what is foreign to those.
func splitRows(cat *catalog.Catalog, rows []Row) (requests, said []Row) {
	if spreadOf(cat, rows) != few {
		return rows, nil
	}
	for _, r := range rows {
		r.described = len(r.Gold) == 1
		said = append(said, r)
	}
	return nil, said
}
