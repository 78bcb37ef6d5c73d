package args_test

import (
	"sync"
	"testing"

	"github.com/sextant-mcp/sextant/generated"
	"github.com/sextant-mcp/sextant/runtime/args"
)

func TestReader(t *testing.T) {
	r := args.NewReader(generated.Router())
	if got := r.ReadArguments("no such tool", "limit 5"); len(got) != 0 || r.Tool("no such tool") != nil {
		t.Errorf("%v", got)
	}
	first := r.Tool("engine_admin")
	if again := r.Tool("engine_admin"); first == nil || first != again {
		t.Error("a tool is parsed twice")
	}
	got := r.ReadArguments("engine_admin", `back up graph="orders"`)
	if len(got) != 1 || string(got["graph"]) != `"orders"` {
		t.Errorf("%s", got)
	}
}

// Reading from several goroutines is safe; the race detector looks on.
func TestReaderIsShared(t *testing.T) {
	r := args.NewReader(generated.Router())
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for _, id := range []string{"engine_admin", "graph_write", "graph_loops", "graph_schedules"} {
				r.ReadArguments(id, `graph="a" limit 5 on March 9th 2026 in Porto`)
			}
		})
	}
	group.Wait()
}
