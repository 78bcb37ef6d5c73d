package runtime

import (
	"fmt"
	"strings"
)

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

// ask puts the question of an ask back and its options. Options are the
// candidates that are nearly as good as the first, two at least, and what lies
// behind another verb first when the evidence is best there.
func (r *Router) ask(q Query, e *Explanation) {
	if e.Decision.Outcome != AskBack {
		return
	}
	if n := e.Decision.Elsewhere; n >= 0 {
		e.Options = append(e.Options, r.option(n, r.caps[n].primary))
	}
	for i, c := range e.Candidates {
		if len(e.Options) == maxOptions || i >= minK && !r.near(e, c) {
			break
		}
		e.Options = append(e.Options, r.option(c.Number, r.verbFor(c.Number, q.Verb)))
	}
	var labels []string
	for _, o := range e.Options {
		labels = append(labels, o.ID)
	}
	e.Question = fmt.Sprintf("Which one is meant: %s?", strings.Join(labels, ", "))
	if e.Decision.Elsewhere >= 0 {
		e.Question = fmt.Sprintf("Behind %q nothing fits as well as %s behind %q. %s",
			q.Verb, e.Options[0].ID, e.Options[0].Verb, e.Question)
	}
}

// near tells whether a candidate is close enough to the first to be an option.
func (r *Router) near(e *Explanation, c Explained) bool {
	lead := float64(e.Candidates[0].Score-c.Score) / float64(e.Candidates[0].Score)
	return lead*1000 < 2*float64(r.tables.Fit.MinMargin)
}

func (r *Router) verbFor(number int, asked Verb) Verb {
	if c := &r.caps[number]; !c.verbs.has(asked) {
		return c.primary
	}
	return asked
}

func (r *Router) option(number int, verb Verb) Option {
	o := Option{Number: number, ID: r.caps[number].id, Verb: verb}
	if record, err := r.Record(number); err == nil {
		o.Label = record.OneLine
	}
	return o
}
