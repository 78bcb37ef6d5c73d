package face

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
)

// publishPrompts brings the prompts that clients see up to date.
func (f *Face) publishPrompts(offers []fleet.Offer) {
	f.mu.Lock()
	known := map[string]fleet.Offer{}
	var fresh []server.ServerPrompt
	for _, o := range offers {
		var p mcp.Prompt
		if json.Unmarshal(o.Raw, &p) != nil {
			continue // it is no prompt of any revision
		}
		p.Name = f.promptName(o)
		if before, ok := f.prompts[p.Name]; !ok || !bytes.Equal(before.Raw, o.Raw) {
			fresh = append(fresh, server.ServerPrompt{Prompt: p, Handler: f.prompt})
		}
		known[p.Name] = o
	}
	gone := missing(f.prompts, known)
	f.prompts = known
	f.mu.Unlock()
	if len(gone) > 0 {
		f.mcp.DeletePrompts(gone...)
	}
	if len(fresh) > 0 {
		f.mcp.AddPrompts(fresh...)
	}
}

// missing are the keys of what was there and is not any more.
func missing(before, now map[string]fleet.Offer) (gone []string) {
	for key := range before {
		if _, ok := now[key]; !ok {
			gone = append(gone, key)
		}
	}
	return gone
}

// promptName gives a prompt the name that clients see, which stays with it. The
// caller holds the lock.
func (f *Face) promptName(o fleet.Offer) string {
	key := [2]string{o.Server, o.Key}
	if name, ok := f.names[key]; ok {
		return name
	}
	name := o.Key
	for _, taken := range f.names {
		if taken == name {
			name = o.Server + fleet.Separator + o.Key
			break
		}
	}
	f.names[key] = name
	return name
}

// prompt answers prompts/get.
func (f *Face) prompt(ctx context.Context, req mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	f.mu.Lock()
	o := f.prompts[req.Params.Name]
	f.mu.Unlock()
	params := link.Params{"name": encode(o.Key)}
	if req.Params.Arguments != nil {
		params["arguments"] = encode(req.Params.Arguments)
	}
	ctx = withClient(ctx, req.Params.Meta, req.Params.MultiRoundTripParams)
	raw, err := f.fleet.Request(ctx, o.Server, "prompts/get", params)
	if err != nil {
		return nil, refusal(err)
	}
	return promptResult(raw)
}
