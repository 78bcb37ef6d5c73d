package arena

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/sextant-mcp/sextant/gen/llm"
)

// Asker is a model. [llm.Client] is one.
type Asker interface {
	Chat(ctx context.Context, req llm.Request) (*llm.Reply, error)
	Model() string
}

// The arms.
const (
	Routed = "routed"
	Flat   = "flat"
	Swarm  = "swarm"
)

// Arms are the names of all arms, in the order in which they run.
var Arms = []string{Routed, Flat, Swarm}

// Move is what a model made of one turn.
type Move struct {
	// Called are the calls as the model made them, stage by stage.
	Called []string `json:"called"`
	// Tools are the ids that were reached, in order; "?" stands before a name
	// that does not exist.
	Tools []string `json:"tools"`
	// Asked is set when the router asked back; Options are the ids it offered.
	Asked   bool     `json:"asked,omitempty"`
	Options []string `json:"options,omitempty"`
	// Refused is what the surface said to a call that it could not carry out.
	Refused string `json:"refused,omitempty"`
	// Text is what the model said, shortened.
	Text     string        `json:"text,omitempty"`
	Usage    llm.Usage     `json:"usage"`
	Requests int           `json:"requests"`
	Took     time.Duration `json:"took_ns"`
}

// arm is one architecture.
type arm interface {
	// offer is what stands before the model in its first request.
	offer() []llm.Tool
	// move plays one turn.
	move(ctx context.Context, model asking, intent string) (Move, error)
}

// newArm makes the arm of that name.
func newArm(ctx context.Context, name string, f *Field) (arm, error) {
	switch {
	case name == Flat:
		return newFlat(f), nil
	case name == Swarm:
		return newSwarm(f), nil
	case name == Routed && f.namespaces != nil:
		return newDoors(f), nil
	case name == Routed:
		return newVerbs(ctx, f)
	}
	return nil, fmt.Errorf("there is no arm %q; the arms are %s", name, strings.Join(Arms, ", "))
}

// instructions are the same for every arm: none is told more than another.
const instructions = `You are an assistant with tools. Serve the user's request by calling the tool that fits it. ` +
	`Where a tool takes a request in words, pass on the user's own. ` +
	`If no tool fits, or you cannot tell what is wanted, call none and say so in one sentence.`

// asking is a model with the seed of a run.
type asking struct {
	model Asker
	seed  int64
}

// ask sends one request and notes it in the move.
func (a asking) ask(ctx context.Context, m *Move, system, intent string, tools []llm.Tool) ([]llm.Call, error) {
	reply, err := a.model.Chat(ctx, llm.Request{
		Messages: []llm.Message{{Role: llm.System, Content: system}, {Role: llm.User, Content: intent}},
		Tools:    tools, Temperature: 0, Seed: &a.seed,
	})
	if err != nil {
		return nil, err
	}
	m.Requests++
	m.Took += reply.Took
	m.Usage.Prompt += reply.Usage.Prompt
	m.Usage.Completion += reply.Usage.Completion
	for _, c := range reply.Calls {
		m.Called = append(m.Called, c.Name)
	}
	if m.Text = shorten(reply.Text); len(reply.Calls) > 0 {
		m.Text = ""
	}
	return reply.Calls, nil
}

// words finds the request in a call's arguments: under the wanted key, else the
// only text there is, else nothing.
func words(arguments, key string) string {
	var fields map[string]any
	if json.Unmarshal([]byte(arguments), &fields) != nil {
		return ""
	}
	if s, ok := fields[key].(string); ok {
		return s
	}
	found := ""
	for _, v := range fields {
		if s, ok := v.(string); ok {
			if found != "" {
				return ""
			}
			found = s
		}
	}
	return found
}

// shorten keeps a text to one line for reports.
func shorten(s string) string {
	const most = 160
	s = strings.Join(strings.Fields(s), " ")
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}

// flat offers every tool.
type flat struct {
	field *Field
	all   []int
}

func newFlat(f *Field) *flat {
	a := &flat{field: f}
	for i := range f.tools {
		a.all = append(a.all, i)
	}
	return a
}

func (a *flat) offer() []llm.Tool { return a.field.offered(a.all) }

func (a *flat) move(ctx context.Context, model asking, intent string) (m Move, err error) {
	calls, err := model.ask(ctx, &m, instructions, intent, a.offer())
	for _, c := range calls {
		m.Tools = append(m.Tools, a.field.picked(a.all, c.Name))
	}
	return m, err
}
