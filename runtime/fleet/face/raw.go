package face

import (
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sextant-mcp/sextant/runtime/surface/exact"
)

func promptResult(raw json.RawMessage) (*mcp.GetPromptResult, error) {
	var r struct {
		mcp.Result
		mcp.MultiRoundTripResult
		Description string `json:"description"`
		Messages    []struct {
			Role    mcp.Role        `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, fmt.Errorf("the server answered with no prompt: %w", err)
	}
	r.Result.Meta = exact.Meta(raw)
	out := &mcp.GetPromptResult{Result: r.Result, MultiRoundTripResult: r.MultiRoundTripResult, Description: r.Description}
	for _, m := range r.Messages {
		out.Messages = append(out.Messages, mcp.PromptMessage{Role: m.Role, Content: exact.Content(m.Content)})
	}
	return out, nil
}

func resourceContents(raw json.RawMessage) ([]mcp.ResourceContents, error) {
	var r struct {
		Contents []json.RawMessage `json:"contents"`
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, fmt.Errorf("the server answered with no resource: %w", err)
	}
	out := make([]mcp.ResourceContents, len(r.Contents))
	for i, one := range r.Contents {
		out[i] = exact.Resource(one)
	}
	return out, nil
}
