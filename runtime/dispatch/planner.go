package dispatch

import (
	"fmt"
	"slices"

	"github.com/sextant-mcp/sextant/runtime"
)

// planner puts the planning tool in the place of a tool that fits best but needs
// arguments which the request does not give. That is for questions only, and
// only when the caller has named neither tool nor action nor argument: a caller
// who did knows what is wanted and is told what is missing. A planner that nobody
// executes works nothing out: then, too, the question is what is missing.
func (t *turn) planner(p *plan) (*Reply, bool) {
	number, ok := t.d.router.Lookup(t.d.opt.Planner)
	if !ok || t.req.Among != nil && !t.req.Among.Has(number) || t.req.Verb != runtime.Ask || p.pinned || t.hints.action != "" || len(t.hints.args) > 0 || number == p.number {
		return nil, false
	}
	planner, err := t.d.at(number)
	if err != nil || !t.d.connected(planner.rec) || !slices.Contains(planner.rec.Verbs, runtime.Ask) || Assess(planner.rec, "").Effect != Read {
		return nil, false
	}
	args := arguments{}
	t.d.fill(args, planner, actionChoice{}, Read, t.req.Intent)
	if planner.schema.problems(args) != nil {
		return nil, false
	}
	best := p.rec.ID
	t.choose(planner)
	t.routing.Action, t.routing.FallbackFor = "", best
	t.routing.Why += fmt.Sprintf(" %s needs arguments that the request does not give, so %s works them out.", best, planner.rec.ID)
	p.target, p.action, p.args, p.effect = planner, "", args, Assess(planner.rec, "")
	p.given, p.trains = arguments{}, false // what the planner does teaches nothing about the tool that fitted
	return nil, true
}
