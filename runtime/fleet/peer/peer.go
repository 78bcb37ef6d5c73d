// Package peer is the client that a call is made for, as the server that carries
// the call out can turn to it: for a form, a completion, with notices of
// progress. It travels in the context, so that nothing between the face that a
// client speaks to and the server that it ends at has to know of it.
//
//	ctx = peer.With(ctx, client)      // where the client's request comes in
//	...
//	answer, err := peer.Of(ctx).Request(ctx, "elicitation/create", params)
package peer

import (
	"context"
	"encoding/json"
	"errors"
)

// Client is a client that a call is made for. Implementations are comparable,
// equal for one client, and safe for concurrent use.
type Client interface {
	// Capabilities is what the client said that it can, as the protocol's
	// capabilities object.
	Capabilities() json.RawMessage
	// Accepts tells whether the client answers a method while a call lasts, such
	// as "elicitation/create".
	Accepts(method string) bool
	// Defers tells whether the client answers a method only by making its own
	// request again, with the answer.
	Defers(method string) bool
	// Request asks the client and returns its answer.
	Request(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error)
	// Notify passes on a notification that belongs to the call: its progress, log
	// messages. It must not block for long.
	Notify(method string, params json.RawMessage)
	// LogLevel is from which level up the client wants log messages, "" for none.
	LogLevel() string
	// Answers are what the client sends along when it makes a call again that
	// was open: "inputResponses" and "requestState"; nil without.
	Answers() map[string]json.RawMessage
	// WantsProgress tells whether the client asked for notices of progress.
	WantsProgress() bool
}

// ErrNobody is the error of what is asked of a client that is not there.
var ErrNobody = errors.New("nobody is there who could be asked")

type key struct{}

// With returns a context for calls that are made for a client.
func With(ctx context.Context, c Client) context.Context {
	return context.WithValue(ctx, key{}, c)
}

// Of returns the client that calls with this context are made for. Without one
// it is a client that can do nothing.
func Of(ctx context.Context) Client {
	if c, ok := ctx.Value(key{}).(Client); ok && c != nil {
		return c
	}
	return nobody{}
}

type nobody struct{}

func (nobody) Capabilities() json.RawMessage { return json.RawMessage("{}") }
func (nobody) Accepts(string) bool           { return false }
func (nobody) Defers(string) bool            { return false }
func (nobody) Request(context.Context, string, json.RawMessage) (json.RawMessage, error) {
	return nil, ErrNobody
}
func (nobody) Notify(string, json.RawMessage)      {}
func (nobody) LogLevel() string                    { return "" }
func (nobody) Answers() map[string]json.RawMessage { return nil }
func (nobody) WantsProgress() bool                 { return false }
