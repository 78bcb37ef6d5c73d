package runtime

import (
	"fmt"
	"math"
	"sync/atomic"
	"time"
)

// The defaults of a Rewards.
const (
	// DefaultPrior is the reward of what nothing is known of.
	DefaultPrior = 0.5
	// DefaultAlpha is how much the last outcome counts against all before it.
	DefaultAlpha = 0.3
	// DefaultWeight is how much of a score rewards can move; see Rewards.
	DefaultWeight = 0.35
	// DefaultRewardKeys is how many keys are kept.
	DefaultRewardKeys = 1 << 16
)

// RewardOptions adjust a Rewards. The zero value is the default.
type RewardOptions struct {
	// Alpha is the share of the last outcome in the average, 0 < Alpha <= 1;
	// zero means DefaultAlpha.
	Alpha float64
	// Prior is the reward of what nothing is known of, 0 < Prior < 1; zero means
	// DefaultPrior. Above one half a failure says more than a success, below it
	// less.
	Prior float64
	// Weight is the share of a score that separates a capability that always
	// succeeds from one that always fails, 0 < Weight <= 1; zero means
	// DefaultWeight.
	Weight float64
	// HalfLife is the time in which half of what was learned is forgotten when
	// nothing new is; zero forgets nothing. It counts in whole seconds.
	HalfLife time.Duration
	// Keys bounds how many keys are kept; zero means DefaultRewardKeys.
	Keys int
	// Full is called once, when the first outcome is not kept because all Keys are
	// taken; nil for nobody. See Dropped.
	Full func()
	// Now is the clock by which rewards are read; nil is time.Now. It is asked
	// only when there is a HalfLife.
	Now func() time.Time
}

// Rewards is what outcomes taught: an exponential moving average for each scope,
// verb and capability. With the outcome x, 0 for a failure and 1 for a success,
//
//	r' = (1-Alpha) r + Alpha x
//
// beginning at Prior: with the defaults after one success 0.65, after two 0.755;
// after one failure 0.35, after eleven 0.01. With a HalfLife h, what was last changed a
// time t ago is read as
//
//	Prior + (r - Prior) / 2^(t/h)
//
// and that is also what the next outcome adds to. In a ranking a reward moves
// the score s, if that is above zero, to
//
//	s (1 + Weight (r - Prior))
//
// so nothing moves by more than half the Weight with the default. A rival overtakes
// the lexical winner only if the winner's lead, as a share of its score, is below
// Weight / (1 + Weight (1-Prior)), which is [Rewards.Line]: 29.8 % with the
// defaults. That is as far as a lead goes that the router itself is not sure of (a
// lead of 30 % gives full confidence); a clearer one is never overturned, whatever
// was recorded. Failures of the winner alone, with a rival of which nothing is
// known, overturn leads below Weight * Prior, 17.5 %.
//
// Records and reads allocate nothing once a key is known, and any number of
// goroutines may do both at once. Rewards are kept as 32-bit fractions, exact to
// 5e-10, beside their time in seconds. Keys live on when the tables change. When
// Keys are taken, outcomes of further keys are not kept, and Dropped counts them.
type Rewards struct {
	opt       RewardOptions
	table     rewardTable
	dropped   atomic.Uint64
	observers atomic.Pointer[[]*observer]
}

