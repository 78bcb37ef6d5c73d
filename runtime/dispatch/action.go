package dispatch

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// actionParam is the argument that selects an operation.
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
	ops := operations(rec)
	if given != "" {
		return givenAction(rec, s, ops, given)
	}
	switch {
	case len(ops) == 0:
		return actionChoice{name: s.defaultAction(), from: "default"}, nil
	case len(ops) == 1:
		return actionChoice{name: ops[0].Name, from: "only"}, nil
	}
	best := scoreActions(rec, ops, intent)
	if len(best) == 1 {
		return actionChoice{name: best[0], from: "intent"}, nil
	}
	if name := s.defaultAction(); name != "" && len(best) == 0 && !changes(verb) && Assess(rec, name).Effect == Read {
		return actionChoice{name: name, from: "default"}, nil
	}
	if len(best) == 0 {
		for _, op := range ops {
			best = append(best, op.Name)
		}
	}
	return actionChoice{open: best}, nil
}

func givenAction(rec *runtime.Record, s *inputSchema, ops []runtime.ActionRecord, given string) (actionChoice, error) {
	_, isArgument := s.props[actionParam]
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

// defaultAction is the default of the argument "action", "" without one.
func (s *inputSchema) defaultAction() string {
	var name string
	_ = json.Unmarshal(s.props[actionParam].Default, &name) // no text is no default
	return name
}

// sameName compares names by their words: graph_query, graphQuery and
// "graph query" are the same.
func sameName(a, b string) bool {
	key := string(text.AppendKey(nil, a))
	return key != "" && key == string(text.AppendKey(nil, b))
}

// scoreActions returns the actions that the intent speaks of most, one when it
// is clear, none when it speaks of no action. Words of the capability's own
// name tell nothing apart. The words of notes are weak evidence: they decide
// between actions that only read.
func scoreActions(rec *runtime.Record, ops []runtime.ActionRecord, intent string) []string {
	said := tokenSet(intent)
	own := tokenSet(rec.ID)
	common := commonNoteWords(ops)
	scores := make([]float64, len(ops))
	for i, op := range ops {
		scores[i] = nameScore(text.AppendTokens(nil, op.Name), said, own)
		if Assess(rec, op.Name).Effect == Read {
			scores[i] += noteScore(op.Note, said, own, common)
		}
	}
	top := slices.Max(scores)
	if top <= 0 {
		return nil
	}
	var best []string
	for i, score := range scores {
		if score > 0.8*top {
			best = append(best, ops[i].Name)
		}
	}
	return best
}

// nameScore rewards names that are wholly there, longer ones more.
func nameScore(name []string, said, own map[string]bool) float64 {
	hits, counted := 0, 0
	for _, token := range name {
		if own[token] && len(name) > 1 {
			continue
		}
		counted++
		if said[token] {
			hits++
		}
	}
	if counted == 0 || hits == 0 {
		return 0
	}
	return float64(hits*hits) / float64(counted)
}

func noteScore(note string, said, own, common map[string]bool) float64 {
	hits := 0
	for token := range tokenSet(note) {
		if len(token) > 3 && said[token] && !own[token] && !common[token] {
			hits++
		}
	}
	return 0.2 * float64(min(hits, 4))
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
