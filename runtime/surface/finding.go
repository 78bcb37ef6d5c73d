package surface

import (
	"context"
	"fmt"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
)

// findReply answers find_tools.
type findReply struct {
	Results []foundTool `json:"results"`
	// Loaded is all that the caller has loaded, whether or not it was found.
	Loaded          []loadedTool `json:"loaded"`
	SessionTotal    int          `json:"session_total"`
	TotalRegistered int          `json:"total_registered"`
	Why             string       `json:"why,omitempty"`
}

// foundTool is a tool that fits a query.
type foundTool struct {
	Name    string   `json:"name"`
	OneLine string   `json:"one_line"`
	Verb    string   `json:"verb"`
	Server  string   `json:"server,omitempty"`
	Tags    []string `json:"tags,omitempty"`
	Score   int      `json:"score"`
	Loaded  bool     `json:"loaded"`
}

// loadedTool says what is loaded, why, and since when.
type loadedTool struct {
	Name       string `json:"name"`
	Why        string `json:"why"`
	Since      string `json:"since"` // RFC 3339, UTC
	AutoUnload bool   `json:"auto_unload"`
	Calls      int    `json:"calls"`
}

// findTools searches the tools and tells what is loaded; an empty query only
// tells.
func (s *Surface) findTools(ctx context.Context, query string, k int, handle string) (*findReply, error) {
	if k < 0 || k > runtime.MaxK {
		return nil, fmt.Errorf("top_k is %d; give a whole number from 1 to %d", k, runtime.MaxK)
	}
	if k == 0 {
		k = defaultFound
	}
	who, err := s.whoHolds(ctx, handle)
	if err != nil {
		return nil, err
	}
	t := s.table()
	reply := &findReply{Results: []foundTool{}, Loaded: []loadedTool{}, TotalRegistered: len(t.condensed)}
	loaded := map[string]bool{}
	for _, e := range who.store.Loaded(who.key) {
		loaded[e.Name] = true
		reply.Loaded = append(reply.Loaded, loadedTool{e.Name, e.Why, e.Since.UTC().Format(time.RFC3339), e.AutoUnload, e.Calls})
	}
	reply.SessionTotal = len(reply.Loaded)
	if query == "" {
		return reply, nil
	}
	e := t.router.Judge(runtime.Query{Verb: runtime.Find, Intent: query, K: runtime.MaxK})
	reply.Why = e.Why
	if e.Decision.Outcome == runtime.NoMatch {
		return reply, nil
	}
	for _, c := range e.Candidates {
		g := t.byID[c.ID]
		if g == nil || len(reply.Results) == k {
			continue // skills are not called
		}
		rec, err := t.router.Record(c.Number)
		if err != nil {
			continue
		}
		reply.Results = append(reply.Results, foundTool{
			Name: g.name, OneLine: rec.OneLine, Verb: g.verb.String(), Server: g.server, Tags: g.tags,
			Score: c.Score, Loaded: loaded[g.name] || !s.opt.Mode.gates(),
		})
	}
	return reply, nil
}

// defaultFound is how many tools find_tools lists when it is not told.
const defaultFound = 8
