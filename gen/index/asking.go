package index

import (
	"slices"
	"sync"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// askingWords are what requests lead with that want to know or to see something.
// The verbs of single tools, find and check, are not among them: they lead to the
// tools whose texts lead with them.
const askingWords = `what which who whose when where is are was were do does did has tell show give`

// askingWeight is what it counts that a request asks and a capability reads. It
// decides between siblings, not between subjects: "which commits" is about the
// log of the commits and not about making one.
const askingWeight = 12

// readingWords lead names and descriptions of what reads, where neither hints nor
// verbs tell.
const readingWords = `get list show fetch retrieve read search find view look lookup return describe display check count query
provide browse explore compare calculate compute obtain gather analyze enumerate inspect`

// addAsking adds the words that asking requests lead with to the weights of what
// reads. It comes after the synonyms: who tells does not inform.
func addAsking(weights map[string]int) {
	for _, word := range asking() {
		feature := string(runtime.LeadFeature(nil, word))
		weights[feature] = max(weights[feature], askingWeight)
	}
}

var (
	asking  = sync.OnceValue(func() []string { return text.AppendTokens(nil, askingWords) })
	reading = sync.OnceValue(func() []string { return text.AppendTokens(nil, readingWords) })
)

// readsOnly tells whether a capability only reads, as its verbs say, or, where
// they leave it open, the word that its name or its description leads with.
func readsOnly(c *catalog.Capability) bool {
	if !slices.ContainsFunc(c.Verbs, changes) {
		return true
	}
	if !slices.Contains(c.Verbs, "ask") {
		return false
	}
	return slices.ContainsFunc([]string{toolName(c), c.Title, c.OneLine}, func(s string) bool {
		first := text.AppendTokens(nil, s)
		return len(first) > 0 && slices.Contains(reading(), first[0])
	})
}

func changes(verb string) bool { return verb == "write" || verb == "act" || verb == "manage" }

// toolName is the capability's own name, without that of its server.
func toolName(c *catalog.Capability) string {
	if c.Name != "" {
		return c.Name
	}
	return leaf(c.ID)
}
