package dispatch

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/sextant-mcp/sextant/runtime"
)

// plan is one call that is ready: checked against policy and schema.
type plan struct {
	target
	action string
	args   arguments
	// given are the arguments as the caller gave them, before the intent
	// filled any in.
	given arguments
	// open names arguments that the caller sent as placeholders.
	open   []string
	effect Assessment
	// unasked is set when the request was a question and the call changes
	// something.
	unasked bool
	// trains is set when the outcome teaches something about the routing.
	trains  bool
	verb    runtime.Verb
	intent  string
	caller  string
	scope   runtime.Scope
	routing Routing
}

// plan makes the call of the target; the reply is set when none can be made.
func (t *turn) plan(chosen target) (*plan, *Reply) {
	args, err := t.hints.args.unwrap(chosen.schema)
	if err != nil {
		return nil, t.fail(BadArguments, err)
	}
	args = args.with(t.offered(chosen))
	args.destring(chosen.schema)
	args, open := args.filledIn()
	if isPlaceholderText(actionParam, t.hints.action) {
		t.hints.action = ""
	}
	action, err := givenActionName(t.hints.action, args, chosen.schema)
	if err != nil {
		return nil, t.fail(BadArguments, err)
	}
	choice, reply := t.chooseAction(chosen, action)
	if reply != nil {
		return nil, reply
	}
	t.routing.Action = choice.name
	p := &plan{
		target: chosen, action: choice.name, given: args, args: maps.Clone(args), open: open,
		effect: chosen.assess(choice.name), trains: !chosen.pinned,
		verb: t.req.Verb, intent: t.req.Intent, caller: t.req.Caller, scope: t.d.scope(t.req),
	}
	if p.args == nil {
		p.args = arguments{}
	}
	p.unasked = t.unasked(p)
	if p.effect.Effect != Read && !changes(t.req.Verb) {
		return nil, t.onlyReads(p)
	}
	if reply := t.arguments(p, choice); reply != nil {
		return nil, reply
	}
	p.routing = t.routing
	return p, nil
}

// givenActionName is the operation that the caller names, in the hints or as the
// tool's own argument, "" for none.
func givenActionName(hint string, args arguments, s *inputSchema) (string, error) {
	raw, ok := args[s.selector()]
	if !ok || !s.takesAction() {
		return hint, nil
	}
	name, err := textOf(raw)
	switch {
	case err != nil:
		return "", fmt.Errorf("the action is %s; give its name", clip(string(raw)))
	case hint != "" && hint != name:
		return "", fmt.Errorf("the action is given twice, as %q and as %q; give it once", clip(hint), clip(name))
	}
	return name, nil
}

// fail is the reply to a request that went to the right place and can't be
// carried out as it is.
func (t *turn) fail(status Status, err error) *Reply {
	return &Reply{Error: err.Error(), Routing: t.routing, Status: status}
}

// chooseAction finds the operation, or asks which.
func (t *turn) chooseAction(chosen target, given string) (actionChoice, *Reply) {
	choice, err := chooseAction(t.req.Verb, chosen.rec, chosen.schema, t.req.Intent, given)
	if err != nil {
		return choice, t.fail(BadArguments, err)
	}
	if len(choice.open) == 0 {
		return choice, nil
	}
	open := choice.open
	if !changes(t.req.Verb) {
		open = slices.DeleteFunc(slices.Clone(open), func(name string) bool {
			return chosen.assess(name).Effect != Read
		})
		if len(open) == 1 {
			return actionChoice{name: open[0], from: "only"}, nil
		}
	}
	if len(open) == 0 {
		open = choice.open
	}
	return choice, t.askAction(chosen, open)
}

// askAction asks which operation of the capability is meant.
func (t *turn) askAction(chosen target, names []string) *Reply {
	const most = 8
	var options []Option
	for _, name := range names[:min(len(names), most)] {
		h := t.hints
		h.action = name
		o := t.d.option(t.req.Verb, t.req.Intent, chosen, h)
		o.Label = name
		for _, op := range chosen.rec.Actions {
			if op.Name == name && op.Note != "" {
				o.Label += " (" + clip(op.Note) + ")"
			}
		}
		options = append(options, o)
	}
	return t.routing.ask(fmt.Sprintf("What should %s do: %s?", chosen.rec.ID, enumerate(names, "or")), options)
}

// onlyReads keeps a verb that reads from changing anything. Unpinned, it is a
// question: the request may have been meant for another verb.
func (t *turn) onlyReads(p *plan) *Reply {
	h := t.hints
	h.action = p.action
	next := t.d.labelled(t.req.Verb, t.req.Intent, p.target, h)
	what := p.rec.ID
	if p.action != "" && p.action != p.rec.ID {
		what += " " + p.action
	}
	text := fmt.Sprintf("%s may change something (%s), and %s only reads", what, p.effect.Why, t.req.Verb)
	if p.pinned {
		t.routing.Options = []Option{next}
		return t.routing.reject(NotAllowed, errors.New(text+"; to have it done call "+t.callText(next)))
	}
	return t.routing.ask(text+". Should it be done?", []Option{next})
}

// arguments fills the arguments in and validates them.
func (t *turn) arguments(p *plan, choice actionChoice) *Reply {
	selector := p.schema.selector()
	delete(p.args, selector)
	t.d.fill(p.args, p.target, choice, p.effect.Effect, t.req.Intent)
	if raw, ok := p.given[actionParam]; ok && !p.schema.takesAction() {
		p.args[actionParam] = raw // an unknown argument, which the schema names
	}
	if p.schema.takesAction() && p.action != "" && (choice.from != "default" || p.schema.defaults[selector] != nil) {
		p.args[selector] = marshal(p.action)
	}
	p.confirm()
	if p.rec.Kind.Instructs() {
		p.args = arguments{} // a skill is read, not called
		return nil
	}
	problem := p.schema.problems(p.args)
	for _, name := range p.args.stillOpen(p.open) {
		if problem == nil {
			problem = &argumentProblem{}
		}
		if _, known := p.schema.props[name]; p.schema.closed && !known {
			problem.unknown = append(problem.unknown, name)
		} else if !slices.Contains(problem.missing, name) {
			problem.missing = append(problem.missing, name)
		}
	}
	if problem == nil {
		return nil
	}
	if problem.onlyMissing() {
		if reply, done := t.planner(p); done {
			return reply
		}
	}
	return t.badArguments(p, problem)
}

// badArguments shows what is wrong and how the call should look.
func (t *turn) badArguments(p *plan, problem *argumentProblem) *Reply {
	good := maps.Clone(p.given)
	for _, name := range problem.unknown {
		delete(good, name)
	}
	next := nextCall(t.req.Verb, t.req.Intent, p.target, p.action, good, problem.missing)
	t.routing.Options = []Option{next}
	if len(problem.missing) > 0 {
		t.routing.Question = fmt.Sprintf("What is %s?", enumerate(problem.missing, "and what is"))
	}
	message := problem.message(t.nameOf(p.rec), p.schema)
	reply := t.fail(BadArguments, fmt.Errorf("%s; a call looks like %s", message, t.callText(next)))
	reply.Problem = message
	return reply
}
