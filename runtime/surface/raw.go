package surface

import (
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
)

// rawContent is a content block that is written as its server wrote it. The type
// inside is only there to be one of the library's.
type rawContent struct {
	mcp.TextContent
	raw json.RawMessage
}

// MarshalJSON implements json.Marshaler.
func (c rawContent) MarshalJSON() ([]byte, error) { return c.raw, nil }

// rawResult is a server's result of a tool as the library's type; written as
// JSON it has the server's content, block by block.
func rawResult(raw json.RawMessage) (*mcp.CallToolResult, error) {
	var r struct {
		mcp.Result
		mcp.MultiRoundTripResult
		Content    []json.RawMessage `json:"content"`
		Structured json.RawMessage   `json:"structuredContent"`
		IsError    bool              `json:"isError"`
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, fmt.Errorf("the upstream answered with no result of a tool: %w", err)
	}
	out := &mcp.CallToolResult{Result: r.Result, MultiRoundTripResult: r.MultiRoundTripResult, IsError: r.IsError, Content: []mcp.Content{}}
	if len(r.Structured) > 0 && string(r.Structured) != "null" {
		out.StructuredContent, out.RawStructuredContent = r.Structured, r.Structured
	}
	for _, one := range r.Content {
		out.Content = append(out.Content, rawContent{raw: one})
	}
	return out, nil
}

// shownBeside are the parts of an upstream's result that are for eyes and ears,
// as it wrote them: they stand beside the reply, whose JSON only names them.
func shownBeside(raw json.RawMessage) (out []mcp.Content) {
	var r struct {
		Content []json.RawMessage `json:"content"`
	}
	if json.Unmarshal(raw, &r) != nil {
		return nil
	}
	for _, one := range r.Content {
		var b struct {
			Type string `json:"type"`
		}
		if json.Unmarshal(one, &b) == nil && b.Type != "text" && b.Type != "" {
			out = append(out, rawContent{raw: one})
		}
	}
	return out
}
