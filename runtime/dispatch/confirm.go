package dispatch

import (
	"context"
	"errors"
	"fmt"
)

// Confirm shows a person a call that must not run unseen and returns what the
// person says. It is asked only for calls that need a plan_ref otherwise, after
// everything else about them has been checked. A carrier whose client can't ask
// people leaves it nil.
type Confirm func(ctx context.Context, p Preview) (Answer, error)

// Answer is what a person says of a previewed call.
type Answer uint8

// The answers. The zero value lets nothing run.
const (
	// Unanswered: nobody could be asked, or nobody answered. The reply is the
	// preview with its plan_ref, as without a Confirm.
	Unanswered Answer = iota
	// Accepted: the call runs as it was shown.
	Accepted
	// Declined: the call does not run, and its preview is not kept.
	Declined
)

var errDeclined = errors.New("the user declined the call, so nothing was done; do not send it again unless the user asks for it")

// confirm asks a person about a call that needs a plan; the reply is nil when
// the call may run.
func (t *turn) confirm(ctx context.Context, p *plan) *Reply {
	answer := Unanswered
	if t.req.Confirm != nil {
		var err error
		if answer, err = t.req.Confirm(ctx, p.shown()); err != nil {
			answer = Unanswered
		}
	}
	switch answer {
	case Accepted:
		return nil
	case Declined:
		return &Reply{Error: fmt.Sprintf("%s: %v", p.rec.ID, errDeclined), Routing: p.routing, Status: NotAllowed}
	default:
		return p.preview(t.d.plans.put(p), NeedsPlan)
	}
}
