// Command sextant-mcp serves a compiled surface over MCP: six verbs in front of
// everything on it.
//
//	sextant-mcp                        one client on stdin and stdout
//	sextant-mcp -http 127.0.0.1:8765   streamable HTTP at /mcp, REST beside it
//	sextant-mcp -config mcp.json       the same verbs in front of other MCP servers
//	sextant-mcp -config auto           of those in the files of the clients here
//	sextant-mcp -config F -names       who is behind each of their names
//	sextant-mcp -config mcp.json -locked   call what sextant probe wrote down, nothing else
//	sextant-mcp -skills FOLDER         the skills in a folder, beside the compiled ones
//	sextant-mcp -mode condensed        every tool is listed, not the verbs
//
// Clients load single tools beside the verbs with load_tools. The flags -mode and
// -enabled-..., -disabled-... say what is shown at all, each with a variable that
// it defaults to; docs/surface.md describes them.
//
// What is learned from outcomes is kept in a file in the user's state folder, or
// where -store says; docs/replicas.md has servers share it.
//
// An HTTP address without a host, such as :8765, is served to this machine
// only. Logs go to stderr. An interrupt ends it once the calls under way have
// ended. Exit codes: 0 fine, 1 it could not go on, 2 usage.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}
