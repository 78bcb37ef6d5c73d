package surface

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A host's own tools stay listed and called, in pages of its own size, and the
// surface's come behind them.
func TestMount(t *testing.T) {
	base, _ := newSurface(t)
	hooks := &server.Hooks{}
	srv := server.NewMCPServer("host", "1", server.WithHooks(hooks), server.WithToolCapabilities(true), server.WithPaginationLimit(2), server.WithInputSchemaValidation())
	for _, name := range []string{"zebra", "apple", "mango", "seat_plan"} {
		srv.AddTool(mcp.NewTool(name), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText("from " + name), nil
		})
	}
	s, err := Mount(srv, hooks, base.dispatcher, Options{Mode: ModeCondensed, PageSize: 20, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var names []string
	for cursor, pages := mcp.Cursor(""), 0; ; pages++ {
		message, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": map[string]any{"cursor": cursor}})
		if err != nil {
			t.Fatal(err)
		}
		res, ok := srv.HandleMessage(t.Context(), message).(mcp.JSONRPCResponse)
		if !ok || pages > 20 {
			t.Fatalf("page %d: %+v", pages, res)
		}
		list := res.Result.(mcp.ListToolsResult)
		for _, tool := range list.Tools {
			names = append(names, tool.Name)
		}
		if cursor = list.NextCursor; cursor == "" {
			break
		}
	}
	want := []string{"apple", "mango", "seat_plan", "zebra"}
	for _, g := range s.table().condensed {
		want = append(want, g.name)
		if g.id == "seat_plan" && (g.name == "seat_plan" || !strings.HasPrefix(g.name, "seat_plan_")) {
			t.Errorf("the host's name was taken: %s", g.name)
		}
	}
	if !slices.Equal(names, want) {
		t.Errorf("listed are %v, want %v", names, want)
	}
	for call, want := range map[string]string{
		`{"name":"seat_plan","arguments":{}}`:                                     "from seat_plan",
		`{"name":"mango","arguments":{}}`:                                         "from mango",
		`{"name":"book_search","arguments":{"query":"bees"}}`:                     `"query":"bees"`,
		`{"name":"ask","arguments":{"intent":"overdue loans of a member"}}`:       "book_loans",
		`{"name":"` + gateName + `","arguments":{"tool":"book_search","raw":{}}}`: "not found",
	} {
		raw, err := json.Marshal(srv.HandleMessage(t.Context(), []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+call+`}`)))
		if err != nil || !strings.Contains(strings.ReplaceAll(string(raw), `\"`, `"`), want) {
			t.Errorf("%s: want %s, got %s, %v", call, want, raw, err)
		}
	}
	if _, err := Mount(srv, &server.Hooks{}, base.dispatcher, Options{}); err == nil || !strings.Contains(err.Error(), "server.WithHooks") {
		t.Errorf("hooks of another server: %v", err)
	}
}
