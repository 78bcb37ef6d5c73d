package runtime_test

import (
	"fmt"

	"github.com/sextant-mcp/sextant/generated"
	"github.com/sextant-mcp/sextant/runtime"
)

// Route a request on the surface that this module ships.
func ExampleRouter_Resolve() {
	router, err := runtime.New(&generated.Tables)
	if err != nil {
		fmt.Println(err) // the tables are of another version, or were edited
		return
	}
	decision, candidates := router.Resolve(nil, runtime.Query{
		Verb:   runtime.Act,
		Intent: "call off goal g-203",
	})
	fmt.Println(decision.Outcome, candidates[0].ID)
	// Output: route graph_goals
}

// Ask for the evidence behind a decision.
func ExampleRouter_Explain() {
	e := generated.Router().Explain(runtime.Query{Intent: "book me a table for two", K: 1})
	fmt.Println(e.Decision.Outcome)
	// Output: no_match
}
