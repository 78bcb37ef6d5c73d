package main

import (
	"fmt"
	"io"

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
	{"find", map[string]any{"intent": "schedule a nightly job", "top_k": 3}},
	{"why", map[string]any{
		"intent": "show the routing evidence for a phrase",
		"hints":  map[string]any{"tool": "sextant_explain_route", "intent": "switch off the nightly job", "verb": "manage", "top_k": 2},
	}},
}

// greet says where the server is and how to try it.
func greet(w io.Writer, base string, trials []trial) error {
	text := fmt.Sprintf("serving MCP at %s%s (health: %s%s)\n\ntry:\n", base, surface.Path, base, surface.HealthPath)
	for _, t := range trials {
		line, err := surface.Curl(base, t.verb, t.args)
		if err != nil {
			return err
		}
		text += "\n" + line + "\n"
	}
	_, err := io.WriteString(w, text)
	return err
}
