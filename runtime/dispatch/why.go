package dispatch

import (
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/naming"
)

// Recollection is the result of why when it is asked about the routing: the
// caller's last decisions, the newest first.
type Recollection struct {
	Decisions []Memory `json:"decisions"`
	Note      string   `json:"note,omitempty"`
}

// recollected is how many decisions why tells of.
const recollected = 5

// Words by which a request asks about the routing itself.
var (
	choosing  = wordSet(`pick picked picking choose chose chosen choosing choice select selected selection decide decided decision route routed routing`)
	routing   = wordSet(`route routed routing router`)
	pointing  = wordSet(`that this it last previous just earlier before instead`)
	wondering = wordSet(`why how explain reason`)
	supposing = wordSet(`would will should could if`)
)

// shortQuestion is up to how many words a question that only points back, such
// as "why was that chosen", is taken for one about the routing. A longer one
// has a subject of its own.
const shortQuestion = 6

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// aboutRouting answers why when it is asked about a decision made before. It is
// nil for every other request.
func (t *turn) aboutRouting() *Reply {
	if t.req.Verb != runtime.Why || t.hints.tool != "" {
		return nil
	}
	words := naming.Words(t.req.Intent)
	if !speaksOf(words, choosing) || !speaksOf(words, wondering) || speaksOf(words, supposing) {
		return nil
	}
	past := t.d.history.last(t.req.Caller)
	if named := about(past, t.req.Intent); len(named) > 0 {
		return t.recollect(named)
	}
	you := slices.Contains(words, "you")
	points := you || speaksOf(words, pointing)
	switch {
	case points && len(words) <= shortQuestion:
		return t.recollect(past)
	case len(past) > 0 && (you || points && speaksOf(words, routing)):
		return t.recollect(past)
	}
	return nil
}

func speaksOf(words []string, of map[string]bool) bool {
	return slices.ContainsFunc(words, func(w string) bool { return of[w] })
}

// about returns the decisions that concern a capability which the intent names.
func about(past []Memory, intent string) []Memory {
	var out []Memory
	for _, m := range past {
		if m.ChosenTool != "" && strings.Contains(intent, m.ChosenTool) {
			out = append(out, m)
		}
	}
	return out
}

func (t *turn) recollect(past []Memory) *Reply {
	r := Recollection{Decisions: past[:min(len(past), recollected)]}
	t.routing.Decision = DecisionFound
	switch {
	case len(past) > 0:
		t.routing.Why = "The last decision was: " + past[0].Why
	case t.req.Caller == "":
		r.Decisions, r.Note = []Memory{}, "this connection has no session, so no decisions are kept for it; the routing of every reply says why"
	default:
		r.Decisions, r.Note = []Memory{}, "nothing was routed for you yet"
	}
	if len(past) == 0 {
		t.routing.Why = "There is no decision to explain: " + r.Note + "."
	}
	return &Reply{Result: r, Routing: t.routing}
}
