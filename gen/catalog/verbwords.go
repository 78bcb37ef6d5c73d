package catalog

import (
	"strings"

	"github.com/sextant-mcp/sextant/runtime/naming"
)

var (
	// leads are the words after which a description may put a verb.
	leads = wordSet("can to tool which will")
	// starters are the verbs whose object may be called by a reading word:
	// run_query runs one, while order_search reads.
	starters = wordSet("build deploy open play run schedule select start stop test trigger")
	// things are changes to whoever is to allow a call, and to whoever looks for a
	// tool as often things: a bus stop, the trigger of a pipeline.
	things = wordSet("start stop trigger")
	// either changes or reads: text is extracted from a page, rows from a table.
	either = wordSet("extract")
)

// said is what the word at i says of where a tool is looked for. A name that says
// too much hides its tool from those who ask.
func said(words []string, i int) naming.Sense {
	sense := naming.At(words, i)
	switch w := words[i]; {
	case things[w]:
		sense.Class = naming.VerbOrNoun
	case either[w]:
		return naming.Sense{}
	}
	return sense
}

func wordSet(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
