package surface

import (
	"errors"

	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/surface/loadout"
	"github.com/sextant-mcp/sextant/runtime/surface/method"
)

// Host serves another MCP server in front of a dispatcher, such as that of package
// agents, on the transports of this package. ended is told of each session that is
// over; nil hears nothing. It serves no skills, and the mode of the options does not
// matter.
func Host(m *server.MCPServer, d *dispatch.Dispatcher, ended func(session string), opt Options) (*Surface, error) {
	if m == nil || d == nil {
		return nil, errors.New("surface: hosting needs a server and the dispatcher behind it")
	}
	if ended == nil {
		ended = func(string) {}
	}
	if err := opt.complete(); err != nil {
		return nil, err
	}
	opt.Mode = "" // the hosted server has none
	bounds := loadout.Options{Idle: opt.Idle}
	s := &Surface{
		dispatcher: d, opt: opt, mcp: m, methods: method.NewTable(opt.Log), ended: ended,
		sessions: loadout.New(bounds), handles: loadout.New(bounds),
	}
	s.changes = newChanges(s.tell)
	return s, nil
}
