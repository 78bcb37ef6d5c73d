package index

import (
	"slices"
	"sync"

	"github.com/sextant-mcp/sextant/runtime/text"
)

// standInWords stand for the name of a thing and say nothing of which one: "do the
// thing" asks for nothing that could be looked up, however rarely users of this
// surface say "thing".
const standInWords = `thing things stuff something anything everything someone somebody whatever whatsit thingy`

// standIns are their tokens.
var standIns = sync.OnceValue(func() []string {
	tokens := text.AppendTokens(nil, standInWords)
	slices.Sort(tokens)
	return slices.Compact(tokens)
})

func isStandIn(token string) bool {
	_, found := slices.BinarySearch(standIns(), token)
	return found
}
