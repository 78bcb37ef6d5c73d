package outcome

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/sextant-mcp/sextant/runtime"
)

const (
	// parallel is how many keys are written at once.
	parallel = 16
	// mostTries is how often a batch is sent in one round while others come before
	// it; then the other keys have their turn.
	mostTries = 8
	// leastWait and mostWait are between tries.
	leastWait = 2 * time.Millisecond
	mostWait  = 200 * time.Millisecond
)

var (
	errOffline   = errors.New("there is no bucket to write to")
	errContended = errors.New("others came before it again and again")
)

// write is the goroutine that sends what is queued. Whoever asks within one round
// shares the next.
func (b *bucketStore) write() {
	var due <-chan time.Time
	for {
		select {
		case <-b.over.Done():
			return
		case <-b.queue.wake:
			if due == nil {
				due = time.After(jitter(b.opt.FlushEvery))
			}
		case <-due:
			due = nil
			if b.round() != nil {
				_ = b.park() // what goes wrong is logged there
				due = time.After(jitter(max(b.opt.FlushEvery, leastPause)))
			}
		case first := <-b.requests:
			b.serve(first)
		}
	}
}

func (b *bucketStore) serve(first request) {
	all := []request{first}
	for more := true; more; {
		select {
		case r := <-b.requests:
			all = append(all, r)
		default:
			more = false
		}
	}
	err := b.round()
	for _, r := range all {
		r.reply <- err
	}
}

// round sends everything that waits, each key once over, and keys that were parked
// until nothing of what was is left.
func (b *bucketStore) round() error {
	b.mu.Lock()
	b.began = time.Now()
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		b.began = time.Time{}
		b.mu.Unlock()
	}()
	for {
		if !b.reachable() {
			if len(b.waiting()) == 0 {
				return nil
			}
			return errOffline
		}
		_ = b.unpark() // what goes wrong is logged there, and the batches can be sent all the same
		if err := b.sendAll(); err != nil || !b.holding() {
			return err
		}
	}
}

// reachable reports whether there is a bucket to write to.
func (b *bucketStore) reachable() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bucket.kv != nil && b.status.State == StateOK
}

// sendAll sends everything that waits, each key once over.
func (b *bucketStore) sendAll() error {
	keys := b.waiting()
	if len(keys) == 0 {
		return nil
	}
	// What stops one key stops all, unless it is only that others write it too.
	ctx, cancel := context.WithCancel(b.over)
	defer cancel()
	b.mu.Lock()
	found, state := b.bucket, b.status.State
	b.abandon = cancel
	b.mu.Unlock()
	if found.kv == nil || state != StateOK {
		return errOffline
	}
	var group errgroup.Group
	group.SetLimit(parallel)
	for k := range keys {
		group.Go(func() error {
			err := b.send(ctx, found, k)
			if err != nil && !errors.Is(err, errContended) && !errors.Is(err, errNewer) {
				cancel()
			}
			return err
		})
	}
	err := group.Wait()
	b.waiting() // counts what is still on its way
	if gone(err) {
		b.again() // the bucket is looked for again
	}
	return err
}

// gone reports whether the bucket itself seems to be missing.
func gone(err error) bool {
	return errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders)
}

// waiting are the keys with something to send, each once. The queue has room for as
// many fewer as are on their way.
func (b *bucketStore) waiting() map[runtime.RewardKey]bool {
	keys := map[runtime.RewardKey]bool{}
	for _, k := range b.queue.keys() {
		keys[k] = true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	away := 0
	for k, s := range b.slots {
		if s.sending != nil {
			keys[k] = true
			away++
		}
	}
	b.queue.away.Store(int64(away))
	return keys
}

// send sends a key's batch: first one that nobody answered, then what came since.
func (b *bucketStore) send(ctx context.Context, found bucket, k runtime.RewardKey) error {
	defer b.finished(k)
	wait := leastWait
	for try := 0; try < mostTries && ctx.Err() == nil; {
		attempt, more, err := b.attempt(k)
		if err != nil || !more {
			return err
		}
		revision, err := b.update(ctx, found, k, attempt.record, attempt.base)
		if b.settle(k, attempt, revision, err) {
			if attempt.fresh {
				return nil
			}
			continue
		}
		if !errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
			return fmt.Errorf("writing: %w", err)
		}
		try++
		if err := b.refresh(ctx, found, k); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(jitter(wait)):
		}
		wait = min(2*wait, mostWait)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return errContended
}

// attempt is one try to write a batch.
type attempt struct {
	sending *sending
	base    uint64
	record  record
	// fresh is set when everything that had been queued is in the batch.
	fresh bool
}

