package surface

import (
	"errors"
	"log/slog"

	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
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
	// Log takes what goes wrong; nil is slog.Default.
	Log *slog.Logger
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
	// ended is told of each session that is over.
	ended func(session string)
}

// New builds the surface. Everything on it is stateless: lists never differ
// between connections, and whatever has to last from one call to the next is
// named in the call. So clients of the older protocol revisions, with sessions,
// and of the newer, without, are served alike.
func New(d *dispatch.Dispatcher, opt Options) (*Surface, error) {
	if d == nil {
		return nil, errors.New("surface: no dispatcher")
	}
	var err error
	if opt.Mode, err = ParseMode(string(opt.Mode)); err != nil {
		return nil, err
	}
	if opt.Version == "" {
		opt.Version = "dev"
	}
	if opt.Log == nil {
		opt.Log = slog.Default()
	}
	s := &Surface{dispatcher: d, opt: opt, ended: d.Forget}
	s.mcp = server.NewMCPServer(Name, opt.Version, append(skills.Options(),
		server.WithInstructions(instructions(d.Router())),
		server.WithToolCapabilities(false),
		server.WithRecovery(),
		server.WithLogger(opt.Log),
	)...)
	s.mcp.AddTools(s.verbTools()...)
	if err := s.serveSkills(); err != nil {
		return nil, err
	}
	return s, nil
}

// MCP returns the server, for a transport that this package has none for; see
// HandleMessage for the requests that it does not know.
func (s *Surface) MCP() *server.MCPServer { return s.mcp }
