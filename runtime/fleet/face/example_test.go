package face_test

import (
	"fmt"

	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/face"
)

// Put what a fleet offers beside tools on an MCP server.
func Example() {
	f := fleet.Start(nil, fleet.Options{})
	defer f.Close()
	fc := face.New(f, nil)
	defer fc.Close()
	hooks := &server.Hooks{}
	srv := server.NewMCPServer("gateway", "1", append(fc.ServerOptions(), server.WithHooks(hooks))...)
	fc.Mount(srv, hooks)
	fmt.Println(len(srv.ListPrompts()), "prompts,", len(srv.ListResources()), "resources")
	// Output: 0 prompts, 0 resources
}
