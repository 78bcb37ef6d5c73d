package index

import (
	"sync"

	"github.com/sextant-mcp/sextant/runtime/text"
)

// grammarShare is what a word of grammar counts in running text.
const grammarShare = 0.05

// grammarWords are English words that hold sentences together. In running text
// a rare one among them is as empty as a frequent one: that a description says
// "upon" or "their" tells nothing of what the capability does. In names, where
// every word is chosen (get_me, switch_on), and in examples, which speak as
// users do (how do I), they count in full.
const grammarWords = `
a an the this that these those such any some each every all both either neither other another same own
i you he she it we they me him her us them my your his its our their mine yours ours theirs
myself yourself itself themselves who whom whose which what where when why how
am is are was were be been being do does did done doing have has had having
can could will would shall should may might must not no nor and or but if then else than so as
because while until although though unless since whether
of at by for with about against between into through during before after above below to from up down in out on off
over under again further once via per within without upon along across among around toward towards onto
here there now just only also too very more most less least few much many even still yet already
ever never always often sometimes let please thanks thank hi hello ok yes
use used uses using include included includes including give given based well etc optional optionally specific specified`

// grammar are the tokens of grammarWords.
var grammar = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, token := range text.AppendTokens(nil, grammarWords) {
		out[token] = true
	}
	return out
})

func isGrammar(token string) bool { return grammar()[token] }
