package agents

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// payload is the result of a tool as far as it is an object: what is read of it
// by name.
type payload map[string]json.RawMessage

func payloadOf(r *dispatch.Result) payload {
	var p payload
	// What is no object has no fields to read.
	_ = json.Unmarshal(structured(r), &p)
	return p
}

// structured is the result as JSON, nil when it is only text.
func structured(r *dispatch.Result) json.RawMessage {
	if r.Structured != nil {
		return r.Structured
	}
	text := bytes.TrimSpace([]byte(r.Text))
	if len(text) > 0 && (text[0] == '{' || text[0] == '[') && json.Valid(text) {
		return text
	}
	return nil
}

// proseNames are names under which tools give their answer in words.
var proseNames = []string{"answer", "message", "text", "summary", "error"}

// prose is what the tool said: its answer in words, else its text, else its
// result as JSON. Nothing is taken off or added.
func prose(r *dispatch.Result) string {
	p := payloadOf(r)
	for _, name := range proseNames {
		var text string
		if json.Unmarshal(p[name], &text) == nil && strings.TrimSpace(text) != "" {
			return text
		}
	}
	if strings.TrimSpace(r.Text) != "" {
		return r.Text
	}
	return string(r.Structured)
}

// caveatNames are names under which tools warn.
var caveatNames = []string{"caveat", "caveats", "warning", "warnings"}

// caveats are what the tool warns of.
func caveats(r *dispatch.Result) []string {
	p := payloadOf(r)
	var out []string
	for _, name := range caveatNames {
		var one string
		var several []string
		switch {
		case json.Unmarshal(p[name], &one) == nil:
			several = []string{one}
		case json.Unmarshal(p[name], &several) != nil:
			continue
		}
		for _, text := range several {
			if strings.TrimSpace(text) != "" {
				out = append(out, text)
			}
		}
	}
	return out
}
