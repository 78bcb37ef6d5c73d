package outcome

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/sextant-mcp/sextant/runtime"
)

// queue holds what is not written yet, one batch for each key.
type queue struct {
	rewards *runtime.Rewards
	most    int
	// wake has a token when something was put in.
	wake chan struct{}
	// away is how many keys have a batch that was taken out and is not kept yet: they
	// count for most too.
	away atomic.Int64

	mu       sync.Mutex
	batches  map[runtime.RewardKey]batch
	recorded uint64
	dropped  uint64
}

func newQueue(r *runtime.Rewards, most int) *queue {
	return &queue{rewards: r, most: most, wake: make(chan struct{}, 1), batches: map[runtime.RewardKey]batch{}}
}

// record puts an outcome in. It is what Rewards.Observe calls.
func (q *queue) record(e runtime.RewardEvent) {
	b := one(q.rewards, e)
	q.mu.Lock()
	old, known := q.batches[e.Key]
	if !known {
		if len(q.batches)+int(q.away.Load()) >= q.most {
			q.dropped++
			q.mu.Unlock()
			return
		}
		// The id may be part of a much longer string, which must not live on for it.
		e.Key.Capability = strings.Clone(e.Key.Capability)
	}
	q.batches[e.Key] = old.then(q.rewards, b)
	q.recorded++
	q.mu.Unlock()
	if !known { // the writer knows of what waits already
		q.signal()
	}
}

func (q *queue) signal() {
	select {
	case q.wake <- struct{}{}:
	default: // the writer knows already
	}
}

// take empties the queue.
func (q *queue) take() map[runtime.RewardKey]batch {
	q.mu.Lock()
	defer q.mu.Unlock()
	taken := q.batches
	q.batches = make(map[runtime.RewardKey]batch, len(taken))
	return taken
}

// takeOne takes a key's batch out.
func (q *queue) takeOne(k runtime.RewardKey) batch {
	q.mu.Lock()
	defer q.mu.Unlock()
	b := q.batches[k]
	delete(q.batches, k)
	return b
}

// peek is a key's batch.
func (q *queue) peek(k runtime.RewardKey) batch {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.batches[k]
}

// giveBack puts batches that could not be written before what came since. The
// bound on the queue does not hold for them.
func (q *queue) giveBack(taken map[runtime.RewardKey]batch) {
	if len(taken) == 0 {
		return
	}
	q.mu.Lock()
	for k, b := range taken {
		if newer, known := q.batches[k]; known {
			b = b.then(q.rewards, newer)
		}
		q.batches[k] = b
	}
	q.mu.Unlock()
	q.signal()
}

// remove takes out the batches of the keys that match accepts.
func (q *queue) remove(match func(runtime.RewardKey) bool) map[runtime.RewardKey]batch {
	q.mu.Lock()
	defer q.mu.Unlock()
	gone := map[runtime.RewardKey]batch{}
	for k, b := range q.batches {
		if match(k) {
			gone[k] = b
			delete(q.batches, k)
		}
	}
	return gone
}

// keys are those that wait.
func (q *queue) keys() []runtime.RewardKey {
	q.mu.Lock()
	defer q.mu.Unlock()
	keys := make([]runtime.RewardKey, 0, len(q.batches))
	for k := range q.batches {
		keys = append(keys, k)
	}
	return keys
}

// count fills in what the queue knows of a status.
func (q *queue) count(s *Status) {
	q.mu.Lock()
	defer q.mu.Unlock()
	s.Recorded, s.Dropped, s.Waiting = q.recorded, q.dropped, len(q.batches)
}