// NewRewards returns a Rewards that knows nothing yet. The error names the
// option that is out of range.
func NewRewards(opt RewardOptions) (*Rewards, error) {
	if opt.Alpha == 0 {
		opt.Alpha = DefaultAlpha
	}
	if opt.Prior == 0 {
		opt.Prior = DefaultPrior
	}
	if opt.Weight == 0 {
		opt.Weight = DefaultWeight
	}
	if opt.Keys == 0 {
		opt.Keys = DefaultRewardKeys
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	switch {
	case !(opt.Alpha > 0 && opt.Alpha <= 1):
		return nil, fmt.Errorf("rewards: Alpha is %v; give more than 0 and at most 1", opt.Alpha)
	case !(opt.Prior > 0 && opt.Prior < 1):
		return nil, fmt.Errorf("rewards: Prior is %v; give more than 0 and less than 1", opt.Prior)
	case !(opt.Weight > 0 && opt.Weight <= 1):
		return nil, fmt.Errorf("rewards: Weight is %v; give more than 0 and at most 1, or leave rewards out of the query", opt.Weight)
	case opt.HalfLife < 0 || opt.HalfLife > 0 && opt.HalfLife < time.Second:
		return nil, fmt.Errorf("rewards: HalfLife is %v; give a second or more, or 0 to forget nothing", opt.HalfLife)
	case opt.Keys < 0 || opt.Keys > maxRewardKeys:
		return nil, fmt.Errorf("rewards: Keys is %d; give 1 to %d", opt.Keys, maxRewardKeys)
	}
	r := &Rewards{opt: opt}
	r.table.most, r.table.blank = opt.Keys, pack(opt.Prior, 0)
	return r, nil
}

// Options returns the options in force, defaults filled in.
func (r *Rewards) Options() RewardOptions { return r.opt }

// Line is the lead, as a share of the leader's score, from which on an order by
// words stands, whatever was recorded.
func (r *Rewards) Line() float64 { return r.opt.Weight / (1 + r.opt.Weight*(1-r.opt.Prior)) }

// Record learns an outcome x of a capability, 0 for a failure to 1 for a success
// (what is outside counts as the nearer end), and tells the observers. An x that
// is no number teaches nothing.
func (r *Rewards) Record(k RewardKey, x float64, at time.Time) {
	if math.IsNaN(x) {
		return
	}
	x = min(max(x, 0), 1)
	r.apply(k, r.Step(x), at, maxClockError)
	r.tell(RewardEvent{Key: k, X: x, At: at})
}

// Apply learns a batch of outcomes at once, without telling the observers: what
// another replica recorded, or what a store had queued. It reports whether the
// key is kept. An at before the key's own is taken for it: time never runs back.
func (r *Rewards) Apply(k RewardKey, s Step, at time.Time) bool {
	return r.apply(k, s, at, math.MaxUint32)
}

// maxClockError is how many seconds a clock may run ahead of itself. An outcome that
// is recorded now and finds one that is later by more knows that the clock was wrong
// then; what fades would otherwise not do so for as long as it was ahead.
const maxClockError = 3600

// apply takes a time of the key that is ahead by more than most seconds for a wrong
// one.
func (r *Rewards) apply(k RewardKey, s Step, at time.Time, most uint32) bool {
	c := r.table.claim(k)
	if c == nil {
		r.drop(uint64(max(s.N, 1)))
		return false
	}
	now := secondsOf(at)
	for {
		old := c.value.Load()
		reward, since := unpack(old)
		if since > now && since-now > most && now > 0 {
			since = now
		}
		next := s.Apply(r.faded(reward, since, now))
		if c.value.CompareAndSwap(old, pack(next, max(now, since))) {
			c.count.Add(uint64(max(s.N, 0)))
			return true
		}
	}
}

// Reward reads what was learned of a key, as of now: 0..1, the Prior when nothing
// was.
func (r *Rewards) Reward(k RewardKey) float64 {
	c := r.table.find(k.place(), k.Scope, k.Verb)
	if c == nil {
		return r.opt.Prior
	}
	return r.read(c, r.now())
}

// Dropped counts the outcomes that were not kept because all Keys were taken.
func (r *Rewards) Dropped() uint64 { return r.dropped.Load() }

func (r *Rewards) drop(outcomes uint64) {
	if r.dropped.Add(outcomes) == outcomes && r.opt.Full != nil {
		r.opt.Full()
	}
}

// Len is the number of keys that are taken. A key that was reset stays taken.
func (r *Rewards) Len() int { return r.table.len() }

// now is the time at which rewards are read, zero when nothing fades.
func (r *Rewards) now() uint32 {
	if r.opt.HalfLife == 0 {
		return 0
	}
	return secondsOf(r.opt.Now())
}

func (r *Rewards) read(c *rewardCell, now uint32) float64 {
	reward, since := unpack(c.value.Load())
	return r.faded(reward, since, now)
}

// faded is a reward of the time since, as it is now.
func (r *Rewards) faded(reward float64, since, now uint32) float64 {
	if r.opt.HalfLife == 0 || now <= since {
		return reward
	}
	return r.Fade(time.Duration(now-since) * time.Second).Apply(reward)
}
