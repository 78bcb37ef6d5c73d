package fleet_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
)

// Mount a server and have a request in words reach its tool.
func Example() {
	tides := server.NewMCPServer("tides", "1")
	tides.AddTool(mcp.NewTool("tide_table", mcp.WithDescription("Tell the times of high and low water in a harbour."),
		mcp.WithString("harbour", mcp.Required()), mcp.WithReadOnlyHintAnnotation(true)),
		func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText("high water in " + req.GetString("harbour", "") + " is at noon"), nil
		})
	srv := httptest.NewServer(server.NewStreamableHTTPServer(tides))
	defer srv.Close()

	f := fleet.Start([]config.Server{{Name: "tides", Kind: config.HTTP, URL: srv.URL}}, fleet.Options{Log: silence})
	defer f.Close()
	f.Settle(context.Background(), 10*time.Second)
	overlay, err := fleet.NewOverlay(context.Background(), f, fleet.OverlayOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer overlay.Close()
	reply := overlay.Dispatcher().Do(context.Background(), dispatch.Request{
		Verb: runtime.Ask, Intent: "when is high water in the harbour 'Whitby'",
	})
	fmt.Println(reply.Routing.ChosenTool, reply.Executed, reply.Result)
	// Output: tide_table true high water in Whitby is at noon
}
