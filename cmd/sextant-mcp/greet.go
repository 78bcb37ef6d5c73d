package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sextant-mcp/sextant/runtime/surface"
)

// trial is a request that is worth a try on a server that was just started: it
// needs nothing that is not part of the server.
type trial struct {
	verb string
	args map[string]any
}

var trials = []trial{
	{"ask", map[string]any{"intent": "how many tools are loaded on this surface"}},
	{"find", map[string]any{"intent": "run something every night", "top_k": 3}},
	{"why", map[string]any{"intent": "show the routing evidence for: which of our ferries are chartered out", "hints": map[string]any{
		"tool": "sextant_explain_route", "intent": "which of our ferries are chartered out", "verb": "ask"}}},
}

// greet says where the server is and how to try it.
func greet(w io.Writer, base string) {
	fmt.Fprintf(w, "serving MCP at %s%s (health: %s%s)\n\ntry:\n", base, surface.Path, base, surface.HealthPath)
	for _, t := range trials {
		fmt.Fprintf(w, "\n%s\n", t.curl(base+surface.Path))
	}
}

// curl is the request as a command. It speaks the newest revision of the
// protocol, which needs no session; so each line stands alone.
func (t trial) curl(url string) string {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{
			"name": t.verb, "arguments": t.args,
			"_meta": map[string]any{
				mcp.MetaKeyProtocolVersion:    mcp.ProtocolVersion20260728,
				mcp.MetaKeyClientCapabilities: map[string]any{},
			},
		},
	})
	if err != nil {
		panic("a trial has no JSON: " + err.Error())
	}
	return fmt.Sprintf("curl -s %s -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' "+
		"-H 'MCP-Protocol-Version: %s' -H 'Mcp-Method: tools/call' -H 'Mcp-Name: %s' -d '%s'",
		url, mcp.ProtocolVersion20260728, t.verb, body)
}
