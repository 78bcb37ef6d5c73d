package agents

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// Live is the surface of a dispatcher whose router changes, such as that of mounted
// servers that come and go. Clients are told when the list is another. It is safe
// for concurrent use.
type Live struct {
	dispatcher *dispatch.Dispatcher
	opt        Options
	log        *slog.Logger
	mcp        *server.MCPServer

	mu  sync.Mutex
	now *Surface
}

// anyDoor stands for the ask tools of servers that come and go.
const anyDoor = "the ask tool of whom it is about (NAME.ask; the list has those that are there, and where there are several, ask chooses)"

// Follow returns the surface of a dispatcher, which may hold no tool yet, as an MCP
// server that follows the dispatcher's router. What a conversation has enabled stays
// enabled.
func Follow(d *dispatch.Dispatcher, opt Options, version string, log *slog.Logger) (*Live, error) {
	if d == nil {
		return nil, errors.New("agents: no dispatcher")
	}
	l := &Live{dispatcher: d, opt: opt.complete(), log: log}
	var err error
	if l.now, err = newSurface(d, d.Router(), l.opt); err != nil {
		return nil, err
	}
	l.mcp = newServer(version, log, instructionsAt(anyDoor), l.visible)
	l.mcp.SetTools(l.now.serverTools(l.mcp, l)...)
	d.Watch(func() { l.surface() })
	return l, nil
}

// Server returns the MCP server; see [Surface.Server].
func (l *Live) Server() *server.MCPServer { return l.mcp }

// surface is that of the router that is served now. A router whose tools can't be
// told apart leaves the last one in place.
func (l *Live) surface() *Surface {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.dispatcher.Router()
	if r == l.now.router {
		return l.now
	}
	next, err := newSurface(l.dispatcher, r, l.opt)
	if err != nil {
		l.log.Error("the tools that are served now can't be shown; the last ones stay", "error", err)
		return l.now
	}
	l.now = next
	l.mcp.SetTools(next.serverTools(l.mcp, l)...)
	return next
}

func (l *Live) visible(ctx context.Context, tools []mcp.Tool) []mcp.Tool {
	return l.surface().visible(ctx, tools)
}

// again makes a call anew that met with a change of the router.
func (l *Live) again(call func(*Surface) Answer) (a Answer) {
	const tries = 3
	for range tries {
		if a = call(l.surface()); !a.changed {
			return a
		}
	}
	return a
}

// Ask is as [Surface.Ask].
func (l *Live) Ask(ctx context.Context, q Question) Answer {
	return l.again(func(s *Surface) Answer { return s.Ask(ctx, q) })
}

// Call is as [Surface.Call].
func (l *Live) Call(ctx context.Context, name string, args map[string]json.RawMessage, key string) Answer {
	return l.again(func(s *Surface) Answer { return s.Call(ctx, name, args, key) })
}

// Tools is as [Surface.Tools].
func (l *Live) Tools(namespace, key string) (Listing, error) {
	return l.surface().Tools(namespace, key)
}

// EndSession is as [Surface.EndSession].
func (l *Live) EndSession(id string) { l.surface().EndSession(id) }
