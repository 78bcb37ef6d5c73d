package outcome_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/outcome"
)

// Keep what is learned in a file, and find it again.
func ExampleOpen() {
	folder, err := os.MkdirTemp("", "sextant")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	ctx := context.Background()
	spec := "bolt:" + filepath.Join(folder, "rewards.db")
	key := runtime.RewardKey{Verb: runtime.Act, Capability: "graph_goals"}

	for run := range 2 {
		rewards, err := runtime.NewRewards(runtime.RewardOptions{})
		if err != nil {
			fmt.Println(err)
			return
		}
		store, err := outcome.Open(ctx, spec, outcome.Options{Rewards: rewards})
		if err != nil {
			fmt.Println(err) // says which file, and what to do
			return
		}
		fmt.Printf("run %d begins with %.3f\n", run+1, rewards.Reward(key))
		rewards.Record(key, 1, time.Now()) // dispatch does this after each call
		if err := store.Close(ctx); err != nil {
			fmt.Println(err) // says how much is lost
			return
		}
	}
	// Output:
	// run 1 begins with 0.500
	// run 2 begins with 0.650
}
