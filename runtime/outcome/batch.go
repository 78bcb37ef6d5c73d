package outcome

import (
	"time"

	"github.com/sextant-mcp/sextant/runtime"
)

// batch is what a number of outcomes of one key do together, the fading between
// them included.
type batch struct {
	step        runtime.Step
	first, last int64 // seconds since 1970
}

// one is the batch of one outcome.
func one(r *runtime.Rewards, e runtime.RewardEvent) batch {
	at := seconds(e.At)
	return batch{r.Step(min(max(e.X, 0), 1)), at, at}
}

// then is the batch that does b first and next after it. Time does not run back:
// outcomes of a clock that is behind count as of the last one.
func (b batch) then(r *runtime.Rewards, next batch) batch {
	switch 0 {
	case b.step.N:
		return next
	case next.step.N:
		return b
	}
	last := b.last
	if last > next.last+maxClockError {
		last = next.last // the clock was wrong then, and is right now
	}
	return batch{
		step:  b.step.Then(fade(r, b.last, next.first)).Then(next.step),
		first: min(b.first, next.last),
		last:  max(last, next.last),
	}
}

// maxClockError is how many seconds a clock may be ahead, its own or another one's.
const maxClockError = 3600

// apply is the value after the batch.
func (b batch) apply(r *runtime.Rewards, v runtime.RewardValue) runtime.RewardValue {
	if b.step.N == 0 {
		return v
	}
	at := seconds(v.At)
	if opt := r.Options(); opt.HalfLife > 0 && at > opt.Now().Unix()+maxClockError {
		at = min(at, b.first) // nobody was there yet: a clock was wrong
	}
	faded := fade(r, at, b.first).Apply(v.Reward)
	return runtime.RewardValue{
		Reward: min(max(b.step.Apply(faded), 0), 1),
		Count:  v.Count + uint64(b.step.N),
		At:     moment(max(at, b.last)),
	}
}

func fade(r *runtime.Rewards, from, to int64) runtime.Step {
	if to <= from {
		return runtime.Identity
	}
	return r.Fade(time.Duration(to-from) * time.Second)
}

// unknown is the value of a key that nothing is known of, as it is kept.
var unknown = prior(runtime.DefaultPrior).unknown()

func seconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return max(t.Unix(), 0)
}

func moment(s int64) time.Time {
	if s == 0 {
		return time.Time{}
	}
	return time.Unix(s, 0).UTC()
}
