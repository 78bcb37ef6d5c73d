package dispatch

import "github.com/sextant-mcp/sextant/runtime/text"

// questionWords are those that a question leads with and a command does not: have,
// do and can lead both ("have the report sent").
var questionWords = wordSet(`what which who whom whose when where why how is are was were am does did has had`)

// isQuestion tells a request that wants to know something by the word that it
// leads with.
func isQuestion(intent string) bool {
	var s text.Scanner
	s.Reset(intent)
	return s.Next() && questionWords[string(s.Raw())]
}

// unasked reports a call that changes something for a request in the form of a
// question whose verb was left open: "what have I subscribed to?" is no order to
// subscribe, however near the words are. Who named the verb or the tool gave the
// order with it.
func (t *turn) unasked(p *plan) bool {
	return t.req.OpenVerb && !p.pinned && p.effect.Effect != Read && isQuestion(t.req.Intent)
}
