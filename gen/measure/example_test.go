package measure_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/gen/source"
)

// Example measures a surface of two tools on three requests.
func Example() {
	file, _ := source.ParseCapabilities("tools.json", []byte(`{"capabilities":[
		{"id":"goal_schedule","one_line":"Run a goal again and again at fixed times.","intent_verbs":["act"]},
		{"id":"goal_list","one_line":"Show the goals and how far they are.","intent_verbs":["ask"]}]}`))
	rows, _ := source.ParseRoutes("dev.jsonl", []byte(`
		{"verb":"act","intent":"schedule the goal","gold":["goal_schedule"]}
		{"verb":"ask","intent":"show my goals","gold":["goal_list"]}
		{"verb":"ask","intent":"will it rain tomorrow","gold":[]}`))
	cat, _ := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	router, err := index.Router(context.Background(), cat, index.Options{})
	if err != nil {
		log.Fatal(err)
	}
	results := measure.Run(measure.FromRouter(router), rows, measure.Options{Mutates: measure.Mutating(cat)})
	s := measure.Summarize(results, measure.Speed{})
	fmt.Printf("top-1 %.2f of %d clear rows\n", s.Top1, s.Clear.N)
	fmt.Printf("refused %d of %d that nothing serves\n", s.NoMatch.Refused, s.NoMatch.N)
	// Output:
	// top-1 1.00 of 2 clear rows
	// refused 1 of 1 that nothing serves
}
