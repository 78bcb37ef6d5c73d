package surface

import (
	"context"
	"errors"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/surface/loadout"
)

// Mount puts the surface on a server that its host has made, beside the host's
// own tools. The server must have been made with these hooks, and with tool
// capabilities that announce changes:
//
//	hooks := &server.Hooks{}
//	srv := server.NewMCPServer(name, version, server.WithHooks(hooks), server.WithToolCapabilities(true))
//	s, err := surface.Mount(srv, hooks, dispatcher, surface.Options{})
//
// Through the hooks the surface answers tools/list from its table, takes calls
// of tools by their own names, and hears of sessions that end. A tool filter or
// middleware of the host sees such calls under the name "sextant.gate", and must
// let them pass. Mount a surface before the server is served, and close it when
// it no longer is.
func Mount(srv *server.MCPServer, hooks *server.Hooks, d *dispatch.Dispatcher, opt Options) (*Surface, error) {
	if srv == nil || hooks == nil || d == nil {
		return nil, errors.New("surface: mounting needs a server, the hooks it was made with, and a dispatcher")
	}
	if err := opt.complete(); err != nil {
		return nil, err
	}
	bounds := loadout.Options{Idle: opt.Idle}
	s := &Surface{dispatcher: d, opt: opt, mcp: srv, sessions: loadout.New(bounds), handles: loadout.New(bounds)}
	s.changes = newChanges(s.tell)
	s.own = append(s.verbTools(), s.lifecycleTools()...)
	s.hook(hooks)
	gate := mcp.NewToolWithRawSchema(gateName, "", []byte(`{"type":"object"}`))
	if !answersTo(srv, hooks) {
		return nil, errors.New("surface: the server was not made with these hooks; give them to server.NewMCPServer by server.WithHooks")
	}
	if err := s.serveSkills(); err != nil {
		return nil, err
	}
	srv.AddTools(append(slices.Clone(s.own), server.ServerTool{Tool: gate, Handler: s.callGranular})...)
	d.Watch(s.ListChanged)
	return s, nil
}

type probe struct{ heard bool }

type probeKey struct{}

// answersTo reports whether the hooks are the server's: it pings the server and
// listens for it.
func answersTo(srv *server.MCPServer, hooks *server.Hooks) bool {
	p := &probe{}
	hooks.AddBeforePing(func(ctx context.Context, _ any, _ *mcp.PingRequest) {
		if ctx.Value(probeKey{}) == p {
			p.heard = true
		}
	})
	srv.HandleMessage(context.WithValue(context.Background(), probeKey{}, p), []byte(`{"jsonrpc":"2.0","id":0,"method":"ping"}`))
	return p.heard
}
