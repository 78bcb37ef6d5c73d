package surface

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/surface/verbatim"
)

// The library keeps a map of tools and copies, sorts and filters all of it for
// every list. So it is given the surface's own tools only, and one more, the
// gate, which no list shows: the hooks answer lists from the prepared table, and
// turn calls of granular tools into calls of the gate.

// gateName is the tool behind which the granular ones are. It can't be called as
// such.
const gateName = "sextant.gate"

// gated is a call on its way to the gate. It takes the place of the arguments,
// where nothing that a client sends can have this type.
type gated struct {
	tool *granular
	raw  json.RawMessage
}

// MarshalJSON implements json.Marshaler: a host that validates arguments sees
// those that were sent.
func (g gated) MarshalJSON() ([]byte, error) {
	if len(g.raw) == 0 {
		return []byte("{}"), nil
	}
	return g.raw, nil
}

// hook registers what the surface needs to see of a server.
func (s *Surface) hook(h *server.Hooks) {
	h.AddBeforeCallTool(s.toGate)
	h.AddBeforeListTools(s.checkCursor)
	h.AddAfterListTools(s.list)
	h.AddOnUnregisterSession(func(_ context.Context, session server.ClientSession) { s.forget(session.SessionID()) })
	h.AddBeforeSubscriptionsListen(s.listens)
}

// toGate turns a call of a granular tool into one of the gate.
func (s *Surface) toGate(_ context.Context, _ any, call *mcp.CallToolRequest) {
	if call.Params.Name == gateName {
		call.Params.Name = "" // there is no such tool
		return
	}
	if s.mcp.GetTool(call.Params.Name) != nil {
		return // the surface's own, or its host's
	}
	tool := s.table().by[call.Params.Name]
	if tool == nil {
		return // the library says that it does not exist
	}
	raw, err := rawArguments(*call)
	if err != nil {
		return
	}
	call.Params.Name = gateName
	call.Params.Arguments, call.Params.RawArguments = gated{tool: tool, raw: raw}, nil
}

// list answers tools/list: what the host has itself, then what everybody sees in
// this mode, then what the caller has loaded. In the newer era nothing but the
// caller's authorization makes lists differ.
func (s *Surface) list(ctx context.Context, _ any, req *mcp.ListToolsRequest, res *mcp.ListToolsResult) {
	res.Tools = slices.DeleteFunc(slices.Clone(res.Tools), func(t mcp.Tool) bool { return t.Name == gateName || s.isOwn(t.Name) })
	if res.NextCursor != "" {
		return // the host has more of its own
	}
	t := s.table()
	from := t.from(req.Params.Cursor)
	end := min(from+s.opt.PageSize, len(t.listed))
	res.Tools = append(res.Tools, t.listed[from:end]...)
	if end < len(t.listed) {
		res.NextCursor = t.cursor(end)
		return
	}
	res.Tools = append(res.Tools, s.loadedTools(ctx, t)...)
}

// asWritten has the schemas of a list leave as they are. It comes after all that
// add to the list.
func asWritten(ctx context.Context, _ any, _ *mcp.ListToolsRequest, res *mcp.ListToolsResult) {
	res.Tools = slices.Clone(res.Tools)
	for i := range res.Tools {
		t := &res.Tools[i]
		for _, schema := range []*json.RawMessage{&t.RawInputSchema, &t.RawOutputSchema} {
			if *schema != nil {
				*schema = verbatim.Hold(ctx, *schema)
			}
		}
	}
}

// loadedTools are those that the caller has loaded and everybody else does not
// see.
func (s *Surface) loadedTools(ctx context.Context, t *table) []mcp.Tool {
	if !s.opt.Mode.gates() {
		return nil
	}
	who := s.who(ctx)
	var out []mcp.Tool
	for _, entry := range who.store.Loaded(who.key) {
		if g := t.by[entry.Name]; g != nil {
			out = append(out, g.tool)
		}
	}
	return out
}
