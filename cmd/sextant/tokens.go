package main

import (
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/sextant-mcp/sextant/gen/tokens"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// listCost is what tools/list of one mode costs a model.
type listCost struct {
	Tools int `json:"tools"`
	// Tokens is what a client shows its model: names, descriptions and input
	// schemas, as JSON.
	Tokens int `json:"tokens"`
	// OutputSchemaTokens are those of the schemas of results, which few clients
	// show.
	OutputSchemaTokens int `json:"output_schema_tokens"`
}

// listCosts counts the tokens of each mode's list on the surface of a router.
func listCosts(r *runtime.Router) (map[string]listCost, error) {
	d, err := dispatch.New(r, dispatch.Options{})
	if err != nil {
		return nil, err
	}
	costs := map[string]listCost{}
	for _, mode := range surface.Modes {
		s, err := surface.New(d, surface.Options{Mode: mode, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			return nil, err
		}
		cost, err := costOf(s.Listing())
		s.Close()
		if err != nil {
			return nil, fmt.Errorf("mode %s: %w", mode, err)
		}
		costs[string(mode)] = cost
	}
	return costs, nil
}

func costOf(list []surface.Listed) (listCost, error) {
	cost := listCost{Tools: len(list)}
	shown, err := json.Marshal(list)
	if err != nil {
		return cost, err
	}
	if cost.Tokens, err = tokens.Count(string(shown)); err != nil {
		return cost, err
	}
	for _, tool := range list {
		n, err := tokens.Count(string(tool.OutputSchema))
		if err != nil {
			return cost, err
		}
		cost.OutputSchemaTokens += n
	}
	return cost, nil
}
