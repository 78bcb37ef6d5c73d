package dispatch

import "github.com/sextant-mcp/sextant/runtime"

// settleVerb chooses the verb of a request that left it open: one that lets the
// capability do what the request means. A capability that can change something
// is first taken at its word; when the operation that is meant only reads, its
// verb for reading is the one.
func (t *turn) settleVerb(chosen target) {
	if t.req.Verb != runtime.Any {
		return
	}
	primary := chosen.rec.Verbs[0]
	widest := primary
	for _, v := range chosen.rec.Verbs {
		if changes(v) {
			widest = v
			break
		}
	}
	effect := Assess(chosen.rec, "").Effect
	choice, err := chooseAction(widest, chosen.rec, chosen.schema, t.req.Intent, t.hints.action)
	if err == nil && len(choice.open) == 0 {
		effect = chosen.assess(choice.name).Effect
	} else if err == nil {
		effect = gravest(chosen, choice.open)
	}
	t.req.Verb = verbFor(chosen.rec, effect, primary)
	t.routing.Verb = t.req.Verb.String()
	t.routing.Reward = t.reward(chosen.rec.ID)
}

// gravest is the gravest effect among actions.
func gravest(chosen target, actions []string) Effect {
	effect := Read
	for _, name := range actions {
		effect = max(effect, chosen.assess(name).Effect)
	}
	return effect
}
