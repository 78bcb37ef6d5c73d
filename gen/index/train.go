package index

import (
	"iter"
	"slices"

	"github.com/sextant-mcp/sextant/gen/catalog"
)

// Row is one labelled request to learn from.
type Row struct {
	Intent string
	// Gold are the ids that would be right: one for a plain example, several
	// for an ambiguous request, none for one that nothing must match.
	Gold []string
	// Verb is the verb of the request, "" where the row has none.
	Verb string
	// described is set for what a descriptor says of its capability: learned
	// from like an example, but no request and already part of the document.
	described bool
	// read are the words of Intent where they are known, nil where they are to be
	// read: the background is learned from again and again.
	read []word
}

// examples are the labelled requests of a catalog in a fixed order: the
// examples of every capability, then the route rows of every skill, then the
// extra rows.
func examples(cat *catalog.Catalog, extra []Row) []Row {
	var out []Row
	for _, c := range cat.Capabilities {
		for _, e := range c.Examples {
			out = append(out, Row{Intent: e, Gold: []string{c.ID}})
		}
	}
	for _, s := range cat.Skills {
		for _, r := range s.Routes {
			out = append(out, Row{Intent: r.Intent, Gold: r.Gold, Verb: r.Verb})
		}
	}
	return append(out, extra...)
}

// resolved are the requests with each right answer once, those left out that the
// catalog does not have. A request of which it has none stays as it is: it is one
// for something else.
func resolved(cat *catalog.Catalog, requests []Row) []Row {
	out := slices.Clone(requests)
	for i, r := range out {
		var golds []string
		for _, id := range r.Gold {
			if cat.Lookup(id) != nil && !slices.Contains(golds, id) {
				golds = append(golds, id)
			}
		}
		if len(golds) > 0 {
			out[i].Gold = golds
		}
	}
	return out
}

// verbsOf are the verbs of requests with their right answers.
func verbsOf(requests []Row) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for _, r := range requests {
			if !yield(r.Verb, r.Gold) {
				return
			}
		}
	}
}

// descriptions are the sentences in which the descriptors describe their
// capabilities. They are what is learned of a capability without examples;
// without them it would look like something the surface does not serve. A
// skill is left out: its description repeats those of the tools it wraps. When
// they are alone, without any request, each sentence is one more row: a request
// is like one sentence of a description rather than like all of it.
func descriptions(cat *catalog.Catalog, alone bool) []Row {
	var out []Row
	for _, c := range cat.Capabilities {
		if c.Kind == catalog.KindSkill {
			continue
		}
		texts := append([]string{c.OneLine, leaf(c.ID) + " " + c.Title}, c.WhenToUse...)
		if parts := sentences(c.OneLine); alone && len(parts) > 1 {
			texts = append(texts, parts...)
		}
		for _, s := range texts {
			out = append(out, Row{Intent: s, Gold: []string{c.ID}, described: true})
		}
	}
	return out
}
