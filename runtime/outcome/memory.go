package outcome

import (
	"context"

	"github.com/sextant-mcp/sextant/runtime"
)

// memory is the store that keeps nothing but the rewards themselves.
type memory struct{ rewards *runtime.Rewards }

func (m *memory) Flush(context.Context) error { return nil }

func (m *memory) Entries(context.Context) (Values, error) {
	out := Values{}
	for k, v := range m.rewards.All() {
		out[k] = v
	}
	return out, nil
}

func (m *memory) Put(_ context.Context, values Values) error {
	for k, v := range values {
		m.rewards.Set(k, v)
	}
	return nil
}

func (m *memory) Reset(_ context.Context, match func(runtime.RewardKey) bool) (int, error) {
	return m.rewards.Reset(match), nil
}

func (m *memory) Status() Status { return Status{Store: Memory, State: StateOK} }

func (m *memory) Close(context.Context) error { return nil }
