package outcome

import "github.com/sextant-mcp/sextant/runtime"

// prior is the reward of what nothing is known of, as the program at hand has it.
// Stores, and so exports, hold rewards as if they had begun at
// runtime.DefaultPrior: what one program kept another one reads rightly, whatever
// the priors of the two are. The prior becomes the prior, 0 stays 0, 1 stays 1 and
// what lies between keeps its share of the way. That is exactly the reward of the
// same outcomes, faded or not, when all were successes or all failures; of mixed
// ones it keeps the side and the order.
type prior float64

// shown is a kept value as the program has it.
func (p prior) shown(v runtime.RewardValue) runtime.RewardValue {
	v.Reward = carry(v.Reward, runtime.DefaultPrior, float64(p))
	return v
}

// kept is a value as it is kept.
func (p prior) kept(v runtime.RewardValue) runtime.RewardValue {
	v.Reward = carry(v.Reward, float64(p), runtime.DefaultPrior)
	return v
}

// carry carries a reward over from one prior to another.
func carry(r, from, to float64) float64 {
	if from == to {
		return r
	}
	if r < from {
		return r * (to / from)
	}
	return min(to+(r-from)*((1-to)/(1-from)), 1)
}

// unknown is the value of a key that nothing is known of.
func (p prior) unknown() runtime.RewardValue { return runtime.RewardValue{Reward: float64(p)} }

// knows reports whether there is anything to know of a value: keys that were reset
// stay in a bucket, so that their revisions go on.
func (p prior) knows(v runtime.RewardValue) bool { return v.Count > 0 || v.Reward != float64(p) }

func priorOf(r *runtime.Rewards) prior { return prior(r.Options().Prior) }
