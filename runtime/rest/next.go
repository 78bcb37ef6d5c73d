package rest

import (
	"maps"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/rest/request"
)

// Next is a request that the caller can send next, once what Fill names has a
// value.
type Next struct {
	Label  string `json:"label,omitempty"`
	Method string `json:"method"`
	Path   string `json:"path"`
	// Headers are those that it needs beside Content-Type.
	Headers map[string]string `json:"headers,omitempty"`
	Body    map[string]any    `json:"body"`
	// Fill names the arguments whose value is a placeholder, such as
	// "<limit: integer>".
	Fill []string `json:"fill,omitempty"`
}

// next writes an option as a request. Who came by a tool's route goes on by
// tools' routes, who came by a verb's goes on by verbs'.
func (t *table) next(from *route, o dispatch.Option, planRef string) Next {
	n := Next{Label: o.Label, Method: "POST", Fill: o.Fill}
	tool, args := o.Call()
	if to := t.byTool[tool]; from.Tool != "" && to != nil {
		n.Path, n.Body = to.Path, args
		if planRef != "" {
			n.Headers = map[string]string{request.PlanRefHeader: planRef}
		}
		return n
	}
	n.Path = IntentPath + o.Verb
	n.Body = map[string]any{"intent": o.Intent}
	if len(o.Hints) > 0 {
		n.Body["hints"] = maps.Clone(o.Hints)
	}
	if o.Execute != nil {
		n.Body["execute"] = *o.Execute
	}
	return n
}
