package agents

import (
	"maps"
	"strings"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// option turns the exact next call of a dispatcher into one that the client can
// make: of the tool itself when the client sees it and nothing is to be read from
// the user's words, else of the ask tool that reaches it.
func (d door) option(o dispatch.Option) Option {
	id, _ := o.Hints["tool"].(string)
	t := d.s.byID[id]
	out := Option{Label: o.Label, Fill: o.Fill}
	if t == nil {
		out.Tool, out.Arguments = d.askTool(nil), map[string]any{"question": o.Intent}
		return out
	}
	if out.Label = strings.Replace(out.Label, t.id, t.name, 1); out.Label == "" {
		out.Label = t.about()
	}
	if args := t.direct(o.Hints); d.seen[t.id] && t.standsAlone(o, args) {
		out.Tool, out.Arguments = t.name, args
		return out
	}
	hints := maps.Clone(o.Hints)
	delete(hints, "override_verb") // the verb is open here
	hints["tool"] = t.name
	out.Tool = d.askTool(t)
	out.Arguments = map[string]any{"question": o.Intent, "hints": hints}
	return out
}

// standsAlone reports a call that means the same without the user's words: there
// are none, it is a whole call that was previewed, or it asks for what is missing
// and everything else that the tool needs is in it.
func (t *tool) standsAlone(o dispatch.Option, args map[string]any) bool {
	if _, previewed := o.Hints[planRef]; previewed || o.Intent == "" {
		return true
	}
	for _, p := range t.params {
		if _, given := args[p.name]; p.required && !given {
			return false
		}
	}
	return len(o.Fill) > 0
}

// askTool is the ask tool by which a call can be made again.
func (d door) askTool(t *tool) string {
	switch {
	case t != nil:
		return t.in.ask()
	case d.in != nil:
		return d.in.ask()
	case d.s.several():
		return askName
	}
	return d.s.namespaces[0].ask()
}

// direct are the arguments of a call of the tool itself.
func (t *tool) direct(hints map[string]any) map[string]any {
	args := map[string]any{}
	for name, value := range hints {
		switch name {
		case "tool", "override_verb":
		case planRef:
			args[t.planRef] = value
		case "arguments":
			if inner, ok := value.(map[string]any); ok {
				maps.Copy(args, inner)
				continue
			}
			args[name] = value
		default:
			args[name] = value
		}
	}
	return args
}
