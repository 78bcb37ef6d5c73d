package face

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sextant-mcp/sextant/runtime/surface/exact"
)

// complete gives the tools of a list what their servers say of them and a surface
// does not know: "_meta" and icons.
func (f *Face) complete(_ context.Context, _ any, _ *mcp.ListToolsRequest, list *mcp.ListToolsResult) {
	list.Tools = slices.Clone(list.Tools)
	for i := range list.Tools {
		raw, ok := f.entries(list.Tools[i].Name)
		if !ok {
			continue
		}
		var said struct {
			Icons []mcp.Icon `json:"icons"`
		}
		if json.Unmarshal(raw, &said) != nil {
			continue // it has them in a form that is not known
		}
		list.Tools[i].Meta, list.Tools[i].Icons = exact.Meta(raw), said.Icons
	}
}
