package llm

import (
	"encoding/json"
	"time"
)

// The roles of messages.
const (
	System = "system"
	User   = "user"
)

// Message is one turn of a conversation.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Tool is a function that the model may call.
type Tool struct {
	// Name is what the model calls it by: ASCII letters, digits, _ and -, at
	// most 64 of them; see [WireNames].
	Name        string
	Description string
	// Schema is the JSON Schema of the arguments; nil is an open object.
	Schema json.RawMessage
}

// MarshalJSON writes the tool as the protocol nests it.
func (t Tool) MarshalJSON() ([]byte, error) {
	schema := t.Schema
	if len(schema) == 0 {
		schema = json.RawMessage(`{"type":"object","properties":{}}`)
	}
	type function struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		Parameters  json.RawMessage `json:"parameters"`
	}
	return json.Marshal(struct {
		Type     string   `json:"type"`
		Function function `json:"function"`
	}{"function", function{t.Name, t.Description, schema}})
}

// Request is what one answer is asked for.
type Request struct {
	Messages []Message
	// Tools are offered to the model, which is free to call none.
	Tools []Tool
	// Temperature is 0 for the likeliest answer, about 1 for variety.
	Temperature float64
	// Seed makes servers that heed it answer alike; nil sends none.
	Seed *int64
	// MaxTokens bounds the answer; zero leaves that to the server.
	MaxTokens int
}

// Call is a call that the model wants made.
type Call struct {
	Name string
	// Arguments are the arguments as the model wrote them: in most cases a JSON
	// object, but nothing makes sure of that.
	Arguments string
}

// Usage counts tokens; both are zero when the server does not report them.
type Usage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
}

// Reply is the model's answer.
type Reply struct {
	Text  string
	Calls []Call
	Usage Usage
	// Truncated is set when the answer ended at a limit of its length.
	Truncated bool
	// Took is how long the attempt that was answered took, the waits and failed
	// attempts before it left out.
	Took time.Duration
	// Attempts counts the requests that were sent, 1 when the first did.
	Attempts int
}
