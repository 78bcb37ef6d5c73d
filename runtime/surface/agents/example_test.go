package agents_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/surface/agents"
)

// runs executes the tools of one namespace.
type runs struct{}

func (runs) Name() string { return "" }

func (runs) Call(_ context.Context, c dispatch.Call) (dispatch.Result, error) {
	return dispatch.Result{Structured: json.RawMessage(`{"answer":"d3 leads with 0.88.","arms":[{"name":"d3"}],"caveat":"one seed an arm"}`)}, nil
}

func Example() {
	cat, _, err := catalog.Load(catalog.Paths{Descriptors: []string{"testdata/attestation/capabilities.json"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	// A generated package brings its router along; training is left out here to
	// be quick.
	router, err := index.Router(context.Background(), cat, index.Options{LexicalOnly: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	// The agent owns the experiments, and the one tool that checks citations.
	groups := agents.Groups{"provenance": {"runs", "cite.check"}}
	if router, err = agents.Restrict(router, []string{"provenance"}, groups); err != nil {
		fmt.Println(err)
		return
	}
	d, err := dispatch.New(router, dispatch.Options{Upstreams: dispatch.NewUpstreams(runs{})})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := agents.New(d, agents.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	// s.Server returns this as an MCP server; here a question is asked directly.
	a := s.Ask(context.Background(), agents.Question{
		Namespace: "runs", Text: "which arm of the sweep won?", Context: map[string]json.RawMessage{"family": json.RawMessage(`"dropout"`)},
	})
	fmt.Println(a.OK, a.Tool)
	fmt.Println(a.Answer)
	fmt.Println(*a.Caveat)
	// Output:
	// true runs.compare
	// d3 leads with 0.88.
	// one seed an arm
	// A metric whose direction nobody declared is not ranked.
}
