package surface

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/surface/loadout"
)

type principalKey struct{}

// WithPrincipal returns a context that says who an authenticated caller is. A
// layer in front of the endpoint that checks tokens sets it on the request's
// context; "" is nobody.
func WithPrincipal(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, principalKey{}, name)
}

// Principal returns who WithPrincipal said the caller is, "" when nobody did.
func Principal(ctx context.Context) string {
	name, _ := ctx.Value(principalKey{}).(string)
	return name
}

type operatorKey struct{}

// WithOperator returns a context that says that the caller may see and change what
// belongs to other callers, as what was learned from their calls. Whoever a surface
// is served to on stdin and stdout is one, and over HTTP the holder of a token that
// says so.
func WithOperator(ctx context.Context) context.Context {
	return context.WithValue(ctx, operatorKey{}, true)
}

// Operator reports whether WithOperator said that the caller is one.
func Operator(ctx context.Context) bool {
	is, _ := ctx.Value(operatorKey{}).(bool)
	return is
}

// caller is whose call it is: the key that plans, memories and loaded tools hang
// on, "" when nobody is known, and the store that keeps what the key has loaded.
type caller struct {
	key   string
	store *loadout.Store
	// handle is set when the key comes from a handle.
	handle string
}

// who names the caller of a request that shows no handle: the session in the
// older eras; in the newer one, where requests must not rest on a connection,
// the authenticated principal. Handles, sessions and principals never share a
// key.
func (s *Surface) who(ctx context.Context) caller {
	c := caller{store: s.sessions}
	session := server.ClientSessionFromContext(ctx)
	switch {
	case !isModern(ctx) && session != nil && session.SessionID() != "":
		c.key = sessionKey(session.SessionID())
	default:
		c.key = dispatch.PrincipalCaller(Principal(ctx))
	}
	return c
}

// whoHolds names the caller of a request that may show a handle, which goes
// before everything else.
func (s *Surface) whoHolds(ctx context.Context, handle string) (caller, error) {
	if handle == "" {
		return s.who(ctx), nil
	}
	key, err := s.handles.Resolve(handle, Principal(ctx))
	if err != nil {
		return caller{}, fmt.Errorf("handle: %w", err)
	}
	return caller{key: key, store: s.handles, handle: handle}, nil
}

func sessionKey(id string) string { return "session:" + id }

// isModern reports the era without sessions.
func isModern(ctx context.Context) bool {
	info := server.RequestProtocolInfoFromContext(ctx)
	return info != nil && info.Modern
}

// forget frees what is kept of a session that has ended.
func (s *Surface) forget(id string) {
	s.sessions.Drop(sessionKey(id))
	s.dispatcher.Forget(sessionKey(id))
	s.changes.drop(sessionKey(id))
	if s.ended != nil {
		s.ended(id)
	}
}
