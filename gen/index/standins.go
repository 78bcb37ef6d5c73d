package index

import (
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// standInWords stand for the name of a thing and say nothing of which one: "do the
// thing" asks for nothing that could be looked up, however rarely users of this
// surface say "thing".
const standInWords = `thing things stuff something anything everything someone somebody whatever whatsit thingy`

// standIns are the tokens of the words that say nothing on a surface. A word that
// names one of its capabilities or what is done with it does say something there:
// who has list_things has things.
func standIns(cat *catalog.Catalog) map[string]bool {
	out := map[string]bool{}
	for _, token := range text.AppendTokens(nil, standInWords) {
		out[token] = true
	}
	for _, c := range cat.Capabilities {
		names := []string{c.ID, c.Name, c.Title}
		for _, a := range c.Actions {
			names = append(names, a.Name)
		}
		for _, token := range text.AppendTokens(nil, strings.Join(names, " ")) {
			delete(out, token)
		}
	}
	return out
}

// everydayWords are the words that more background requests hold than everyday
// says, and those that say nothing on the surface, in bytewise order, separated by
// blanks.
func everydayWords(everyday int, hollow map[string]bool) string {
	words := maps.Clone(hollow)
	for word, n := range backgroundFrequency() {
		if n > everyday {
			words[word] = true
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(words)), " ")
}
