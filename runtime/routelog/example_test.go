package routelog_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sextant-mcp/sextant/generated"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/routelog"
)

// Have a dispatcher log where requests go, and read the log.
func Example() {
	dir, err := os.MkdirTemp("", "routelog")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "routes.log")
	log, err := routelog.Open(path, routelog.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := dispatch.New(generated.Router(), dispatch.Options{Log: log.Record})
	if err != nil {
		fmt.Println(err)
		return
	}
	d.Do(context.Background(), dispatch.Request{Verb: runtime.Ask, Intent: "book me a table for two"})
	if err := log.Close(); err != nil {
		fmt.Println(err)
	}
	entries, err := routelog.ReadFile(path)
	for _, e := range entries {
		fmt.Printf("%s %s %q %v\n", e.Verb, e.Decision, e.Intent, err)
	}
	// Output: ask no_match "" <nil>
}
