package surface

import (
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime"
)

// The schemas are short on purpose: every client sends them to its model with
// every request. What they mean in detail stands in the instructions, once.
const (
	verbInput = `{"type":"object","properties":{` +
		`"intent":{"type":"string","description":"the user's own words"},` +
		`"hints":{"type":"object","description":"tool, action, plan_ref, arguments"},` +
		`"hints_json":{"type":"string"},` +
		`"execute":{"type":"boolean","description":"false: preview"}},` +
		`"required":["intent"],"additionalProperties":false}`

	findInput = `{"type":"object","properties":{` +
		`"intent":{"type":"string","description":"what is needed"},` +
		`"top_k":{"type":"integer","minimum":1,"maximum":32,"default":8}},` +
		`"required":["intent"],"additionalProperties":false}`

	output = `{"type":"object","properties":{"result":{},"error":{"type":"string"},` +
		`"routing":{"type":"object"},"executed":{"type":"boolean"}},` +
		`"required":["routing","executed"]}`
)

// verbTools are the six verbs as MCP tools, in their fixed order.
func (s *Surface) verbTools() []server.ServerTool {
	tools := make([]server.ServerTool, 0, len(runtime.Verbs))
	for _, verb := range runtime.Verbs {
		tool := mcp.NewToolWithRawSchema(verb.String(), describe(s.dispatcher.Router(), verb, s.opt.Servers), json.RawMessage(verbInput))
		if verb == runtime.Find {
			tool.RawInputSchema = json.RawMessage(findInput)
		}
		tool.RawOutputSchema = json.RawMessage(output)
		tool.Annotations = annotations(verb)
		tools = append(tools, server.ServerTool{Tool: tool, Handler: s.handler(verb)})
	}
	return tools
}

// annotations tell the truth about the worst that a verb can do. find looks at
// the compiled tables only; the others may reach whatever is connected.
func annotations(verb runtime.Verb) mcp.ToolAnnotation {
	reads := verb == runtime.Ask || verb == runtime.Find || verb == runtime.Why
	hint := func(b bool) *bool { return &b }
	return mcp.ToolAnnotation{
		ReadOnlyHint: hint(reads), DestructiveHint: hint(!reads), IdempotentHint: hint(reads),
		OpenWorldHint: hint(verb != runtime.Find),
	}
}
