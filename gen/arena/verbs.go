package arena

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"

	"github.com/sextant-mcp/sextant/gen/llm"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// verbs is the routed arm of the whole surface. The tools are those that the
// server really lists, and calls are answered by the server itself, with nothing
// connected behind it.
type verbs struct {
	server *surface.Surface
	tools  []llm.Tool
}

func newVerbs(ctx context.Context, f *Field) (*verbs, error) {
	d, err := dispatch.New(f.router, dispatch.Options{})
	if err != nil {
		return nil, err
	}
	a := &verbs{}
	if a.server, err = surface.New(d, surface.Options{Log: slog.New(slog.DiscardHandler)}); err != nil {
		return nil, err
	}
	var list struct {
		Tools []struct {
			Name, Description string
			InputSchema       json.RawMessage
		}
	}
	if err := a.call(ctx, "tools/list", struct{}{}, &list); err != nil {
		return nil, err
	}
	for _, verb := range runtime.Verbs {
		for _, t := range list.Tools {
			if t.Name == verb.String() {
				a.tools = append(a.tools, llm.Tool{Name: t.Name, Description: t.Description, Schema: t.InputSchema})
			}
		}
	}
	if len(a.tools) != len(runtime.Verbs) {
		return nil, fmt.Errorf("the surface lists %d of the %d verbs", len(a.tools), len(runtime.Verbs))
	}
	return a, nil
}

func (a *verbs) offer() []llm.Tool { return a.tools }

func (a *verbs) move(ctx context.Context, model asking, intent string) (m Move, err error) {
	calls, err := model.ask(ctx, &m, instructions, intent, a.tools)
	for _, c := range calls {
		if err := a.carryOut(ctx, &m, c); err != nil {
			return m, err
		}
	}
	return m, err
}

// served is what is read of the server's answer to a call.
type served struct {
	Result  json.RawMessage
	Error   string
	Routing dispatch.Routing
}

// carryOut has the server answer one call.
func (a *verbs) carryOut(ctx context.Context, m *Move, c llm.Call) error {
	if !slices.ContainsFunc(a.tools, func(t llm.Tool) bool { return t.Name == c.Name }) {
		m.Tools = append(m.Tools, "?"+c.Name)
		return nil
	}
	if !json.Valid([]byte(c.Arguments)) {
		m.Refused = "the arguments are no JSON"
		return nil
	}
	var answer struct{ StructuredContent served }
	params := map[string]any{"name": c.Name, "arguments": json.RawMessage(c.Arguments)}
	if err := a.call(ctx, "tools/call", params, &answer); err != nil {
		m.Refused = shorten(err.Error())
		return ctx.Err()
	}
	s := answer.StructuredContent
	switch s.Routing.Decision {
	case dispatch.DecisionRoute:
		m.Tools = append(m.Tools, s.Routing.ChosenTool)
	case dispatch.DecisionAskBack:
		m.Asked = true
		for _, o := range s.Routing.Options {
			if id, ok := o.Hints["tool"].(string); ok {
				m.Options = append(m.Options, id)
			}
		}
	case dispatch.DecisionFound:
		m.found(s.Result)
	case dispatch.DecisionRejected:
		m.Refused = shorten(s.Error)
	}
	return nil
}

// found takes the first results of find for the options of a question: the
// model has yet to call one of them.
func (m *Move) found(result json.RawMessage) {
	var list []struct{ ID string }
	if json.Unmarshal(result, &list) != nil || len(list) == 0 {
		return
	}
	m.Asked = true
	for _, r := range list[:min(len(list), maxOptions)] {
		m.Options = append(m.Options, r.ID)
	}
}

// call sends one message to the server and reads the result into out.
func (a *verbs) call(ctx context.Context, method string, params, out any) error {
	request, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	var stream bytes.Buffer
	if err := a.server.ServeStdio(ctx, bytes.NewReader(append(request, '\n')), &stream); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	for line := range bytes.Lines(stream.Bytes()) {
		var message struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		if json.Unmarshal(line, &message) != nil || message.ID != 1 {
			continue
		}
		if message.Error != nil {
			return fmt.Errorf("%s: the surface says: %s", method, message.Error.Message)
		}
		if err := json.Unmarshal(message.Result, out); err != nil {
			return fmt.Errorf("%s: the surface's answer: %w", method, err)
		}
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return fmt.Errorf("%s: the surface does not answer", method)
}
