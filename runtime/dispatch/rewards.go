package dispatch

import "github.com/sextant-mcp/sextant/runtime"

// PriorReward is the reward of a capability of which nothing is known.
const PriorReward = 0.5

// Rewards tells what was learned of a capability under a verb: 0..1,
// PriorReward when nothing was. It must be safe for concurrent use.
type Rewards interface {
	Reward(verb runtime.Verb, capability string) float64
}

// reward asks r, which may be nil.
func reward(r Rewards, verb runtime.Verb, capability string) float64 {
	if r == nil {
		return PriorReward
	}
	return min(max(r.Reward(verb, capability), 0), 1)
}
