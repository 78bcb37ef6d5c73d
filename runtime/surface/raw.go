package surface

import (
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sextant-mcp/sextant/runtime/surface/exact"
)

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
	r.Result.Meta = exact.Meta(raw)
	out := &mcp.CallToolResult{Result: r.Result, MultiRoundTripResult: r.MultiRoundTripResult, IsError: r.IsError, Content: []mcp.Content{}}
	if len(r.Structured) > 0 && string(r.Structured) != "null" {
		out.StructuredContent, out.RawStructuredContent = r.Structured, r.Structured
	}
	for _, one := range r.Content {
		out.Content = append(out.Content, exact.Content(one))
	}
	return out, nil
}

const (
	// longText is from how many bytes up a block of text stands in the reply alone.
	longText = 4 << 10
	// mostLinks is how many bytes of links and the like go beside a reply.
	mostLinks = 48 << 10
)

// shownBeside are the parts of an upstream's result that are no text, as it wrote
// them: they stand beside the reply, whose JSON only names them. What is for eyes
// and ears is never too long; what a model reads may be, and then stands in the
// reply alone, which is cut.
func shownBeside(raw json.RawMessage) []mcp.Content {
	var r struct {
		Content []json.RawMessage `json:"content"`
	}
	if json.Unmarshal(raw, &r) != nil {
		return nil
	}
	var all, media []mcp.Content
	links := 0
	for _, one := range r.Content {
		var b struct {
			Type     string `json:"type"`
			Resource struct{ Text, Blob string }
		}
		if json.Unmarshal(one, &b) != nil || b.Type == "text" || b.Type == "" || b.Resource.Text != "" && len(one) > longText {
			continue
		}
		all = append(all, exact.Content(one))
		if b.Type == "image" || b.Type == "audio" || b.Resource.Blob != "" {
			media = append(media, exact.Content(one))
			continue
		}
		links += len(one)
	}
	if links > mostLinks {
		return media
	}
	return all
}
