package peer

import "strings"

// Between a client of the newer revision and a server, this side asks too: for a
// person's yes to a call that must not run unseen. Both kinds of questions, and
// the states that come back with the answers, are kept apart here.

// ConfirmID names the question for a yes among those of servers.
const ConfirmID = "sextant_confirm"

const planMark = "sextant-plan:"

// WithPlan puts the plan that a person has said yes to in front of a server's
// state, so that the call goes on as the same plan; no plan adds nothing.
func WithPlan(plan, state string) string {
	if plan == "" {
		return state
	}
	return planMark + plan + ":" + state
}

// SplitState takes the two apart.
func SplitState(given string) (plan, state string) {
	rest, marked := strings.CutPrefix(given, planMark)
	if !marked {
		return "", given
	}
	plan, state, ok := strings.Cut(rest, ":")
	if !ok {
		return "", given
	}
	return plan, state
}
