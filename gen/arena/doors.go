package arena

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/gen/llm"
	"github.com/sextant-mcp/sextant/runtime"
)

// doors is the routed arm of namespaces: one ask tool each, behind which the
// router picks among the namespace's tools.
type doors struct {
	field *Field
	names []string // on the wire, by group
}

const questionSchema = `{"type":"object","properties":{"question":{"type":"string","description":"the user's own words"}},"required":["question"],"additionalProperties":false}`

func newDoors(f *Field) *doors {
	var ids []string
	for _, g := range f.groups {
		ids = append(ids, g.name+".ask")
	}
	return &doors{f, llm.WireNames(ids)}
}

func (a *doors) offer() []llm.Tool {
	var out []llm.Tool
	for i, g := range a.field.groups {
		out = append(out, llm.Tool{
			Name:        a.names[i],
			Description: fmt.Sprintf("Ask or order anything about %s: %s.", g.name, a.field.contents(g)),
			Schema:      json.RawMessage(questionSchema),
		})
	}
	return out
}

func (a *doors) move(ctx context.Context, model asking, intent string) (m Move, err error) {
	calls, err := model.ask(ctx, &m, instructions, intent, a.offer())
	for _, c := range calls {
		a.open(&m, c)
	}
	return m, err
}

// open carries out one call.
func (a *doors) open(m *Move, c llm.Call) {
	for i, g := range a.field.groups {
		if a.names[i] != c.Name {
			continue
		}
		question := words(c.Arguments, "question")
		if strings.TrimSpace(question) == "" {
			m.Refused = "the call holds no question"
			return
		}
		a.field.resolve(m, g, question)
		return
	}
	m.Tools = append(m.Tools, "?"+c.Name)
}

// maxOptions is how many answers a question offers, and how many results of find
// a model is taken to read.
const maxOptions = 4

// resolve lets the router pick among the tools of a group.
func (f *Field) resolve(m *Move, g group, question string) {
	in := map[int]bool{}
	for _, i := range g.tools {
		if n, ok := f.router.Lookup(f.tools[i].ID); ok {
			in[n] = true
		}
	}
	d, candidates := f.router.RankAmong(runtime.Query{Intent: question}, func(n int) bool { return in[n] })
	switch d.Outcome {
	case runtime.Route:
		m.Tools = append(m.Tools, candidates[0].ID)
	case runtime.AskBack:
		m.Asked = true
		for i, c := range candidates[:min(len(candidates), maxOptions)] {
			if i < 2 || offered(d, c.Score, candidates[0].Score) {
				m.Options = append(m.Options, c.ID)
			}
		}
	}
}

// offered tells which candidates a question offers beside the first two, as the
// router does: those within a half when the request is what is unclear, within a
// tenth when two are about equal.
func offered(d runtime.Decision, score, first int) bool {
	if d.Reason == runtime.LooksAmbiguous {
		return 2*score >= first
	}
	return 10*score >= 9*first
}
