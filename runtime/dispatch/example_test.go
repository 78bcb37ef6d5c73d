package dispatch_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// shelves is a server that executes the calls of a small library.
type shelves struct{}

func (shelves) Name() string { return "catalogue" }

func (shelves) Call(_ context.Context, c dispatch.Call) (dispatch.Result, error) {
	return dispatch.Result{Text: fmt.Sprintf("%s got %s", c.Tool, c.Args)}, nil
}

func Example() {
	// A program with a generated package takes that package's router instead.
	cat, _, err := catalog.Load(catalog.Paths{Descriptors: []string{"testdata/surface.json"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	router, err := index.Router(context.Background(), cat, index.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := dispatch.New(router, dispatch.Options{Upstreams: dispatch.NewUpstreams(shelves{})})
	if err != nil {
		fmt.Println(err)
		return
	}

	// A question is routed and answered.
	reply := d.Do(context.Background(), dispatch.Request{
		Verb: runtime.Ask, Intent: "search the catalogue for volumes about bees",
	})
	fmt.Println(reply.Routing.ChosenTool+":", reply.Result)

	// What can't be undone is previewed, and runs when the plan is sent back.
	reply = d.Do(context.Background(), dispatch.Request{
		Verb: runtime.Write, Intent: "take volume 7 out of the catalogue",
		Hints: json.RawMessage(`{"tool":"book_delete","id":7}`),
	})
	fmt.Println("executed:", reply.Executed)
	reply = d.Do(context.Background(), dispatch.Request{
		Verb: runtime.Write, Hints: json.RawMessage(`{"plan_ref":"` + reply.Routing.PlanRef + `"}`),
	})
	fmt.Println("executed:", reply.Executed, reply.Result)

	// Output:
	// book_search: book_search got {"query":"search the catalogue for volumes about bees"}
	// executed: false
	// executed: true book_delete got {"id":7}
}
