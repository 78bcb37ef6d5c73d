package dispatch

import (
	"strings"
	"sync"

	"github.com/sextant-mcp/sextant/runtime/naming"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// How near a word of a request is to a word of an action's name.
const (
	sameWord    = 1.0
	sameMeaning = 0.8
	nearMeaning = 0.6
)

// sameOperations are words for one and the same operation.
var sameOperations = []string{
	"create make new setup",
	"add insert append attach",
	"delete remove drop erase destroy wipe",
	"cancel stop abort kill terminate halt",
	"disable pause deactivate suspend",
	"enable resume activate unpause reactivate",
	"list show display enumerate",
	"get fetch read retrieve view",
	"set save",
	"store save",
	"update change edit modify",
	"send post",
	"run execute launch start",
	"sync refresh",
	"validate check verify",
	"revert undo rollback",
	"search find lookup",
	"compute aggregate",
	"reply answer respond",
	"join enter",
	"open start",
	"discard abandon",
	"grant give",
}

// nearOperations are words that may stand for one another where nothing nearer
// is there.
var nearOperations = []string{
	"show get", "display get", "create add", "make add", "subscribe add", "save put", "save write", "write set", "change set",
	"post publish", "stop disable", "trigger run", "which list", "what list", "find list", "find get", "grant add", "wipe clear", "empty clear",
}

// nearness tells how near two stems are, 0 for two that have nothing in common.
var nearness = sync.OnceValue(func() map[[2]string]float64 {
	near := map[[2]string]float64{}
	tie := func(line string, how float64) {
		words := text.AppendTokens(nil, line)
		for _, a := range words {
			for _, b := range words {
				near[[2]string{a, b}] = max(near[[2]string{a, b}], how)
			}
		}
	}
	for _, line := range nearOperations {
		tie(line, nearMeaning)
	}
	for _, line := range sameOperations {
		tie(line, sameMeaning)
	}
	return near
})

// particles make a verb of two words: switch the lamp off. A verb and the word
// behind it, at most six words on, are the verb that stands last.
var particles = [][3]string{
	{"turn", "off", "disable"}, {"switch", "off", "disable"}, {"turn", "on", "enable"}, {"switch", "on", "enable"},
	{"throw", "away", "discard"}, {"back", "up", "backup"}, {"set", "up", "create"}, {"roll", "back", "revert"},
	{"take", "back", "revert"}, {"how", "many", "count"}, {"look", "up", "search"}, {"shut", "down", "stop"},
}

// askingWords begin requests that want to know something.
var askingWords = wordSet("what which who whom whose where when why how does did tell many")

// auxiliaries ask at the beginning of a request only.
var auxiliaries = wordSet("is are do has have")

// spoken is a request as far as it speaks of operations.
type spoken struct {
	// stems are those of its words, at their places; verbs of two words stand as
	// one at the place of the first.
	stems []string
	// set holds them all.
	set map[string]bool
	// first is the place of the first word that means an operation, -1 without.
	first int
	// reads and changes say what that word does, as far as that is known.
	reads, changes bool
	// asks is set when it is a question's: what, which, how many.
	asks bool
}

// listen takes a request apart. known are the stems of the actions' names: they
// mean operations too.
func listen(intent string, known map[string]bool) spoken {
	words := naming.Words(intent)
	s := spoken{set: tokenSet(intent), first: -1}
	for i := 0; i < len(words); i++ {
		word := phrasal(words, i)
		stem := stemOf(word)
		s.stems = append(s.stems, stem)
		s.set[stem] = true
		if s.first >= 0 {
			continue
		}
		class := operationClass(word, stem)
		asks := askingWords[word] || i == 0 && auxiliaries[word]
		if class == naming.None && !asks && !known[stem] && nearness()[[2]string{stem, stem}] == 0 {
			continue
		}
		s.first, s.asks = i, asks
		s.reads = asks || class.Reads() || word == "display" || word == "read"
		s.changes = !asks && (class.Changes() || nearness()[[2]string{stem, stem}] > 0 && !class.Reads() && word != "display")
	}
	return s
}

// phrasal is the word at a place, or the verb that it makes with a particle.
func phrasal(words []string, i int) string {
	for _, p := range particles {
		if words[i] != p[0] {
			continue
		}
		for j := i + 1; j < len(words) && j <= i+6; j++ {
			if words[j] == p[1] {
				return p[2]
			}
		}
	}
	return words[i]
}

// said tells how surely the request speaks of a word of a name: a word that
// means an operation counts in full where it is the first of them, for a later
// one is mostly a noun or about something else.
func (s *spoken) said(token string) float64 {
	best := 0.0
	for i, stem := range s.stems {
		how := nearness()[[2]string{stem, token}]
		if stem == token {
			how = sameWord
		}
		if i != s.first && !s.asks && isOperation(token) {
			how /= 2
		}
		best = max(best, how)
	}
	if best == 0 && s.set[token] {
		return sameWord
	}
	return best
}

// operationStems are the stems of all words that are known to mean an operation.
var operationStems = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for pair := range nearness() {
		set[pair[0]] = true
	}
	for word := range naming.All() {
		if stem := stemOf(word); operationClass(word, stem) != naming.None {
			set[stem] = true
		}
	}
	return set
})

// operationClass is the class of a word that means an operation, None for others:
// by a loose word, as in "the login events", people mostly name a thing, unless it
// has words of the same meaning above.
func operationClass(word, stem string) naming.Class {
	sense := naming.Of(word)
	if sense.Loose && nearness()[[2]string{stem, stem}] == 0 {
		return naming.None
	}
	return sense.Class
}

func isOperation(stem string) bool { return operationStems()[stem] }

// deed is the stem of the verb in an action's name: the first that changes
// something, else the first that means an operation, "" without one.
func deed(name string) string {
	found := ""
	for _, w := range naming.Words(name) {
		stem := stemOf(w)
		switch {
		case operationClass(w, stem).Changes():
			return stem
		case found == "" && isOperation(stem):
			found = stem
		}
	}
	return found
}

func stemOf(word string) string { return strings.Join(text.AppendTokens(nil, word), " ") }
