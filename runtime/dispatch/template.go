package dispatch

import (
	"maps"
	"slices"

	"github.com/sextant-mcp/sextant/runtime"
)

// nextCall is the exact call that pins a capability: an option for the caller.
// given are the arguments so far; the missing ones stand in it as placeholders,
// and only they.
func nextCall(verb runtime.Verb, intent string, t target, action string, given arguments, missing []string) Option {
	h := map[string]any{hintTool: t.rec.ID}
	mode := t.schema.selector()
	if mode != actionParam && action != "" {
		given = arguments{mode: marshal(action)}.with(given)
	} else if action != "" && (len(t.schema.operations(t.rec)) > 0 || t.schema.takesAction()) {
		h[hintAction] = action
	}
	if !slices.Contains(t.rec.Verbs, verb) {
		h[hintOverride] = true
	}
	args := map[string]any{}
	for name, value := range given {
		args[name] = value
	}
	fill := make([]string, 0, len(missing))
	for _, name := range missing {
		if name == mode && action != "" {
			continue
		}
		args[name] = t.schema.props[name].placeholder(name)
		fill = append(fill, name)
	}
	if h[hintAction] != nil {
		delete(args, actionParam)
	}
	own := maps.Clone(args)
	if h[hintAction] != nil {
		own[actionParam] = h[hintAction]
	}
	if reservesAny(args) {
		h[envelopes[0]] = args
	} else {
		maps.Copy(h, args)
	}
	return Option{Verb: verb.String(), Intent: intent, Hints: h, Fill: fill, tool: t.rec.ID, args: own}
}

// reservesAny reports arguments that can't stand beside the reserved hints and
// so go into an envelope.
func reservesAny(args map[string]any) bool {
	for _, name := range []string{hintTool, hintToolAlso, hintAction, hintPlanRef, hintOverride} {
		if _, ok := args[name]; ok {
			return true
		}
	}
	return false
}

// takesAction reports whether the operation is selected by an argument.
func (s *inputSchema) takesAction() bool {
	_, ok := s.props[s.selector()]
	return ok
}

// text writes the call as its JSON, for messages.
func (o Option) text() string {
	o.Label = ""
	return string(marshal(o))
}
