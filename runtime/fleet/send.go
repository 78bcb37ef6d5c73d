package fleet

import (
	"context"
	"encoding/json"

	"github.com/sextant-mcp/sextant/runtime/fleet/link"
)

// Sender returns a function that makes requests of a server, for readers of what
// it offers beside tools.
func (f *Fleet) Sender(server string) func(ctx context.Context, method string, params any) (json.RawMessage, error) {
	return func(ctx context.Context, method string, params any) (json.RawMessage, error) {
		raw, err := json.Marshal(params)
		if err != nil {
			return nil, err
		}
		fields := link.Params{}
		if err := json.Unmarshal(raw, &fields); err != nil {
			return nil, err
		}
		if fields == nil {
			fields = link.Params{} // the parameters were null
		}
		return f.Request(ctx, server, method, fields)
	}
}
