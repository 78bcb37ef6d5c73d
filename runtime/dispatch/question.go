package dispatch

import (
	"slices"

	"github.com/sextant-mcp/sextant/runtime/text"
)

// Words by which a question is told from a command.
var (
	// openers may stand before either: "hi, so which of them ...", "tell me what".
	openers = wordSet(`hi hello hey ok okay so and but well now please tell me to in of for at on from`)
	// wanting lead a question whatever follows, but for inviting.
	wanting = wordSet(`what whats which who whom whose why how`)
	// placing do only before an auxiliary: "when I get home, ..." is none.
	placing = wordSet(`when where`)
	// being do unless what follows asks for something to be made possible.
	being = wordSet(`is are was were am does did has had`)
	// having do only before a person: "have it sent" and "do the books" are none.
	having  = wordSet(`have do`)
	persons = wordSet(`i we you they he she there any`)
	helping = wordSet(`is are was were am do does did has have had will would can could should shall must may might`)
)

// inviting are how commands begin that look like questions.
var inviting = [][]string{
	{"what", "about"}, {"what", "if"}, {"what", "the"}, {"how", "about"}, {"why", "not"}, {"why", "don"}, {"why", "dont"},
	{"is", "there", "a", "way"}, {"is", "there", "any", "way"}, {"is", "it", "possible"}, {"would", "you"},
}

// readWords is how many words of a request are looked at.
const readWords = 8

// isQuestion tells a request that wants to know something by how it begins. Its
// mark says nothing: "can you delete it?" is an order.
func isQuestion(intent string) bool {
	words := make([]string, 0, readWords)
	var s text.Scanner
	s.Reset(intent)
	for s.Next() && len(words) < readWords {
		if word := string(s.Raw()); len(words) > 0 || !openers[word] {
			words = append(words, word)
		}
	}
	if len(words) == 0 || slices.ContainsFunc(inviting, func(start []string) bool {
		return len(words) >= len(start) && slices.Equal(words[:len(start)], start)
	}) {
		return false
	}
	next := ""
	if len(words) > 1 {
		next = words[1]
	}
	switch first := words[0]; {
	case wanting[first], being[first]:
		return true
	case placing[first]:
		return helping[next]
	case having[first]:
		return persons[next]
	}
	return false
}

// unasked reports a call that changes something for a request in the form of a
// question whose verb was left open: "what have I subscribed to?" is no order to
// subscribe, however near the words are. That the tool is named gives no order
// either: the calls that replies offer name it.
func (t *turn) unasked(p *plan) bool {
	return t.req.OpenVerb && p.effect.Effect != Read && isQuestion(t.req.Intent)
}
