package surface

import (
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/fleet/peer"
	"github.com/sextant-mcp/sextant/runtime/surface/coded"
	"github.com/sextant-mcp/sextant/runtime/surface/person"
)

// passOn gives a result to the client as the upstream gave it: structured
// content as its bytes are, text, and whatever else there is. declared is set
// when the tool has an output schema: then clients want structured content with a
// success, and none that does not fit with a failure.
func passOn(r dispatch.Result, failed string, declared bool) (*mcp.CallToolResult, error) {
	if r.Refused != nil {
		return nil, &coded.Error{Code: r.Refused.Code, Message: r.Refused.Message, Data: r.Refused.Data}
	}
	if r.Raw != nil {
		return rawResult(r.Raw)
	}
	out := &mcp.CallToolResult{IsError: r.IsError || failed != ""}
	if len(r.Content) > 0 {
		content, err := parseContent(r.Content)
		if err != nil {
			return nil, err
		}
		out.Content = content
	}
	text := r.Text
	if text == "" && len(out.Content) == 0 {
		text = string(r.Structured)
	}
	if text == "" && len(out.Content) == 0 {
		text = failed
	}
	if text != "" || len(out.Content) == 0 {
		out.Content = append([]mcp.Content{mcp.NewTextContent(text)}, out.Content...)
	}
	if text := []byte(r.Text); declared && r.Structured == nil && isObject(text) {
		r.Structured = text
	}
	if declared && out.IsError {
		return out, nil
	}
	if isObject(r.Structured) {
		out.StructuredContent = r.Structured
	} else if r.Structured != nil && json.Valid(r.Structured) {
		// The older revisions have objects only.
		out.StructuredContent = map[string]json.RawMessage{"result": r.Structured}
	}
	return out, nil
}

func isObject(raw json.RawMessage) bool {
	_, ok := members(raw)
	return ok
}

// parseContent reads a JSON array of content blocks.
func parseContent(raw json.RawMessage) ([]mcp.Content, error) {
	var res struct {
		Content json.RawMessage `json:"content"`
	}
	res.Content = raw
	whole, err := json.Marshal(res)
	if err != nil {
		return nil, fmt.Errorf("content of the upstream: %w", err)
	}
	var parsed mcp.CallToolResult
	if err := json.Unmarshal(whole, &parsed); err != nil {
		return nil, fmt.Errorf("content of the upstream: %w", err)
	}
	return parsed.Content, nil
}

// goOn is what the upstream asks, in such a way that the answer comes back to the
// plan that the person has said yes to.
func goOn(p person.Person, up *dispatch.Result) (*mcp.CallToolResult, error) {
	out, err := rawResult(up.Raw)
	if err == nil {
		out.RequestState = peer.WithPlan(p.PlanRef, out.RequestState)
	}
	return out, err
}
