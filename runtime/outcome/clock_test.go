package outcome

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/sextant-mcp/sextant/runtime"
)

// A clock that was far ahead leaves nothing behind in a store once it is right, in
// one batch and in several, here and with others.
func TestStoredClockThatJumped(t *testing.T) {
	for name, spec := range map[string]string{"bolt": "bolt:" + t.TempDir() + "/r.db", "bucket": bucketAt(serve(t, server.Options{}))} {
		for _, between := range []bool{false, true} {
			r := newRewards(t, runtime.RewardOptions{HalfLife: time.Hour, Now: func() time.Time { return noon }})
			s := open(t, spec, Options{Rewards: r})
			k := key("one batch")
			if between {
				k = key("two batches")
			}
			r.Record(k, 1, noon.AddDate(70, 0, 0))
			if between {
				flush(t, s)
			}
			r.Record(k, 1, noon)
			flush(t, s)
			want := runtime.RewardValue{Reward: .755, Count: 2, At: noon}
			if v, kept := r.Reward(k), entries(t, s)[k]; !same(kept, want) || !same(runtime.RewardValue{Reward: v, Count: 2, At: noon}, want) {
				t.Errorf("%s, %s: %v in memory, kept %+v", name, k.Capability, v, kept)
			}
			check(t, s.Close(t.Context()))
		}
	}
}

// Outcomes recorded while keys are reset fall before or after it, and memory and
// store agree on which.
func TestResetWhileRecording(t *testing.T) {
	for name, spec := range map[string]string{
		"memory": "memory", "bolt": "bolt:" + t.TempDir() + "/r.db", "bucket": bucketAt(serve(t, server.Options{})),
	} {
		t.Run(name, func(t *testing.T) {
			r := newRewards(t, runtime.RewardOptions{})
			s := open(t, spec, Options{Rewards: r, FlushEvery: time.Millisecond})
			done := make(chan struct{})
			go func() {
				defer close(done)
				for n := range 4000 {
					r.Record(key([]string{"a", "b", "c"}[n%3]), float64(n%2), noon)
					if n%100 == 0 {
						time.Sleep(time.Millisecond)
					}
				}
			}()
			resets := 0
			for running := true; running; resets++ {
				_, err := s.Reset(t.Context(), func(k runtime.RewardKey) bool { return k.Capability != "c" })
				check(t, err)
				select {
				case <-done:
					running = false
				default:
				}
			}
			r.Record(key("a"), 1, noon) // what is written next settles it
			r.Record(key("b"), 1, noon)
			flush(t, s)
			kept := entries(t, s)
			if v := kept[key("c")]; v.Count != 1333 {
				t.Errorf("what was not reset has %d outcomes", v.Count)
			}
			for _, k := range []runtime.RewardKey{key("a"), key("b")} {
				if kept[k].Count == 0 || kept[k].Count > 1335 {
					t.Errorf("%s: kept %+v", k.Capability, kept[k])
				}
			}
			until(t, "agreement", 5*time.Second, func() bool {
				for k, v := range entries(t, s) {
					if now, _ := r.Value(k); !same(now, v) {
						return false
					}
				}
				return true
			})
			t.Logf("%d resets", resets)
		})
	}
}
