package outcome

import (
	"math"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/runtime"
)

// What is carried over keeps its ends, its side and its order, and comes back.
func TestCarryingOver(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := prior(rapid.Float64Range(.01, .99).Draw(t, "prior"))
		a := rapid.Float64Range(0, 1).Draw(t, "a")
		b := rapid.Float64Range(0, 1).Draw(t, "b")
		shown := func(r float64) float64 { return p.shown(runtime.RewardValue{Reward: r}).Reward }
		if shown(0) != 0 || shown(1) != 1 || p.shown(unknown) != p.unknown() || p.kept(p.unknown()) != unknown {
			t.Fatalf("the ends are %v and %v, the prior %v", shown(0), shown(1), p.shown(unknown))
		}
		if a < b && shown(a) > shown(b) || (a > .5) != (shown(a) > float64(p)) && math.Abs(a-.5) > 1e-12 {
			t.Fatalf("%v and %v are shown as %v and %v", a, b, shown(a), shown(b))
		}
		if back := p.kept(p.shown(runtime.RewardValue{Reward: a})).Reward; math.Abs(back-a) > 1e-12 {
			t.Fatalf("%v comes back as %v", a, back)
		}
	})
}

// A store that programs of other priors wrote is read as if this one's had been in
// force from the beginning.
func TestStoresOfAnotherPrior(t *testing.T) {
	for name, spec := range map[string]string{
		"bolt":   "bolt:" + t.TempDir() + "/r.db",
		"bucket": bucketAt(serve(t, server.Options{})),
	} {
		t.Run(name, func(t *testing.T) {
			want := map[string]float64{}
			for _, prior := range []float64{.5, .8, .2, .5} {
				r := newRewards(t, runtime.RewardOptions{Prior: prior})
				s := open(t, spec, Options{Rewards: r})
				fresh := newRewards(t, runtime.RewardOptions{Prior: prior})
				for i, capability := range []string{"good", "bad"} {
					x := float64(1 - i)
					r.Record(key(capability), x, noon)
					v, _ := r.Value(key(capability))
					for range v.Count {
						fresh.Record(key(capability), x, noon)
					}
					want[capability] = fresh.Reward(key(capability))
				}
				flush(t, s)
				for capability, reward := range want {
					v := entries(t, s)[key(capability)]
					if math.Abs(r.Reward(key(capability))-reward) > 4e-9 || math.Abs(v.Reward-reward) > 4e-9 {
						t.Errorf("prior %v, %s: %v in memory, %v kept, want %v", prior, capability, r.Reward(key(capability)), v.Reward, reward)
					}
				}
				if err := s.Close(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			s := open(t, spec, Options{Rewards: newRewards(t, runtime.RewardOptions{Prior: .8})})
			if n, err := s.Reset(t.Context(), func(runtime.RewardKey) bool { return true }); n != 2 || err != nil {
				t.Errorf("%d were reset: %v", n, err)
			}
			if left := entries(t, s); len(left) != 0 {
				t.Errorf("after a reset: %v", left)
			}
			if err := s.Close(t.Context()); err != nil {
				t.Error(err)
			}
			if left := entries(t, open(t, spec, Options{})); len(left) != 0 {
				t.Errorf("after a reset, for others: %v", left)
			}
		})
	}
}
