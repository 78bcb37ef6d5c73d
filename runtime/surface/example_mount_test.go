package surface_test

import (
	"context"
	"fmt"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/generated" // a project imports its own
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// platform executes the tools of the surface: the platform's own code. It is the
// upstream of the capabilities whose descriptors name no server.
type platform struct{}

func (platform) Name() string { return "" }

func (platform) Call(_ context.Context, c dispatch.Call) (dispatch.Result, error) {
	return dispatch.Result{Text: fmt.Sprintf("%s of %s: %s", c.Action, c.Tool, c.Args)}, nil
}

// A program puts its surface on its own server, beside its own tools.
func ExampleMount() {
	d, err := dispatch.New(generated.Router(), dispatch.Options{Upstreams: dispatch.NewUpstreams(platform{})})
	if err != nil {
		log.Fatal(err)
	}
	hooks := &server.Hooks{}
	srv := server.NewMCPServer("platform", "1.0", server.WithHooks(hooks), server.WithToolCapabilities(true))
	srv.AddTool(mcp.NewTool("ping"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("pong"), nil
	})
	s, err := surface.Mount(srv, hooks, d, surface.Options{Mode: surface.ModeBoth})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	// server.ServeStdio(srv), server.NewStreamableHTTPServer(srv) and all other
	// transports serve it; here it is asked in process.
	for _, call := range []string{
		`{"name":"ping"}`,
		`{"name":"graph_schedules","arguments":{"action":"list"}}`,
		`{"name":"manage","arguments":{"intent":"x","hints":{"tool":"graph_schedules","action":"list"}}}`,
	} {
		answer := srv.HandleMessage(context.Background(), []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+call+`}`))
		result := answer.(mcp.JSONRPCResponse).Result.(*mcp.CallToolResult)
		fmt.Printf("%.60s\n", result.Content[0].(mcp.TextContent).Text)
	}
	// Output:
	// pong
	// list of graph_schedules: {"action":"list"}
	// {"result":"list of graph_schedules: {\"action\":\"list\"}","
}
