package fleet

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// toolResult is the part of a result that is looked at.
type toolResult struct {
	Content    []json.RawMessage `json:"content"`
	Structured json.RawMessage   `json:"structuredContent"`
	IsError    bool              `json:"isError"`
	ResultType string            `json:"resultType"`
}

// inputRequired is the type of a result that asks for answers.
const inputRequired = "input_required"

// block is the part of a content block that is looked at.
type block struct {
	Type     string          `json:"type"`
	Text     string          `json:"text"`
	Data     string          `json:"data"`
	MIME     string          `json:"mimeType"`
	Resource json.RawMessage `json:"resource"`
}

// read turns the result of a call into what the dispatcher passes on. The
// caller is who may read on in a result that is cut.
func (f *Fleet) read(raw json.RawMessage, caller string) (dispatch.Result, error) {
	var r toolResult
	if err := json.Unmarshal(raw, &r); err != nil {
		return dispatch.Result{}, fmt.Errorf("the server answered with no result of a tool: %w", err)
	}
	out := dispatch.Result{IsError: r.IsError, Raw: raw, Open: r.ResultType == inputRequired}
	if len(r.Structured) > 0 && string(r.Structured) != "null" {
		out.Structured = r.Structured
	}
	var texts []string
	var others []json.RawMessage
	for _, one := range r.Content {
		var b block
		if json.Unmarshal(one, &b) != nil {
			continue // no block at all
		}
		if b.Type == "text" {
			texts = append(texts, b.Text)
			continue
		}
		if text := b.longText(one); text != "" {
			texts = append(texts, text)
		}
		others = append(others, b.shown(one))
	}
	if len(others) > 0 {
		out.Content = encode(others)
	}
	if len(out.Content) > f.results.longest { // many links, say
		texts, out.Content = append(texts, string(out.Content)), nil
	}
	out.Text = strings.Join(texts, "\n")
	f.results.cut(&out, caller)
	return out, nil
}

// mostShown is up to how many bytes a block is repeated beside text.
const mostShown = 4 << 10

// longText is the text of an embedded resource that is too long to be shown as a
// block. It becomes part of the text, which may be cut and read on.
func (b *block) longText(raw json.RawMessage) string {
	var resource struct{ URI, Text string }
	if len(raw) <= mostShown || json.Unmarshal(b.Resource, &resource) != nil || resource.Text == "" {
		return ""
	}
	return resource.URI + ":\n" + resource.Text
}

// shown is a block as it stands beside text: data for eyes and ears is named,
// not repeated.
func (b *block) shown(raw json.RawMessage) json.RawMessage {
	if b.Data == "" && len(raw) <= mostShown {
		return raw
	}
	out := map[string]any{"type": b.Type, "mimeType": b.MIME, "bytes": len(b.Data) / 4 * 3}
	if b.Data == "" {
		out["bytes"] = len(raw)
	}
	var resource struct {
		URI  string `json:"uri"`
		MIME string `json:"mimeType"`
	}
	if json.Unmarshal(b.Resource, &resource) == nil && resource.URI != "" {
		out["uri"], out["mimeType"] = resource.URI, resource.MIME
	}
	return encode(out)
}
