package dispatch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// route lets the router find the capability.
func (t *turn) route() (target, *Reply) {
	e := t.d.router.Judge(t.query(runtime.DefaultK))
	if about, ok := t.speaksAbout(); ok {
		e = about
	}
	t.routing.Why, t.routing.Confidence = e.Why, Share(e.Decision.Confidence)
	if t.d.router.Withheld(runtime.Query{Verb: t.req.Verb, Intent: t.req.Intent}) {
		t.routing.Why, t.routing.Confidence = withheldWhy, 0
		return target{}, t.noMatch()
	}
	if elsewhere, ok := t.elsewhere(e); ok {
		t.alternatives(e.Candidates)
		return target{}, t.askVerb(elsewhere, e)
	}
	switch e.Decision.Outcome {
	case runtime.Route:
		return t.winner(e)
	case runtime.AskBack:
		t.alternatives(e.Candidates)
		return target{}, t.askWhich(e)
	}
	t.alternatives(e.Candidates)
	return target{}, t.noMatch()
}

func (t *turn) winner(e *runtime.Explanation) (target, *Reply) {
	first := e.Candidates[0]
	t.alternatives(e.Candidates[1:])
	chosen, err := t.d.at(first.Number)
	if err != nil {
		return target{}, t.routing.reject(UnknownTool, err)
	}
	if twins := t.twins(e); len(twins) > 0 {
		return target{}, t.askServer(chosen, twins)
	}
	t.choose(chosen)
	t.routing.Score, t.routing.Learned = first.Score, first.Learned
	if first.Matched != nil {
		t.routing.MatchedTerms = first.Matched
	}
	return chosen, nil
}

func (t *turn) alternatives(candidates []runtime.Explained) {
	t.routing.Alternatives = slices.Grow(t.routing.Alternatives, len(candidates))
	for _, c := range candidates {
		t.routing.Alternatives = append(t.routing.Alternatives, Alternative{
			Tool: c.ID, Kind: c.Kind.String(), Score: c.Score, Learned: c.Learned, Why: matchedWhy(c.Matched),
		})
	}
}

func matchedWhy(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return "matches " + strings.Join(words[:min(len(words), 5)], ", ")
}

// withheldWhy is the reason of a no-match when what fits is not part of what this
// surface may show; its name is no business of the caller.
const withheldWhy = "What fits this request is hidden by policy on this surface."

func (t *turn) noMatch() *Reply {
	t.routing.Decision = DecisionNoMatch
	t.routing.Why += notSearched(t.routing.Unavailable)
	return &Reply{Routing: t.routing, Status: NoMatch}
}

// elsewhere returns the capability behind another verb that fits the request
// clearly better than all behind this one. Where the router goes on with the
// verb that the caller chose, that verb decides.
func (t *turn) elsewhere(e *runtime.Explanation) (target, bool) {
	if e.Decision.Elsewhere < 0 || e.Decision.Outcome == runtime.Route {
		return target{}, false
	}
	d, all := t.d.router.Resolve(nil, runtime.Query{Verb: runtime.Any, Intent: t.req.Intent, K: runtime.MaxK, Among: t.req.Among})
	if d.Outcome == runtime.NoMatch {
		return target{}, false
	}
	for _, c := range all {
		if c.Number != e.Decision.Elsewhere {
			continue
		}
		chosen, err := t.d.at(c.Number)
		return chosen, err == nil
	}
	return target{}, false
}

// askVerb asks whether the better fit behind another verb is meant.
func (t *turn) askVerb(better target, e *runtime.Explanation) *Reply {
	options := []Option{t.d.labelled(t.req.Verb, t.req.Intent, better, t.hints)}
	question := fmt.Sprintf("The best fit, %s, is behind %s, not behind %s.",
		better.rec.ID, enumerate(verbNames(better.rec.Verbs), "and"), t.req.Verb)
	if e.Decision.Outcome == runtime.NoMatch || len(e.Candidates) == 0 {
		return t.routing.ask(question+" Is it what you mean?", options)
	}
	first, err := t.d.at(e.Candidates[0].Number)
	if err != nil {
		return t.routing.ask(question+" Is it what you mean?", options)
	}
	options = append(options, t.d.labelled(t.req.Verb, t.req.Intent, first, t.hints))
	return t.routing.ask(fmt.Sprintf("%s Is it what you mean, or %s?", question, first.rec.ID), options)
}

// askWhich passes on the router's question, each of its options as the exact
// next call.
func (t *turn) askWhich(e *runtime.Explanation) *Reply {
	var options []Option
	for _, o := range e.Options {
		chosen, err := t.d.at(o.Number)
		if err != nil {
			continue // its row is broken; the others can still be offered
		}
		options = append(options, t.d.labelled(t.req.Verb, t.req.Intent, chosen, t.hints))
	}
	return t.routing.ask(e.Question, options)
}
