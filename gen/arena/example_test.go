package arena_test

import (
	"context"
	"fmt"

	"github.com/sextant-mcp/sextant/gen/arena"
	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/llm"
	"github.com/sextant-mcp/sextant/gen/source"
)

// hasty is a model that calls the first tool it sees with the user's words. An
// llm.Client takes its place.
type hasty struct{}

func (hasty) Model() string { return "hasty" }

func (hasty) Chat(_ context.Context, req llm.Request) (*llm.Reply, error) {
	arguments := fmt.Sprintf(`{"intent": %q}`, req.Messages[1].Content)
	return &llm.Reply{Calls: []llm.Call{{Name: req.Tools[0].Name, Arguments: arguments}}}, nil
}

// A model that always takes the first tool is served well by a router and badly
// by a flat list.
func Example() {
	file, _ := source.ParseCapabilities("tools.json", []byte(`{"capabilities": [
		{"id": "goal_list", "one_line": "Show the goals and how far they are.", "intent_verbs": ["ask"]},
		{"id": "mail_search", "one_line": "Find mails by sender or words.", "intent_verbs": ["ask"]}]}`))
	cat, _ := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	field, err := arena.NewField(context.Background(), cat, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	turns := []arena.Turn{{Route: source.Route{ID: "t1", Intent: "find a mail by its sender", Gold: []string{"mail_search"}}}}
	report, err := arena.Run(context.Background(), hasty{}, field, turns, arena.Options{Runs: 1, Arms: []string{arena.Routed, arena.Flat}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range report.Arms {
		fmt.Println(a.Name, a.Turns[0].Moves[0])
	}
	// Output:
	// routed right: ask -> mail_search
	// flat wrong: goal_list -> goal_list
}
