package face

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/fleet"
)

// Face republishes what a fleet offers on an MCP server. It is safe for
// concurrent use.
type Face struct {
	fleet   *fleet.Fleet
	mcp     *server.MCPServer
	subs    subscriptions
	entries func(name string) (json.RawMessage, bool)
	stop    func()
	life    context.Context // ends when the face is closed
	end     context.CancelFunc
	work    sync.WaitGroup

	mu     sync.Mutex
	closed bool
	// What is published: prompts by the name that clients see, resources and
	// templates by address; gone are templates that no server offers any more.
	prompts, resources, templates map[string]fleet.Offer
	gone                          map[string]bool
	names                         map[[2]string]string // of a server's prompt
	shown                         map[string]string    // what is published, by list
}

// New returns the face of a fleet. It shows nothing until it is mounted. entries
// finds what a server wrote of a tool, by the name that clients know it by, as
// Overlay.Entry does; nil finds nothing.
func New(f *fleet.Fleet, entries func(name string) (json.RawMessage, bool)) *Face {
	fc := &Face{fleet: f, entries: entries, gone: map[string]bool{}, names: map[[2]string]string{}, shown: map[string]string{}, stop: func() {}}
	fc.life, fc.end = context.WithCancel(context.Background())
	return fc
}

// ServerOptions are what the MCP server must be made with.
func (f *Face) ServerOptions() []server.ServerOption {
	return []server.ServerOption{
		server.WithPromptCapabilities(true),
		server.WithResourceCapabilities(true, true),
		server.WithCompletions(),
		server.WithLogging(),
		server.WithPromptCompletionProvider(completer{f}),
		server.WithResourceCompletionProvider(completer{f}),
		server.WithToolHandlerMiddleware(f.forClient),
	}
}

// forClient puts the client into the context of calls of tools.
func (f *Face) forClient(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, call mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return next(withClient(ctx, call.Params.Meta, call.Params.MultiRoundTripParams), call)
	}
}

// Mount publishes what the servers offer by now on an MCP server, and goes on as
// that changes. The server must have been made with the ServerOptions and these
// hooks.
func (f *Face) Mount(srv *server.MCPServer, hooks *server.Hooks) {
	f.mcp = srv
	f.subs = subscriptions{face: f, wanted: map[string]int{}}
	srv.EnableSampling()
	hooks.AddAfterSetLevel(f.levelSet)
	hooks.AddAfterListResourceTemplates(f.leaveOut)
	if f.entries != nil {
		hooks.AddAfterListTools(f.complete)
	}
	f.subs.hook(hooks)
	changes, stopChanges := f.fleet.Changes()
	stopNotices := f.fleet.Notices(f.subs.notice)
	f.stop = func() { stopChanges(); stopNotices() }
	f.publish()
	f.goes(func(ctx context.Context) {
		for {
			select {
			case <-ctx.Done():
				return
			case <-changes:
				f.publish()
			}
		}
	})
}

// Close ends what runs in the background. Clients hear of no more changes.
func (f *Face) Close() {
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock()
	f.end()
	f.stop()
	f.work.Wait()
}

// goes runs work that Close ends and waits for; it does not once the face is
// closed.
func (f *Face) goes(work func(ctx context.Context)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.closed {
		f.work.Go(func() { work(f.life) })
	}
}

// publish brings the server's lists up to date, and tells clients of those that
// have changed.
func (f *Face) publish() {
	prompts, resources, templates := f.fleet.Prompts(), f.fleet.Resources(), f.fleet.Templates()
	if f.differs("prompts", prompts) {
		f.publishPrompts(prompts)
	}
	if f.differs("resources", resources) {
		f.publishResources(resources)
	}
	if f.differs("templates", templates) {
		f.publishTemplates(templates)
	}
}

// levelSet passes on from which level up a client wants log messages.
func (f *Face) levelSet(ctx context.Context, _ any, req *mcp.SetLevelRequest, _ *mcp.EmptyResult) {
	f.fleet.WantLogs(ctx, string(req.Params.Level))
}

// differs notes what is published of a list and reports whether that is new.
func (f *Face) differs(list string, offers []fleet.Offer) bool {
	now := contentOf(offers)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.shown[list] == now {
		return false
	}
	f.shown[list] = now
	return true
}

// contentOf is what tells two lists apart.
func contentOf(offers []fleet.Offer) string {
	var b []byte
	for _, o := range offers {
		b = append(b, o.Server...)
		b = append(b, 0)
		b = append(b, o.Raw...)
		b = append(b, '\n')
	}
	return string(b)
}
