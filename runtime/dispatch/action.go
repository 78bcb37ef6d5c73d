package dispatch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// actionParam is the argument that selects an operation, unless the schema has
// modes.
const actionParam = "action"

// actionChoice is which operation of a capability a request means.
type actionChoice struct {
	name string
	// from says how it was found: "", "given", "only", "intent", "default".
	from string
	// open holds the names to ask about when the request does not say which.
	open []string
}

// operations are the actions of a capability that are told apart by name: none
// for a capability that has one operation, named like itself or not.
func operations(rec *runtime.Record) []runtime.ActionRecord {
	if len(rec.Actions) == 1 && rec.Actions[0].Name == rec.ID {
		return nil
	}
	return rec.Actions
}

// chooseAction finds the operation that is meant: the one that the caller
// names, the only one, the one that the intent speaks of, the default. A
// default that changes something is not taken silently, and neither is one that
// reads where the caller wants a change: reading would look like success.
func chooseAction(verb runtime.Verb, rec *runtime.Record, s *inputSchema, intent, given string) (actionChoice, error) {
	ops := s.operations(rec)
	if given != "" {
		return givenAction(rec, s, ops, given)
	}
	switch {
	case len(ops) == 0:
		return actionChoice{name: s.defaultAction(), from: "default"}, nil
	case len(ops) == 1:
		return actionChoice{name: ops[0].Name, from: "only"}, nil
	}
	best := s.scoreActions(verb, rec, intent)
	if len(best) == 1 {
		return actionChoice{name: best[0], from: "intent"}, nil
	}
	if name := s.defaultAction(); name != "" && len(best) == 0 && s.takesDefault(verb, rec, name, intent) {
		return actionChoice{name: name, from: "default"}, nil
	}
	if len(best) == 0 {
		for _, op := range ops {
			best = append(best, op.Name)
		}
	}
	return actionChoice{open: best}, nil
}

// takesDefault reports that the default operation may stand for the one that the
// request does not name.
func (s *inputSchema) takesDefault(verb runtime.Verb, rec *runtime.Record, name, intent string) bool {
	reads := s.assess(rec, name).Effect == Read
	if s.modes != nil && (isBlank(intent) || !reads && changes(verb)) {
		return true // the server's own list says no more than that, and no person wrote the operations down
	}
	return reads && !changes(verb)
}

func givenAction(rec *runtime.Record, s *inputSchema, ops []runtime.ActionRecord, given string) (actionChoice, error) {
	isArgument := s.takesAction()
	accepted := make([]string, len(ops))
	for i, op := range ops {
		accepted[i] = op.Name
	}
	switch {
	case len(ops) == 0 && (isArgument || given == rec.ID):
		return actionChoice{name: given, from: "given"}, nil // the schema checks it
	case len(ops) == 0:
		return actionChoice{}, fmt.Errorf("%s has one operation only; leave hints.action out", rec.ID)
	}
	for _, name := range accepted {
		if name == given || sameName(name, given) {
			return actionChoice{name: name, from: "given"}, nil
		}
	}
	return actionChoice{}, fmt.Errorf("%s has no action %q; it has %s", rec.ID, given, strings.Join(accepted, ", "))
}

// defaultAction is the default of the argument that selects the operation, ""
// without one.
func (s *inputSchema) defaultAction() string {
	value := s.props[s.selector()].Default
	if len(value) == 0 {
		return ""
	}
	name, _ := textOf(value) // no text is no default
	return name
}

// sameName compares names by their words: graph_query, graphQuery and
// "graph query" are the same.
func sameName(a, b string) bool {
	key := string(text.AppendKey(nil, a))
	return key != "" && key == string(text.AppendKey(nil, b))
}

// enough is the least score that counts, clearly how much less the next best
// must have, clearlyChange the same before a change.
const (
	enough        = 0.3
	clearly       = 0.8
	clearlyChange = 0.55
)

// scored is an action with what speaks for it.
type scored struct {
	name  string
	score float64
	reads bool
}

// scoreActions returns the actions that the intent speaks of most, one when it
// is clear, none when it speaks of no action. Words of the capability's own
// name tell nothing apart. A request that begins by reading is none for a
// change, and one for a change is none to read: reading would look like
// success. The words of notes are weak evidence: they decide between actions
// that only read, for a caller who wants to know something.
func (s *inputSchema) scoreActions(verb runtime.Verb, rec *runtime.Record, intent string) []string {
	words := s.wordsOf(rec)
	heard := listen(intent, words.names)
	var all []scored
	for i := range words.ops {
		op := &words.ops[i]
		if op.reads && heard.changes && heard.aboutOthers(op) || !op.reads && heard.reads && !(changes(verb) && heard.asksFor(op)) {
			continue
		}
		one := scored{name: op.name, reads: op.reads}
		var whole bool
		one.score, whole = op.nameScore(&heard, words.own)
		switch {
		case op.reads && !changes(verb):
			one.score += op.noteScore(&heard)
		case !op.reads && !whole && !heard.does(op):
			one.score = 0 // its object is spoken of, not what it does
		}
		all = append(all, one)
	}
	return clearest(all)
}

// clearest are the names of the best actions, only one when it is clear.
func clearest(all []scored) []string {
	var top scored
	for _, one := range all {
		if one.score > top.score {
			top = one
		}
	}
	if top.score < enough && (!top.reads || top.score <= 0) {
		return nil
	}
	limit := clearly
	if !top.reads {
		limit = clearlyChange
	}
	var best []string
	for _, one := range all {
		if one.score > limit*top.score || one.score == top.score {
			best = append(best, one.name)
		}
	}
	return best
}

// does reports that the request speaks of what an action does, not only of what
// it does it to.
func (s *spoken) does(op *opWords) bool {
	return op.deed != "" && s.said(op.deed) >= nearMeaning/2
}

// asksFor reports that the word which seems to ask for knowledge is one for what
// the action does: answer and reply.
func (s *spoken) asksFor(op *opWords) bool {
	return s.first >= 0 && nearness()[[2]string{s.stems[s.first], op.deed}] >= sameMeaning
}

// aboutOthers reports that the word which asks for a change is no word of this
// action.
func (s *spoken) aboutOthers(op *opWords) bool {
	return s.first < 0 || !slices.Contains(op.tokens, s.stems[s.first])
}

// nameScore rewards names that are wholly there, longer ones more; whole tells
// that all of the name is said as it is.
func (op *opWords) nameScore(heard *spoken, own map[string]bool) (score float64, whole bool) {
	sum, counted, exact := 0.0, 0, 0
	for _, token := range op.tokens {
		if own[token] && len(op.tokens) > 1 {
			continue
		}
		how := heard.said(token)
		counted++
		sum += how
		if heard.set[token] {
			exact++
		}
	}
	if counted == 0 {
		return 0, false
	}
	return sum * sum / float64(counted), exact == counted
}

func (op *opWords) noteScore(heard *spoken) float64 {
	hits := 0
	for _, token := range op.note {
		if heard.set[token] {
			hits++
		}
	}
	return 0.2 * float64(min(hits, 4))
}
