package link_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
)

// Reach a server, list its tools and call one.
func Example() {
	bells := server.NewMCPServer("bells", "1")
	bells.AddTool(mcp.NewTool("ring_bell"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("ding"), nil
	})
	srv := httptest.NewServer(server.NewStreamableHTTPServer(bells))
	defer srv.Close()

	ctx := context.Background()
	conn, err := link.Open(ctx, config.Server{Name: "bells", Kind: config.HTTP, URL: srv.URL}, link.Options{Name: "example", Version: "1"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer conn.Close()
	list, err := conn.List(ctx, link.Tools)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := conn.Request(ctx, "tools/call", link.Params{"name": json.RawMessage(`"ring_bell"`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	var answer struct{ Content []struct{ Text string } }
	if err := json.Unmarshal(result, &answer); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(list.Items[0].Key, answer.Content[0].Text)
	// Output: ring_bell ding
}
