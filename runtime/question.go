package runtime

import "fmt"

// Option is one answer to the question of an ask back.
type Option struct {
	Number int
	ID     string
	// Verb reaches the capability: the query's, or the one it declares first
	// when the query's does not reach it.
	Verb Verb
	// Label says what the capability does, so that options can be told apart.
	Label string
}

// maxOptions bounds a question: more than four answers are no choice.
const maxOptions = 4

// ask puts the question of an ask back and its options: what lies behind
// another verb first when the evidence is best there, then the candidates that
// are nearly as good as the first, two at least.
func (r *Router) ask(q Query, e *Explanation) {
	if e.Decision.Outcome != AskBack {
		return
	}
	if e.Decision.Reason == OtherVerb {
		n := e.Decision.Elsewhere
		e.Options = append(e.Options, r.option(n, r.caps[n].primary))
	}
	for i, c := range e.Candidates {
		if len(e.Options) == maxOptions || i >= minK && !near(e, c) {
			break
		}
		e.Options = append(e.Options, r.option(c.Number, r.verbFor(c.Number, q.Verb)))
	}
	if len(e.Options) == 1 {
		e.Question = fmt.Sprintf("Is %s meant, behind %q?", e.Options[0].ID, e.Options[0].Verb)
		return
	}
	e.Question = fmt.Sprintf("Which one is meant: %s?", names(e.Options))
}

// near tells whether a candidate is close enough to the first to be an option:
// within a tenth when two are about equal, within a half when the request
// itself is what is unclear.
func near(e *Explanation, c Explained) bool {
	first := e.Candidates[0].Score
	if e.Decision.Reason == LooksAmbiguous {
		return 2*c.Score >= first
	}
	return 10*c.Score >= 9*first
}

func (r *Router) verbFor(number int, asked Verb) Verb {
	if c := &r.caps[number]; !asked.searchesAll() && c.verbs.has(asked) {
		return asked
	}
	return r.caps[number].primary
}

func (r *Router) option(number int, verb Verb) Option {
	o := Option{Number: number, ID: r.caps[number].id, Verb: verb}
	if record, err := r.Record(number); err == nil {
		o.Label = record.OneLine
	}
	return o
}