// attempt makes the next try for a key; more is false when nothing waits.
func (b *bucketStore) attempt(k runtime.RewardKey) (a attempt, more bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.slot(k)
	if s.record.newer {
		return a, false, fmt.Errorf("%s: %w", k.Capability, errNewer)
	}
	b.judge(k, s)
	switch {
	case s.sending != nil && s.sending.unanswered:
		b.status.Replays++ // to be applied to the same revision: it succeeds once at most
	case s.sending != nil && s.sending.parked:
		s.sending.base = s.revision // whoever sends it, it keeps its number
	case b.parking.holds(k):
		return a, false, nil // what came since goes through the file first
	default:
		a.fresh = true
		batch := b.queue.takeOne(k)
		if s.sending != nil { // it is not in the bucket, so what came since can join it
			batch = s.sending.batch.then(b.opt.Rewards, batch)
		}
		if batch.step.N == 0 {
			return a, false, nil
		}
		s.sending = b.numbered(batch, s.revision)
	}
	a.sending, a.base = s.sending, s.revision
	a.record = s.record.with(s.sending.batch.apply(b.opt.Rewards, s.record.value), writer{s.sending.replica, s.sending.seq, s.revision})
	return a, true, nil
}

// numbered is a batch with the next number. The caller holds the lock.
func (b *bucketStore) numbered(batch batch, base uint64) *sending {
	b.seq++
	return &sending{replica: b.replica, seq: b.seq, batch: batch, base: base, bucket: b.bucket.number()}
}

// judge finds out from what the bucket has now what became of a batch that nobody
// answered. One that is in the bucket is not under way any more (see adopt). A
// batch can only have been applied to the revision that it was sent for; when the
// key has a later one, and the batch is not in it, it never will be.
func (b *bucketStore) judge(k runtime.RewardKey, s *slot) {
	if s.sending == nil || !s.sending.unanswered || s.revision == s.sending.base {
		return
	}
	if s.record.forgot(s.sending.base) {
		// It may be in the bucket or not. Twice would be wrong for sure.
		b.status.Doubtful++
		b.opt.Log.Warn("it can't be found out whether a batch of rewards was kept; it is not sent again", "store", b.spec, "key", k.Capability)
		s.sending = nil
		return
	}
	s.sending.unanswered = false
	b.status.Replays++
}

func (b *bucketStore) update(ctx context.Context, found bucket, k runtime.RewardKey, r record, base uint64) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	b.mu.Lock()
	b.status.Writes++
	b.mu.Unlock()
	r.value = b.prior.kept(r.value)
	return found.kv.Update(ctx, bucketKey(k), encodeRecord(r), base)
}

// settle notes what came of a try, and reports whether its batch is in the bucket.
func (b *bucketStore) settle(k runtime.RewardKey, a attempt, revision uint64, err error) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.slot(k)
	switch {
	case err == nil:
		b.adopt(k, s, revision, a.record)
		if s.sending == a.sending { // newer revisions were heard of, in which it is
			b.done(k, s, a.base)
		}
	case errors.Is(err, jetstream.ErrKeyRevisionMismatch):
		b.status.Conflicts++
	case s.sending == a.sending:
		a.sending.unanswered = true
	}
	return s.sending != a.sending
}

// done notes that the batch under way is in the bucket.
func (b *bucketStore) done(k runtime.RewardKey, s *slot, base uint64) {
	if b.opt.acknowledged != nil {
		b.opt.acknowledged(acknowledgement{k, base, s.sending.batch})
	}
	s.sending = nil
	b.status.Written++
}

// adopt takes over what the bucket has of a key, and has the rewards show it with
// what is not in the bucket yet. The caller holds the lock.
func (b *bucketStore) adopt(k runtime.RewardKey, s *slot, revision uint64, r record) {
	if revision <= s.revision {
		return
	}
	s.revision, s.record = revision, r
	if s.sending != nil {
		if w, found := r.find(s.sending.replica, s.sending.seq); found {
			b.done(k, s, w.Base)
		}
	}
	b.opt.Rewards.Set(k, b.local(k, s))
}

// local is a key's value with what is not in the bucket yet. An outcome that is
// recorded at this moment may be in neither; it is when it is sent.
func (b *bucketStore) local(k runtime.RewardKey, s *slot) runtime.RewardValue {
	v := s.record.value
	if s.sending != nil {
		v = s.sending.batch.apply(b.opt.Rewards, v)
	}
	return b.queue.peek(k).apply(b.opt.Rewards, v)
}
