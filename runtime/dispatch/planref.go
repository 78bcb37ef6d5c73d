package dispatch

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
)

const (
	// PlanLifetime is how long a preview can be executed.
	PlanLifetime = 10 * time.Minute
	// MaxPlans is how many previews are kept. Beyond, the oldest goes of the caller
	// who has most, so that nobody can push out those of everybody else.
	MaxPlans = 256
)

// planStore keeps previewed plans under references that can't be guessed. Each
// can be executed once.
type planStore struct {
	now   func() time.Time
	mu    sync.Mutex
	byRef map[string]storedPlan
	order []string // oldest first
}

type storedPlan struct {
	*plan
	expires time.Time
}

var errNoPlan = errors.New("there is no such plan: it was executed, has expired or belongs to another caller; preview the call again by leaving plan_ref out")

// put stores a plan and returns its reference.
func (s *planStore) put(p *plan) string {
	ref := "plan_" + rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byRef == nil {
		s.byRef = map[string]storedPlan{}
	}
	now := s.now()
	s.order = slices.DeleteFunc(s.order, func(old string) bool {
		gone := s.gone(old, now)
		if gone {
			delete(s.byRef, old)
		}
		return gone
	})
	if len(s.order) >= MaxPlans {
		at := s.surplus()
		delete(s.byRef, s.order[at])
		s.order = slices.Delete(s.order, at, at+1)
	}
	s.byRef[ref] = storedPlan{p, now.Add(PlanLifetime)}
	s.order = append(s.order, ref)
	return ref
}

// surplus is the place of the oldest plan of the caller who has most; of several
// such callers, the one with the oldest.
func (s *planStore) surplus() (at int) {
	count, most := map[string]int{}, 0
	for _, ref := range s.order {
		caller := s.byRef[ref].caller
		count[caller]++
		most = max(most, count[caller])
	}
	return slices.IndexFunc(s.order, func(ref string) bool { return count[s.byRef[ref].caller] == most })
}

func (s *planStore) gone(ref string, now time.Time) bool {
	stored, ok := s.byRef[ref]
	return !ok || !now.Before(stored.expires)
}

// peek returns the caller's plan.
func (s *planStore) peek(ref, caller string) (*plan, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	stored, ok := s.byRef[ref]
	if !ok || stored.caller != caller || s.gone(ref, s.now()) {
		return nil, errNoPlan
	}
	return stored.plan, nil
}

// take returns the caller's plan and forgets it, so that of two callers with
// one reference only one executes it.
func (s *planStore) take(ref, caller string) (*plan, error) {
	p, err := s.peek(ref, caller)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.byRef[ref]; !ok {
		return nil, errNoPlan
	}
	delete(s.byRef, ref)
	return p, nil
}

// keep puts back a plan whose execution was begun and goes on with another
// request under the same reference; no reference, no plan.
func (s *planStore) keep(ref string, p *plan) {
	if ref == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	there := slices.Contains(s.order, ref)
	if s.byRef == nil || !there && len(s.order) >= MaxPlans {
		return
	}
	s.byRef[ref] = storedPlan{p, s.now().Add(PlanLifetime)}
	if !there {
		s.order = append(s.order, ref)
	}
}

// redeem executes the plan that hints.plan_ref names.
func (t *turn) redeem(ctx context.Context) *Reply {
	p, err := t.d.plans.peek(t.hints.planRef, t.req.Caller)
	if err != nil {
		return t.routing.reject(BadRequest, err)
	}
	if err := p.matches(t.req, t.hints); err != nil {
		return t.routing.reject(BadRequest, err)
	}
	if t.req.Among != nil && !t.req.Among.Has(p.number) {
		return t.routing.reject(BadRequest, errNoPlan)
	}
	t.routing = p.routing
	t.remember = true
	if !t.req.executes() {
		return p.preview(t.hints.planRef, OK)
	}
	if p, err = t.d.plans.take(t.hints.planRef, t.req.Caller); err != nil {
		return t.routing.reject(BadRequest, err)
	}
	return t.execute(ctx, p)
}

// matches checks that what comes with the reference is what was previewed. Only
// the reference is needed; whatever else is said must not differ.
func (p *plan) matches(req Request, h hints) error {
	differs := func(what, now, then string) error {
		return fmt.Errorf("the plan was made for %s %s, not for %s; send plan_ref with what was previewed, or preview anew without it", what, then, now)
	}
	if req.Verb != p.verb && req.Verb != runtime.Any {
		return differs("the verb", req.Verb.String(), p.verb.String())
	}
	if h.tool != "" && h.tool != p.rec.ID && !sameName(h.tool, p.rec.ID) {
		return differs("the tool", clip(h.tool), p.rec.ID)
	}
	if h.action != "" && h.action != p.action && !sameName(h.action, p.action) {
		return differs("the action", clip(h.action), p.action)
	}
	if len(h.args) == 0 {
		return nil
	}
	args, err := h.args.unwrap(p.schema)
	if err != nil {
		return err
	}
	args.destring(p.schema)
	if name, err := givenActionName("", args, p.schema); err != nil || name != "" && name != p.action && !sameName(name, p.action) {
		return differs("the "+p.schema.selector(), clip(string(args[p.schema.selector()])), p.action)
	}
	now := args.without(p.schema.selector()).canonical()
	for _, then := range []arguments{p.args, p.given} {
		if now == then.without(p.schema.selector()).canonical() {
			return nil
		}
	}
	return differs("the arguments", clip(now), clip(string(p.args.encode())))
}
