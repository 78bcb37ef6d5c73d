package runtime

import (
	"iter"
	"slices"
	"time"
)

// What a store needs: to see every outcome, to put back what it kept, and to
// list what there is.

// RewardEvent is one recorded outcome, as observers see it.
type RewardEvent struct {
	Key RewardKey
	X   float64
	At  time.Time
}

type observer struct{ see func(RewardEvent) }

// Observe has see called with every outcome that Record learns from now on, kept
// or not, in the goroutine that records it: it must be quick and safe for
// concurrent use. The returned function ends that; calls under way may still
// come in.
func (r *Rewards) Observe(see func(RewardEvent)) (stop func()) {
	o := &observer{see}
	r.change(func(all []*observer) []*observer { return append(slices.Clone(all), o) })
	return func() {
		r.change(func(all []*observer) []*observer {
			return slices.DeleteFunc(slices.Clone(all), func(other *observer) bool { return other == o })
		})
	}
}

func (r *Rewards) change(f func([]*observer) []*observer) {
	for {
		old := r.observers.Load()
		var all []*observer
		if old != nil {
			all = *old
		}
		all = f(all)
		if r.observers.CompareAndSwap(old, &all) {
			return
		}
	}
}

func (r *Rewards) tell(e RewardEvent) {
	if all := r.observers.Load(); all != nil {
		for _, o := range *all {
			o.see(e)
		}
	}
}

// Value returns what is stored of a key, not faded; ok is false when nothing is.
func (r *Rewards) Value(k RewardKey) (v RewardValue, ok bool) {
	c := r.table.find(k.place(), k.Scope, k.Verb)
	if c == nil {
		return v, false
	}
	return r.table.load(c)
}

// load reads a cell; ok is false when it was reset.
func (t *rewardTable) load(c *rewardCell) (v RewardValue, ok bool) {
	word := c.value.Load()
	reward, at := unpack(word)
	v = RewardValue{Reward: reward, Count: c.count.Load(), At: timeOf(at)}
	return v, v.Count > 0 || word != t.blank
}

// Set replaces what is known of a key, as when a store is loaded. It reports
// whether the key is kept. Outcomes recorded while it runs may be lost from the
// value or from its count; the observers have them.
func (r *Rewards) Set(k RewardKey, v RewardValue) bool {
	c := r.table.claim(k)
	if c == nil {
		r.drop(max(v.Count, 1))
		return false
	}
	c.value.Store(pack(v.Reward, secondsOf(v.At)))
	c.count.Store(v.Count)
	return true
}

// Merge takes a value over that others agreed on, if it comes from at least as
// many outcomes as what is known here, and reports whether it did. A value that
// lacks outcomes recorded here is left alone: it will come again with them.
func (r *Rewards) Merge(k RewardKey, v RewardValue) bool {
	if c := r.table.find(k.place(), k.Scope, k.Verb); c != nil && c.count.Load() > v.Count {
		return false
	}
	return r.Set(k, v)
}

// All lists every key of which something is known, in no order. Values recorded
// while it runs may be in it or not.
func (r *Rewards) All() iter.Seq2[RewardKey, RewardValue] {
	return func(yield func(RewardKey, RewardValue) bool) {
		r.table.all(func(c *rewardCell) bool {
			v, ok := r.table.load(c)
			return !ok || yield(c.key(), v)
		})
	}
}

// Reset forgets what is known of every key that match accepts, and says how many
// those were.
func (r *Rewards) Reset(match func(RewardKey) bool) int {
	n := 0
	r.table.all(func(c *rewardCell) bool {
		if _, known := r.table.load(c); known && match(c.key()) {
			c.value.Store(r.table.blank)
			c.count.Store(0)
			n++
		}
		return true
	})
	return n
}
