// Command replayer is an MCP server on standard streams that lists the tools of the
// tools/list answer in the file that its argument names. It does nothing else, so that
// many of them start quickly.
package main

import (
	"fmt"
	"os"

	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: replayer FILE")
		os.Exit(2)
	}
	if err := fleettest.ServeReplay(os.Stdin, os.Stdout, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "replayer:", err)
		os.Exit(1)
	}
}
