package face

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sextant-mcp/sextant/runtime/surface/exact"
)

// complete gives the tools of a list what their servers say of them and a surface
// does not know: "_meta", icons, and the white space of schemas.
func (f *Face) complete(_ context.Context, _ any, _ *mcp.ListToolsRequest, list *mcp.ListToolsResult) {
	list.Tools = slices.Clone(list.Tools)
	for i := range list.Tools {
		raw, ok := f.entries(list.Tools[i].Name)
		if !ok {
			continue
		}
		var said struct {
			Icons        []mcp.Icon      `json:"icons"`
			InputSchema  json.RawMessage `json:"inputSchema"`
			OutputSchema json.RawMessage `json:"outputSchema"`
		}
		if json.Unmarshal(raw, &said) != nil {
			continue // it has them in a form that is not known
		}
		one := &list.Tools[i]
		one.Meta, one.Icons = exact.Meta(raw), said.Icons
		one.RawInputSchema = asWritten(one.RawInputSchema, said.InputSchema)
		one.RawOutputSchema = asWritten(one.RawOutputSchema, said.OutputSchema)
	}
}

// asWritten is a schema as its server wrote it, where the surface has changed
// nothing but white space in it, and how characters are spelled that Go source
// can't hold.
func asWritten(shown, written json.RawMessage) json.RawMessage {
	var plain bytes.Buffer
	if json.Compact(&plain, written) == nil && bytes.Equal(spelled(plain.Bytes()), spelled(shown)) {
		return written
	}
	return shown
}

func spelled(raw []byte) []byte {
	raw = bytes.ReplaceAll(raw, []byte("`"), []byte(`\u0060`))
	return bytes.ReplaceAll(raw, []byte("\ufeff"), []byte(`\ufeff`))
}
