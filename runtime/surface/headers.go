package surface

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sextant-mcp/sextant/runtime/surface/coded"
)

// headers checks that the arguments which a schema wants repeated in headers are
// repeated there, as the newer revision demands over HTTP. The library does so
// for the tools that it knows, and does not know those behind the gate.
func (g gated) headers(ctx context.Context, header http.Header) error {
	if !isModern(ctx) || header.Get(mcp.HeaderProtocolVersion) == "" {
		return nil
	}
	args := g.raw
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	params := mustJSON(map[string]json.RawMessage{"name": mustJSON(g.tool.name), "arguments": args})
	lookup := func(name string) (string, bool) {
		values := header.Values(name)
		if len(values) == 0 {
			return "", false
		}
		return values[0], true
	}
	if err := mcp.ValidateParamHeadersLookup(lookup, &g.tool.tool, params); err != nil {
		return &coded.Error{Code: mcp.HEADER_MISMATCH, Message: err.Error()}
	}
	return nil
}
