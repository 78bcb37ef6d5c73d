package agents

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/sextant-mcp/sextant/runtime"
)

// Call carries out a call of a tool by its name. The same rules hold as for ask:
// what needs a plan is previewed, and plan_ref among the arguments has it done. A
// tool that the conversation has not enabled is not called.
func (s *Surface) Call(ctx context.Context, name string, args map[string]json.RawMessage, key string) Answer {
	t := s.byName[name]
	if t == nil {
		return failure(fmt.Errorf("there is no tool %q", name))
	}
	seen := s.enabled(key)
	from := door{s: s, in: t.in, seen: seen}
	if !seen[t.id] {
		return from.notEnabled(t, args)
	}
	hints, err := json.Marshal(pinned(t, args))
	if err != nil {
		return failure(fmt.Errorf("%s: the arguments have no JSON: %w", t.name, err))
	}
	only := &runtime.Set{}
	only.Add(t.number)
	req := s.request(ctx, key)
	req.Hints, req.Among = hints, only
	return from.answer(s.dispatcher.Do(ctx, req), "")
}

// pinned are the hints of a call of that very tool.
func pinned(t *tool, args map[string]json.RawMessage) map[string]any {
	hints := map[string]any{"tool": t.id}
	inner := map[string]json.RawMessage{}
	for name, value := range args {
		if name == t.planRef {
			hints[planRef] = value
			continue
		}
		inner[name] = value
	}
	if len(inner) > 0 {
		hints["arguments"] = inner
	}
	return hints
}

// notEnabled says how to reach a tool that the conversation has not enabled.
func (d door) notEnabled(t *tool, args map[string]json.RawMessage) Answer {
	a := failure(fmt.Errorf("%s is not enabled in this conversation; call %s first, or %s with the tool in the hints", t.name, t.in.listTools(), t.in.ask()))
	hints := pinned(t, args)
	hints["tool"] = t.name
	a.Options = []Option{
		{Label: "enable it", Tool: t.in.listTools(), Arguments: map[string]any{}},
		{Label: t.about(), Tool: t.in.ask(), Arguments: map[string]any{"question": t.rec.Title, "hints": hints}},
	}
	return a
}
