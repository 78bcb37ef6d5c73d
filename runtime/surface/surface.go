package surface

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/surface/loadout"
	"github.com/sextant-mcp/sextant/runtime/surface/method"
	"github.com/sextant-mcp/sextant/runtime/surface/skills"
)

// Name is the name by which the server introduces itself.
const Name = "sextant"

// Options adjust a surface.
type Options struct {
	// Mode is what clients see; "" is ModeIntent.
	Mode Mode
	// Version is the server's version as clients see it; "" is "dev".
	Version string
	// Skills are sources of skills that are served beside the compiled ones.
	Skills []skills.Source
	// Servers are the names of the servers whose tools are behind the verbs, to be
	// told to clients; nil tells of none.
	Servers []string
	// PageSize is how many tools a page of the list holds; zero is DefaultPage.
	PageSize int
	// Idle is how long a conversation's loaded tools last without a call; zero
	// is loadout.DefaultIdle.
	Idle time.Duration
	// Health adds to the answer of the health check; nil adds nothing. Each key
	// stands beside those of the surface.
	Health func() map[string]any
	// Beside is what else is served on the same MCP server; nil is nothing. Only
	// New uses it: a host that mounts the surface does the same by itself.
	Beside Beside
	// Log takes what goes wrong; nil is slog.Default.
	Log *slog.Logger
}

func (opt *Options) complete() (err error) {
	if opt.Mode, err = ParseMode(string(opt.Mode)); err != nil {
		return fmt.Errorf("surface: %w", err)
	}
	if opt.PageSize < 0 || opt.Idle < 0 {
		return fmt.Errorf("surface: a page of %d tools, idle for %v; give zero for the defaults", opt.PageSize, opt.Idle)
	}
	if opt.Version == "" {
		opt.Version = "dev"
	}
	if opt.PageSize == 0 {
		opt.PageSize = DefaultPage
	}
	if opt.Idle == 0 {
		opt.Idle = loadout.DefaultIdle
	}
	if opt.Log == nil {
		opt.Log = slog.Default()
	}
	return nil
}

// Beside is something else on the MCP server of a surface, such as the prompts
// and resources of mounted servers (package face).
type Beside interface {
	// ServerOptions are what the server has to be made with.
	ServerOptions() []server.ServerOption
	// Mount puts it on the server, which was made with the options and hooks.
	Mount(*server.MCPServer, *server.Hooks)
}

// Surface is the MCP face of a dispatcher. One surface may be served on several
// transports at once.
type Surface struct {
	dispatcher *dispatch.Dispatcher
	opt        Options
	mcp        *server.MCPServer
	// methods stand in front of mcp on every transport.
	methods *method.Table
	library *skills.Library
	// alone is set where every tool of mcp is the surface's, and so every cursor.
	alone bool
	// ended is told of each session that is over; nil hears nothing.
	ended func(session string)
	// own are the surface's own tools, in the order in which they are listed.
	own    []server.ServerTool
	tables tables
	// sessions keeps what sessions and principals have loaded, handles what the
	// holders of handles have: those who need no authority to get one must not
	// push the others out.
	sessions, handles *loadout.Store
	changes           *changes
	listeners         listeners
}

// New builds the surface on a server of its own. Close it when it is no longer
// served.
func New(d *dispatch.Dispatcher, opt Options) (*Surface, error) {
	if d == nil {
		return nil, errors.New("surface: no dispatcher")
	}
	if err := opt.complete(); err != nil {
		return nil, err
	}
	hooks := &server.Hooks{}
	options := append(skills.Options(),
		server.WithInstructions(instructions(d.Router(), opt.Mode, opt.Servers)),
		server.WithToolCapabilities(true),
		server.WithHooks(hooks),
		server.WithRecovery(),
		server.WithLogger(PerCall(opt.Log)),
	)
	if opt.Beside != nil {
		options = append(options, opt.Beside.ServerOptions()...)
	}
	srv := server.NewMCPServer(Name, opt.Version, options...)
	s, err := Mount(srv, hooks, d, opt)
	if err != nil {
		return nil, err
	}
	s.alone = true
	if opt.Beside != nil {
		opt.Beside.Mount(srv, hooks)
	}
	hooks.AddAfterListTools(asWritten)
	return s, nil
}

// Dispatcher returns the dispatcher whose face the surface is.
func (s *Surface) Dispatcher() *dispatch.Dispatcher { return s.dispatcher }

// MCP returns the server, for a transport that this package has none for; see
// HandleMessage for the requests that it does not know.
func (s *Surface) MCP() *server.MCPServer { return s.mcp }

// Close ends what runs in the background: clients hear of no more changes.
func (s *Surface) Close() { s.changes.close() }

// isOwn reports a tool of the surface itself.
func (s *Surface) isOwn(name string) bool {
	return slices.ContainsFunc(s.own, func(one server.ServerTool) bool { return one.Tool.Name == name })
}
