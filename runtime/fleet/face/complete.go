package face

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sextant-mcp/sextant/runtime/fleet/link"
)

// completer asks servers for completions.
type completer struct{ face *Face }

var errNoReference = errors.New("nothing of that name or address is offered")

// CompletePromptArgument implements server.PromptCompletionProvider.
func (c completer) CompletePromptArgument(ctx context.Context, name string, arg mcp.CompleteArgument, known mcp.CompleteContext) (*mcp.Completion, error) {
	c.face.mu.Lock()
	o, ok := c.face.prompts[name]
	c.face.mu.Unlock()
	if !ok {
		return nil, errNoReference
	}
	return c.complete(ctx, o.Server, map[string]string{"type": "ref/prompt", "name": o.Key}, arg, known)
}

// CompleteResourceArgument implements server.ResourceCompletionProvider.
func (c completer) CompleteResourceArgument(ctx context.Context, uri string, arg mcp.CompleteArgument, known mcp.CompleteContext) (*mcp.Completion, error) {
	for _, o := range append(c.face.fleet.Templates(), c.face.fleet.Resources()...) {
		if o.Key == uri {
			return c.complete(ctx, o.Server, map[string]string{"type": "ref/resource", "uri": uri}, arg, known)
		}
	}
	return nil, errNoReference
}

func (c completer) complete(ctx context.Context, name string, ref any, arg mcp.CompleteArgument, known mcp.CompleteContext) (*mcp.Completion, error) {
	params := link.Params{"ref": encode(ref), "argument": encode(arg)}
	if len(known.Arguments) > 0 {
		params["context"] = encode(known)
	}
	raw, err := c.face.fleet.Request(ctx, name, "completion/complete", params)
	if err != nil {
		return nil, refusal(err)
	}
	var out struct {
		Completion mcp.Completion `json:"completion"`
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, fmt.Errorf("the server answered with no completion: %w", err)
	}
	return &out.Completion, nil
}
