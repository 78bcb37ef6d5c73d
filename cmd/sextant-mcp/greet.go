package main

import (
	"fmt"
	"io"

	"github.com/sextant-mcp/sextant/runtime/rest"
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

// greet says where the server is and how to try it; tokens says that callers need
// one.
func greet(w io.Writer, base string, trials []trial, tokens bool) error {
	text := fmt.Sprintf("serving MCP at %s%s (health: %s%s)\n", base, surface.Path, base, surface.HealthPath)
	text += fmt.Sprintf("serving REST at %s%s<verb>, and a route for each tool (OpenAPI: %s%s):\n", base, rest.IntentPath, base, rest.OpenAPIPath)
	text += "  " + restTrial(base, trials) + "\n"
	if tokens {
		text += "every request but that for health needs a token: add -H 'Authorization: Bearer TOKEN'\n"
	}
	text += "\ntry:\n"
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

// restTrial is the first of the trials over REST, where it is a verb's; the tools
// of a part of the surface have no twins there.
func restTrial(base string, trials []trial) string {
	if len(trials) == 0 || trials[0].verb != "ask" {
		return "curl -s " + base + rest.OpenAPIPath
	}
	return fmt.Sprintf("curl -s %s%sask -H 'Content-Type: application/json' -d '{\"intent\":%q}'", base, rest.IntentPath, trials[0].args["intent"])
}
