package agents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// assistant executes a few of the tools of the test surface, in memory, and
// notes every call that reaches it.
type assistant struct {
	mu      sync.Mutex
	ratings map[string]map[int]bool // by reader and item
	readers map[string]bool
	calls   []dispatch.Call
}

func newAssistant() *assistant {
	return &assistant{ratings: map[string]map[int]bool{}, readers: map[string]bool{"ada": true, "jonas": true}}
}

type paper struct {
	ID    int    `json:"item_id"`
	Title string `json:"title"`
	URL   string `json:"url"`
}

var papers = []paper{
	{11, "Sparse coding in small networks", "https://papers.example/11"},
	{12, "A survey of tactile sensing", "https://papers.example/12"},
	{13, "Sparse attention, revisited", "https://papers.example/13"},
}

// arm is one arm of an experiment.
type arm struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

var families = map[string][]arm{"dropout": {{"d0", 0.81}, {"d3", 0.88}, {"d5", 0.84}}}

func (a *assistant) Name() string { return "" }

// Call implements dispatch.Upstream.
func (a *assistant) Call(_ context.Context, c dispatch.Call) (dispatch.Result, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.calls = append(a.calls, c)
	tool := map[string]func(json.RawMessage) (any, error){
		"feed.list": a.list, "feed.search": a.search, "feed.rate": a.rate, "feed.persona_delete": a.deleteReader,
		"runs.list": a.runs, "runs.compare": a.compare, "sym.simplify": simplify,
	}[c.Tool]
	if tool == nil {
		return dispatch.Result{}, fmt.Errorf("%s has no executor here", c.Tool)
	}
	value, err := tool(c.Args)
	if err != nil {
		return dispatch.Result{Text: err.Error(), IsError: true}, nil
	}
	raw, err := json.Marshal(value)
	return dispatch.Result{Structured: raw}, err
}

// called are the tools that were called so far.
func (a *assistant) called() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	out := []string{}
	for _, c := range a.calls {
		out = append(out, c.Tool)
	}
	return out
}

// shown is a list of papers as the tools give it.
type shown struct {
	Answer string  `json:"answer"`
	Items  []paper `json:"items"`
	Caveat *string `json:"caveat"`
}

func show(found []paper, caveat *string) shown {
	lines := []string{fmt.Sprintf("%d items:", len(found))}
	for _, p := range found {
		lines = append(lines, fmt.Sprintf("- %s <%s>", p.Title, p.URL))
	}
	return shown{strings.Join(lines, "\n"), found, caveat}
}

func (a *assistant) list(raw json.RawMessage) (any, error) {
	args := struct {
		User  string `json:"user"`
		Limit int    `json:"limit"`
	}{Limit: 4}
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil, err
	}
	var unread []paper
	for _, p := range papers {
		if _, rated := a.ratings[args.User][p.ID]; !rated && len(unread) < args.Limit {
			unread = append(unread, p)
		}
	}
	var caveat *string
	if len(a.ratings[args.User]) == 0 {
		text := args.User + " has rated nothing yet, so this is the order of arrival & no more."
		caveat = &text
	}
	return show(unread, caveat), nil
}

func (a *assistant) search(raw json.RawMessage) (any, error) {
	var args struct{ Query string }
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil, err
	}
	var found []paper
	for _, p := range papers {
		for word := range strings.FieldsSeq(strings.ToLower(args.Query)) {
			if len(word) > 4 && strings.Contains(strings.ToLower(p.Title), word) && !slices.Contains(found, p) {
				found = append(found, p)
			}
		}
	}
	return show(found, nil), nil
}

func (a *assistant) rate(raw json.RawMessage) (any, error) {
	var args struct {
		User   string `json:"user"`
		ItemID int    `json:"item_id"`
		Useful bool   `json:"useful"`
	}
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(papers, func(p paper) bool { return p.ID == args.ItemID }) {
		return nil, fmt.Errorf("there is no item %d", args.ItemID)
	}
	if a.ratings[args.User] == nil {
		a.ratings[args.User] = map[int]bool{}
	}
	a.ratings[args.User][args.ItemID] = args.Useful
	return map[string]any{"ok": true, "message": fmt.Sprintf("Item %d is marked for %s.", args.ItemID, args.User), "item_id": args.ItemID}, nil
}

func (a *assistant) deleteReader(raw json.RawMessage) (any, error) {
	var args struct {
		Name    string
		Confirm bool
	}
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil, err
	}
	if !args.Confirm {
		return nil, errors.New("not confirmed")
	}
	if !a.readers[args.Name] {
		return nil, fmt.Errorf("there is no reader %q", args.Name)
	}
	delete(a.readers, args.Name)
	return map[string]any{"ok": true, "message": args.Name + " is deleted."}, nil
}

func (a *assistant) runs(json.RawMessage) (any, error) {
	var rows []arm
	for _, name := range []string{"dropout"} {
		rows = append(rows, families[name]...)
	}
	return map[string]any{"answer": fmt.Sprintf("%d runs in 1 family.", len(rows)), "runs": rows}, nil
}

func (a *assistant) compare(raw json.RawMessage) (any, error) {
	var args struct{ Family string }
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil, err
	}
	arms := slices.Clone(families[args.Family])
	if len(arms) == 0 {
		return nil, fmt.Errorf("there is no family %q", args.Family)
	}
	slices.SortFunc(arms, func(x, y arm) int {
		if x.Value > y.Value {
			return -1
		}
		return 1
	})
	return map[string]any{
		"answer": fmt.Sprintf("%s leads with %.2f.", arms[0].Name, arms[0].Value), "arms": arms,
		"caveats": []string{"one seed an arm", "the lead is within the usual spread"},
	}, nil
}
