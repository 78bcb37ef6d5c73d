package surface

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// The tools that show granular tools under their own names.
const (
	loadName   = "load_tools"
	unloadName = "unload_tools"
	findName   = "find_tools"
)

const names = `{"type":"array","items":{"type":"string"}`

const (
	loadInput = `{"type":"object","properties":{"tools":` + names + `},"servers":` + names + `},"toolsets":` + names + `,"description":"tags"},` +
		`"auto_unload":{"type":"boolean","description":"only until its next successful call"},"handle":{"type":"string"}},"additionalProperties":false}`

	unloadInput = `{"type":"object","properties":{"tools":` + names + `},"servers":` + names + `},"toolsets":` + names + `},` +
		`"handle":{"type":"string"}},"additionalProperties":false}`

	findToolsInput = `{"type":"object","properties":{"query":{"type":"string"},"top_k":{"type":"integer","minimum":1,"maximum":32,"default":8},` +
		`"handle":{"type":"string"}},"additionalProperties":false}`

	unknownOutput = `"unknown":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"kind":{"type":"string"},"near":` + names + `}},"required":["name","kind","near"]}}`

	loadOutput = `{"type":"object","properties":{"newly_exposed":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},` +
		`"verb":{"type":"string"},"description":{"type":"string"},"input_schema":{"type":"object"},"how_to_call":{"type":"object"}},"required":["name","verb","input_schema","how_to_call"]}},` +
		`"already_loaded":` + names + `},` + unknownOutput + `,"session_total":{"type":"integer"},"total_registered":{"type":"integer"},` +
		`"auto_unload":{"type":"boolean"},"handle":{"type":"string"},"note":{"type":"string"}},` +
		`"required":["newly_exposed","already_loaded","unknown","session_total","total_registered","auto_unload"]}`

	unloadOutput = `{"type":"object","properties":{"unloaded":` + names + `},"not_loaded":` + names + `},` + unknownOutput +
		`,"session_total":{"type":"integer"}},"required":["unloaded","not_loaded","unknown","session_total"]}`

	findToolsOutput = `{"type":"object","properties":{"results":{"type":"array","items":{"type":"object"}},"loaded":{"type":"array","items":{"type":"object",` +
		`"properties":{"name":{"type":"string"},"why":{"type":"string"},"since":{"type":"string"},"auto_unload":{"type":"boolean"},"calls":{"type":"integer"}},` +
		`"required":["name","why","since","auto_unload","calls"]}},"session_total":{"type":"integer"},"total_registered":{"type":"integer"},"why":{"type":"string"}},` +
		`"required":["results","loaded","session_total","total_registered"]}`
)

// lifecycleTools are load_tools, unload_tools and find_tools.
func (s *Surface) lifecycleTools() []server.ServerTool {
	hint := func(b bool) *bool { return &b }
	tool := func(name, description, input, output string, reads bool, handle server.ToolHandlerFunc) server.ServerTool {
		t := mcp.NewToolWithRawSchema(name, description, json.RawMessage(input))
		t.RawOutputSchema = json.RawMessage(output)
		t.Annotations = mcp.ToolAnnotation{ReadOnlyHint: hint(reads), DestructiveHint: hint(false), IdempotentHint: hint(true), OpenWorldHint: hint(false)}
		return server.ServerTool{Tool: t, Handler: handle}
	}
	return []server.ServerTool{
		tool(loadName, fmt.Sprintf("Make tools behind the verbs callable by their own name, at once, with their schemas. "+
			"Without a session the answer holds a handle to send along; it lasts %.0f minutes from its last use.", s.opt.Idle.Minutes()),
			loadInput, loadOutput, false, s.change(false)),
		tool(unloadName, "Hide loaded tools again; nothing is lost.", unloadInput, unloadOutput, false, s.change(true)),
		tool(findName, "Search the tools behind the verbs, and see what is loaded, why and since when.", findToolsInput, findToolsOutput, true, s.handleFind),
	}
}

// change handles load_tools and unload_tools.
func (s *Surface) change(unload bool) server.ToolHandlerFunc {
	return func(ctx context.Context, call mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		raw, err := rawArguments(call)
		if err != nil {
			return nil, err
		}
		args, err := object(raw)
		if err != nil {
			return failure(err, nil)
		}
		maps.DeleteFunc(args, func(_ string, value json.RawMessage) bool { return string(value) == "null" })
		c, err := dispatch.ReadLifecycleChange(args)
		if err != nil {
			return failure(err, nil)
		}
		c.Unload, c.Why = unload, "asked for by "+call.Params.Name
		result, err := loading{s}.Change(ctx, c)
		if err != nil {
			return failure(err, nil)
		}
		return structured(result, false)
	}
}

// handleFind handles find_tools.
func (s *Surface) handleFind(ctx context.Context, call mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	raw, err := rawArguments(call)
	if err != nil {
		return nil, err
	}
	args, err := object(raw)
	if err != nil {
		return failure(err, nil)
	}
	var query, handle string
	var k int
	for _, err := range []error{args.text("query", &query), args.whole("top_k", &k), args.text("handle", &handle)} {
		if err != nil {
			return failure(err, nil)
		}
	}
	if len(args) > 0 {
		return failure(fmt.Errorf("find_tools takes no %s; it takes query, top_k and handle", slices.Sorted(maps.Keys(args))[0]), nil)
	}
	reply, err := s.findTools(ctx, query, k, handle)
	if err != nil {
		return failure(err, nil)
	}
	return structured(reply, false)
}
