package fleet

import (
	"context"
	"encoding/json"
)

// Peer is the client that a call is made for, as far as a server may turn to it
// while the call lasts. Implementations are safe for concurrent use.
type Peer interface {
	// Capabilities is what the client said that it can, as the protocol's
	// capabilities object.
	Capabilities() json.RawMessage
	// Accepts tells whether the client answers a method, such as
	// "elicitation/create".
	Accepts(method string) bool
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

type peerKey struct{}

// WithPeer returns a context for calls that are made for a client.
func WithPeer(ctx context.Context, p Peer) context.Context {
	return context.WithValue(ctx, peerKey{}, p)
}

// peerOf returns the client that a call is made for. Nobody is a client that
// can do nothing.
func peerOf(ctx context.Context) Peer {
	if p, ok := ctx.Value(peerKey{}).(Peer); ok && p != nil {
		return p
	}
	return nobody{}
}

type nobody struct{}

func (nobody) Capabilities() json.RawMessage { return json.RawMessage("{}") }
func (nobody) Accepts(string) bool           { return false }
func (nobody) Request(context.Context, string, json.RawMessage) (json.RawMessage, error) {
	return nil, errNobody
}
func (nobody) Notify(string, json.RawMessage)      {}
func (nobody) LogLevel() string                    { return "" }
func (nobody) Answers() map[string]json.RawMessage { return nil }
func (nobody) WantsProgress() bool                 { return false }
