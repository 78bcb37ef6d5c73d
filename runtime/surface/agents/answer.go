package agents

import (
	"encoding/json"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// Answer is what every call is answered with, success and failure alike.
type Answer struct {
	// OK says that the request was carried out. Questions and previews are not.
	OK bool `json:"ok"`
	// Answer is what the tool said, word for word; else a question, or what
	// went wrong.
	Answer string `json:"answer"`
	// Items are the things that the answer is about.
	Items []Item `json:"items"`
	// Caveat is what the tool and its descriptor warn of, a line each; nil when
	// they warn of nothing.
	Caveat *string `json:"caveat"`
	// Options are calls that the client can make now.
	Options []Option `json:"options"`

	// Tool is the id of the tool that the request went to, "" for none. It is
	// not part of the JSON.
	Tool string `json:"-"`
	// Failed tells failures from questions, previews and "nothing fits". It is
	// not part of the JSON.
	Failed bool `json:"-"`
	// changed tells that nothing was done, for the tools are others by now.
	changed bool
	// waits is the reply that it tells of where that is a preview which runs when
	// its plan is sent back.
	waits *dispatch.Reply
}

// Item names one thing by its id, its address, or both.
type Item struct {
	// ID is a JSON string or whole number, as the tool wrote it; nil for none.
	ID  json.RawMessage `json:"id,omitempty"`
	URL string          `json:"url,omitempty"`
}

// Option is one call that the client can make.
type Option struct {
	Label string `json:"label,omitempty"`
	// Tool is the name of a tool that the client sees.
	Tool      string         `json:"tool"`
	Arguments map[string]any `json:"arguments"`
	// Fill names the arguments whose value is a placeholder, such as
	// "<item_id: integer>", that the caller has to replace.
	Fill []string `json:"fill,omitempty"`
}

// AnswerSchema is the JSON Schema of an Answer.
const AnswerSchema = `{"type":"object","properties":{` +
	`"ok":{"type":"boolean"},` +
	`"answer":{"type":"string"},` +
	`"items":{"type":"array","items":{"type":"object","properties":{"id":{"type":["string","integer"]},"url":{"type":"string"}},"minProperties":1,"additionalProperties":false}},` +
	`"caveat":{"type":["string","null"]},` +
	`"options":{"type":"array","items":{"type":"object","properties":{"label":{"type":"string"},"tool":{"type":"string"},"arguments":{"type":"object"},"fill":{"type":"array","items":{"type":"string"}}},"required":["tool","arguments"],"additionalProperties":false}}},` +
	`"required":["ok","answer","items","caveat","options"],"additionalProperties":false}`

// newAnswer begins an answer with the keys that must not be null.
func newAnswer(text string) Answer {
	return Answer{Answer: text, Items: []Item{}, Options: []Option{}}
}

// failure is the answer to a call that can't be carried out.
func failure(err error) Answer {
	a := newAnswer(err.Error())
	a.Failed = true
	return a
}
