package runtime_test

import (
	"fmt"
	"time"

	"github.com/sextant-mcp/sextant/generated"
	"github.com/sextant-mcp/sextant/runtime"
)

// Learn from how calls end, and let that have a say in what comes first.
func ExampleRewards() {
	rewards, err := runtime.NewRewards(runtime.RewardOptions{HalfLife: 30 * 24 * time.Hour})
	if err != nil {
		fmt.Println(err) // an option is out of range
		return
	}
	query := runtime.Query{Verb: runtime.Act, Intent: "call off goal g-203", Rewards: rewards}
	_, candidates := generated.Router().Resolve(nil, query)
	key := runtime.RewardKey{Verb: query.Verb, Capability: candidates[0].ID}
	rewards.Record(key, 1, time.Now())
	fmt.Printf("%s %.3f\n", key.Capability, rewards.Reward(key))
	rewards.Record(key, 0, time.Now())
	fmt.Printf("%s %.3f\n", key.Capability, rewards.Reward(key))
	// Output:
	// graph_goals 0.650
	// graph_goals 0.455
}

// Send a batch of outcomes as one step.
func ExampleStep() {
	rewards, err := runtime.NewRewards(runtime.RewardOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	batch := runtime.Identity
	for _, outcome := range []float64{1, 1, 0} {
		batch = batch.Then(rewards.Step(outcome))
	}
	fmt.Printf("%d outcomes: %.3f r + %.3f, so %.4f becomes %.4f\n", batch.N, batch.A, batch.B, 0.5, batch.Apply(0.5))
	// Output: 3 outcomes: 0.343 r + 0.357, so 0.5000 becomes 0.5285
}
