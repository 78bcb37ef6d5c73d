// Package exact passes on what a server wrote as it wrote it: the MCP library takes
// every number for a float, and drops the fields that it does not know.
package exact

import (
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
)

// Meta is the "_meta" of an object, each of its values as it was written; nil when
// the object has none. Written as JSON it is the same again.
func Meta(object json.RawMessage) *mcp.Meta {
	var holder struct {
		Meta map[string]json.RawMessage `json:"_meta"`
	}
	if json.Unmarshal(object, &holder) != nil || holder.Meta == nil {
		return nil
	}
	out := &mcp.Meta{AdditionalFields: make(map[string]any, len(holder.Meta))}
	for key, value := range holder.Meta {
		out.AdditionalFields[key] = value
	}
	return out
}
