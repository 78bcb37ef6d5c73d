package dispatch

import (
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// actionWords are the words of a capability's operations. They are the same for
// every request, so they are taken apart once.
type actionWords struct {
	// own are those of the capability's name, names those of all operations' names.
	own, names map[string]bool
	ops        []opWords
}

// opWords are the words of one operation.
type opWords struct {
	name   string
	tokens []string // of the name
	deed   string   // see deed
	// note holds those of the note that tell it from others, each once.
	note  []string
	reads bool
}

// wordsOf are those of the operations, which the schemas of a view keep.
func (s *inputSchema) wordsOf(rec *runtime.Record) *actionWords {
	if s.words != nil {
		return s.words
	}
	return s.takeWords(rec)
}

func (s *inputSchema) takeWords(rec *runtime.Record) *actionWords {
	ops := s.operations(rec)
	w := &actionWords{own: tokenSet(rec.ID), names: map[string]bool{}, ops: make([]opWords, len(ops))}
	common := commonNoteWords(ops)
	for i, op := range ops {
		one := opWords{name: op.Name, tokens: text.AppendTokens(nil, op.Name), deed: deed(op.Name)}
		one.reads = s.assess(rec, op.Name).Effect == Read
		for _, token := range one.tokens {
			w.names[token] = true
		}
		for token := range tokenSet(op.Note) {
			if len(token) > 3 && !w.own[token] && !common[token] {
				one.note = append(one.note, token)
			}
		}
		w.ops[i] = one
	}
	return w
}

// commonNoteWords are the words that more than a third of the notes hold.
func commonNoteWords(ops []runtime.ActionRecord) map[string]bool {
	counts := map[string]int{}
	for _, op := range ops {
		for token := range tokenSet(op.Note) {
			counts[token]++
		}
	}
	common := map[string]bool{}
	for token, n := range counts {
		common[token] = n > 1 && 3*n > len(ops)
	}
	return common
}

func tokenSet(s string) map[string]bool {
	set := map[string]bool{}
	for _, token := range text.AppendTokens(nil, s) {
		set[token] = true
	}
	return set
}
