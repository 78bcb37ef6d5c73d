package arena

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/gen/llm"
)

// swarm offers one agent a group; the agent's own request offers its tools.
type swarm struct {
	field *Field
	names []string // the agents' names on the wire, by group
}

const taskSchema = `{"type":"object","properties":{"task":{"type":"string","description":"the user's request"}},"required":["task"],"additionalProperties":false}`

func newSwarm(f *Field) *swarm {
	var ids []string
	for _, g := range f.groups {
		ids = append(ids, "to_"+g.name)
	}
	return &swarm{f, llm.WireNames(ids)}
}

func (a *swarm) offer() []llm.Tool {
	var out []llm.Tool
	for i, g := range a.field.groups {
		out = append(out, llm.Tool{
			Name:        a.names[i],
			Description: fmt.Sprintf("Hand the request over to the %s agent, who has %s.", g.name, a.field.contents(g)),
			Schema:      json.RawMessage(taskSchema),
		})
	}
	return out
}

// move follows the first hand-over: a request goes to one agent.
func (a *swarm) move(ctx context.Context, model asking, intent string) (m Move, err error) {
	calls, err := model.ask(ctx, &m, instructions, intent, a.offer())
	if err != nil || len(calls) == 0 {
		return m, err
	}
	for i, g := range a.field.groups {
		if a.names[i] != calls[0].Name {
			continue
		}
		task := words(calls[0].Arguments, "task")
		if strings.TrimSpace(task) == "" {
			task = intent
		}
		system := fmt.Sprintf("You are the %s agent. %s", g.name, instructions)
		picks, err := model.ask(ctx, &m, system, task, a.field.offered(g.tools))
		for _, c := range picks {
			m.Tools = append(m.Tools, a.field.picked(g.tools, c.Name))
		}
		return m, err
	}
	m.Tools = []string{"?" + calls[0].Name}
	return m, nil
}

// How much of a group its description tells.
const (
	maxContents = 12
	maxContent  = 60 // characters
)

// contents says in a line what a group holds.
func (f *Field) contents(g group) string {
	var parts []string
	for _, i := range g.tools[:min(len(g.tools), maxContents)] {
		text := []rune(strings.Join(strings.Fields(f.tools[i].OneLine), " "))
		if len(text) > maxContent {
			text = append(text[:maxContent-1], '…')
		}
		parts = append(parts, strings.TrimRight(string(text), "."))
	}
	s := strings.Join(parts, "; ")
	if more := len(g.tools) - maxContents; more > 0 {
		s += fmt.Sprintf("; and %d more", more)
	}
	return s
}
