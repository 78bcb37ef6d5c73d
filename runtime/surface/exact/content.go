package exact

import (
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
)

// Content is a content block with all that its server wrote in it; white space
// between its parts may go, and a sign of HTML may be written as its code.
func Content(raw json.RawMessage) mcp.Content { return content{raw: raw} }

// Resource is the content of a resource in the same way.
func Resource(raw json.RawMessage) mcp.ResourceContents { return resource{raw: raw} }

// The types inside are only there to be the library's.
type (
	content struct {
		mcp.TextContent
		raw json.RawMessage
	}
	resource struct {
		mcp.TextResourceContents
		raw json.RawMessage
	}
)

// MarshalJSON implements json.Marshaler.
func (c content) MarshalJSON() ([]byte, error) { return c.raw, nil }

// MarshalJSON implements json.Marshaler.
func (r resource) MarshalJSON() ([]byte, error) { return r.raw, nil }
