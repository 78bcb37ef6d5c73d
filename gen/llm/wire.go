package llm

import (
	"encoding/json"
	"fmt"
	"strings"
)

// wireRequest is a request as the protocol has it.
type wireRequest struct {
	Model       string    `json:"model"`
	Messages    []Message `json:"messages"`
	Tools       []Tool    `json:"tools,omitempty"`
	Temperature float64   `json:"temperature"`
	Seed        *int64    `json:"seed,omitempty"`
	MaxTokens   int       `json:"max_tokens,omitempty"`
}

// wireReply is what is read of an answer.
type wireReply struct {
	Choices []struct {
		Message *struct {
			Content   json.RawMessage `json:"content"`
			ToolCalls []struct {
				Function struct {
					Name      string          `json:"name"`
					Arguments json.RawMessage `json:"arguments"`
				} `json:"function"`
			} `json:"tool_calls"`
		} `json:"message"`
		Finish string `json:"finish_reason"`
	} `json:"choices"`
	Usage Usage `json:"usage"`
}

// readReply reads the first choice of an answer.
func readReply(data []byte) (*Reply, error) {
	var wire wireReply
	if err := json.Unmarshal(data, &wire); err != nil {
		return nil, fmt.Errorf("%w: %w; it begins %q", ErrMalformed, err, clip(data))
	}
	if len(wire.Choices) == 0 || wire.Choices[0].Message == nil {
		return nil, fmt.Errorf("%w: it has no choices[0].message; it begins %q", ErrMalformed, clip(data))
	}
	choice := wire.Choices[0]
	reply := &Reply{Text: textOf(choice.Message.Content), Usage: wire.Usage, Truncated: choice.Finish == "length"}
	for _, c := range choice.Message.ToolCalls {
		reply.Calls = append(reply.Calls, Call{c.Function.Name, argumentsOf(c.Function.Arguments)})
	}
	return reply, nil
}

// textOf reads content: a string, null, or a list of parts whose texts are
// joined.
func textOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return ""
	}
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
	}
	return b.String()
}

// argumentsOf reads arguments: JSON in a string as the protocol wants it, or
// the object itself, which some servers send.
func argumentsOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

// clip is the beginning of an answer, for errors.
func clip(data []byte) string {
	const most = 120
	if len(data) > most {
		return strings.ToValidUTF8(string(data[:most]), "") + "…"
	}
	return string(data)
}
