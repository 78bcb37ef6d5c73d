package dispatch

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// Found is one result of find.
type Found struct {
	ID      string   `json:"id"`
	Kind    string   `json:"kind"`
	Title   string   `json:"title,omitempty"`
	OneLine string   `json:"one_line"`
	Verbs   []string `json:"verbs"` // the primary verb first
	Score   int      `json:"score"`
	Matched []string `json:"matched"`
	// Bind is how an agent is given it.
	Bind *Bind `json:"bind"`
	// HowToCall is the exact call that reaches it.
	HowToCall Option `json:"how_to_call"`
}

// find ranks every capability of every kind. It never executes, whatever the
// hints say, and never teaches anything.
func (t *turn) find() *Reply {
	if t.hints.tool != "" || t.hints.planRef != "" {
		return t.routing.reject(NotAllowed, fmt.Errorf("find only lists and never executes; call ask, write, act, manage or why with these hints"))
	}
	k, err := t.topK()
	if err != nil {
		return t.routing.reject(BadRequest, err)
	}
	e := t.d.router.Judge(t.query(k))
	t.routing.Why, t.routing.Confidence = e.Why, Share(e.Decision.Confidence)
	if e.Decision.Outcome == runtime.NoMatch {
		if t.d.router.Withheld(runtime.Query{Verb: runtime.Find, Intent: t.req.Intent}) {
			t.routing.Why = withheldWhy
		}
		t.alternatives(e.Candidates[:min(len(e.Candidates), 3)])
		reply := t.noMatch()
		reply.Result = []Found{}
		return reply
	}
	results := []Found{}
	for _, c := range e.Candidates {
		if f, err := t.found(c); err == nil {
			results = append(results, f)
		}
	}
	t.routing.Decision = DecisionFound
	if first := e.Candidates[0]; first.Matched != nil {
		t.routing.Score, t.routing.MatchedTerms = first.Score, first.Matched
	}
	switch e.Decision.Reason {
	case runtime.TooClose:
		t.routing.Why = "Several capabilities fit about equally; the results are in order of evidence."
	case runtime.LooksAmbiguous:
		t.routing.Why = "Requests like this can mean several capabilities; the results are in order of evidence."
	}
	return &Reply{Result: results, Routing: t.routing}
}

func (t *turn) found(c runtime.Explained) (Found, error) {
	chosen, err := t.d.at(c.Number)
	if err != nil {
		return Found{}, err
	}
	f := Found{
		ID: c.ID, Kind: c.Kind.String(), Title: chosen.rec.Title, OneLine: brief(chosen.rec.OneLine),
		Verbs: verbNames(chosen.rec.Verbs), Score: c.Score, Matched: c.Matched,
		Bind: runtime.BindingOf(chosen.rec),
	}
	if f.Matched == nil {
		f.Matched = []string{}
	}
	f.HowToCall = t.d.option(chosen.rec.Verbs[0], t.req.Intent, chosen, hints{})
	return f, nil
}

// brief shortens what a server says of a tool to what a list has room for. Its
// whole description comes with the tool.
func brief(text string) string {
	const most = 400
	if len(text) <= most {
		return text
	}
	cut := strings.ToValidUTF8(text[:most], "")
	if space := strings.LastIndexByte(cut, ' '); space > most/2 {
		cut = cut[:space]
	}
	return cut + " ..."
}

// topK is how many results are wanted: top_k of the request, or of the hints.
func (t *turn) topK() (int, error) {
	k := t.req.TopK
	if raw, ok := t.hints.args["top_k"]; ok && k == 0 {
		if err := json.Unmarshal(raw, &k); err != nil {
			return 0, fmt.Errorf("top_k is %s; give a whole number from 1 to %d", clip(string(raw)), runtime.MaxK)
		}
	}
	switch {
	case k == 0:
		return DefaultTopK, nil
	case k < 1 || k > runtime.MaxK:
		return 0, fmt.Errorf("top_k is %d; give a whole number from 1 to %d", k, runtime.MaxK)
	}
	return k, nil
}
