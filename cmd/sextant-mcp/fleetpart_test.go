package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A part of a fleet: the servers that were chosen, each behind an ask tool as it
// comes, and nothing of the others.
func TestFleetPart(t *testing.T) {
	path, err := exec.LookPath("sextant-mcp")
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(t.TempDir(), "mcp.json")
	inner := fmt.Sprintf(`{"command": %q, "args": ["-mode", "condensed", "-enabled-tools", "sextant_*"]}`, path)
	other := fmt.Sprintf(`{"command": %q, "args": ["-mode", "condensed", "-enabled-tools", "graph_search"]}`, path)
	if err := os.WriteFile(config, []byte(`{"mcpServers": {"inner": `+inner+`, "other": `+other+`, "gone": {"command": "no-such-program-anywhere"}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "peer", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: exec.Command(path, "-config", config, "-namespace", "inner,gone")}, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for range 400 { // the server is a moment behind
		names = nil
		for tool, err := range session.Tools(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, tool.Name)
		}
		if slices.Contains(names, "inner.ask") {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if got := strings.Join(names, " "); got != "inner.ask inner.tools" {
		t.Fatal(got)
	}
	for name, want := range map[string]struct {
		args map[string]any
		says string
	}{
		"inner.tools": {nil, "inner__sextant_surface_stats"},
		"inner.ask":   {map[string]any{"question": "how many tools are loaded on this surface", "hints": map[string]any{"tool": "inner__sextant_surface_stats"}}, `by_kind`},
	} {
		res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: want.args})
		if err != nil || res.IsError {
			t.Fatal(name, res, err)
		}
		if text := res.Content[0].(*mcp.TextContent).Text; !strings.Contains(text, want.says) || strings.Contains(text, "graph_search") {
			t.Errorf("%s: %s", name, text)
		}
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
}
