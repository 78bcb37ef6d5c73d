package surface

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/surface/method"
	"github.com/sextant-mcp/sextant/runtime/surface/skills"
)

// serveSkills puts the methods for skills in front of the server. A skill that
// can't be served is named in the log and hides no other.
func (s *Surface) serveSkills() error {
	router := s.dispatcher.Router()
	sources := append([]skills.Source{shown{skills.Compiled(router.Tables()), router}}, s.opt.Skills...)
	shelf, problems := skills.Open(context.Background(), sources...)
	for _, p := range problems {
		s.opt.Log.Warn("not served", "error", p)
	}
	s.library, s.methods = skills.NewLibrary(shelf), method.NewTable(s.opt.Log)
	return s.library.Mount(s.methods, s.mcp)
}

// shown is a source without the skills that the router does not have, because a
// filter took them out.
type shown struct {
	skills.Source
	router *runtime.Router
}

// List implements skills.Source.
func (s shown) List(ctx context.Context) ([]skills.Skill, []skills.Problem) {
	found, problems := s.Source.List(ctx)
	hidden := func(name string) bool {
		_, ok := s.router.Lookup(name)
		return !ok
	}
	return slices.DeleteFunc(found, func(one skills.Skill) bool { return hidden(one.Path) }),
		slices.DeleteFunc(problems, func(p skills.Problem) bool { return p.Skill != "" && hidden(p.Skill) })
}

// Skills is what the surface serves of skills.
func (s *Surface) Skills() *skills.Library { return s.library }

// HandleMessage answers a message of a client in the same process: what the MCP
// server behind the surface knows, and the methods in front of it. The answer is
// nil where none is due.
func (s *Surface) HandleMessage(ctx context.Context, message json.RawMessage) mcp.JSONRPCMessage {
	return s.methods.Message(ctx, message, s.mcp.HandleMessage)
}
