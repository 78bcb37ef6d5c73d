package outcome

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
)

// While the servers are out of reach, what waits for them is parked in a file. What
// the file says of a key is what a process that finds it does:
//
//   - queued is a batch that no message has been sent of. It becomes a batch that is
//     sent only after the file says so, under which number and by which replica.
//   - sent is a batch that may be in the bucket or not. It is sent again as it is,
//     under the same number, and whoever sees that number in the key's record knows
//     that it is there.
//
// So a key in the file goes through the file before each message, and out of it once
// the servers have what was parked. Keys that are not in it go the short way.

// parked is what waits of a key, as the file has it.
type parked struct {
	// sent is the batch that went out as number seq of the replica, for the first
	// time to be applied to the revision base of the bucket made at that time.
	replica   string
	seq, base uint64
	bucket    int64
	sent      batch
	queued    batch
}

// parking is a store's file and what is in it.
type parking struct {
	file *parkFile
	// changing is held over every change of the file. It is taken before the
	// store's mu.
	changing sync.Mutex
	// held is what the file has, and failed says that it is no longer written to.
	// The store's mu guards both.
	held   map[runtime.RewardKey]parked
	failed error
}

// slowRound is how long a round may take before what waits is parked.
const slowRound = 500 * time.Millisecond

// holds reports a key that is in the file. The caller holds the store's lock.
func (p *parking) holds(k runtime.RewardKey) bool {
	if p == nil {
		return false
	}
	_, held := p.held[k]
	return held
}

// recall takes over what a file has from a process before. It is called before the
// store's goroutines begin.
func (b *bucketStore) recall(waiting map[runtime.RewardKey]parked) {
	b.parking.held = waiting
	queued := map[runtime.RewardKey]batch{}
	for k, p := range waiting {
		s := b.slot(k)
		if p.sent.step.N > 0 {
			s.sending = &sending{replica: p.replica, seq: p.seq, batch: p.sent, base: p.base, bucket: p.bucket, unanswered: true, parked: true}
		}
		if p.queued.step.N > 0 {
			queued[k] = p.queued
		}
	}
	b.queue.giveBack(queued)
	for k := range waiting {
		b.opt.Rewards.Set(k, b.local(k, b.slots[k]))
	}
	b.status.Recovered = uint64(len(waiting))
	if len(waiting) > 0 {
		b.opt.Log.Info("rewards that waited for the servers when a process ended are sent now", "store", b.spec, "file", b.parking.file.path, "keys", len(waiting))
	}
}

var errNoParking = errors.New("there is no file for what waits")

// park has the file hold all that waits. Only what it does not say yet is written.
func (b *bucketStore) park() error {
	p := b.parking
	if p == nil {
		return errNoParking
	}
	p.changing.Lock()
	defer p.changing.Unlock()
	keys := b.waiting()
	b.mu.Lock()
	put := map[runtime.RewardKey]parked{}
	for k := range keys {
		now := b.toPark(k, b.slot(k))
		if before, held := p.held[k]; now != (parked{}) && (!held || before != now) {
			put[k], p.held[k] = now, now
		}
	}
	failed := p.failed
	b.mu.Unlock()
	if failed != nil {
		return failed
	}
	return b.parkingFailed(p.file.change(put, nil))
}

// toPark is what there is to park of a key. The batch that is under way is not to
// be changed any more. The caller holds the lock.
func (b *bucketStore) toPark(k runtime.RewardKey, s *slot) parked {
	now := parked{queued: b.queue.peek(k)}
	if s.sending == nil {
		return now
	}
	s.sending.parked = true
	now.replica, now.seq, now.base, now.bucket, now.sent = s.sending.replica, s.sending.seq, s.sending.base, s.sending.bucket, s.sending.batch
	if before, held := b.parking.held[k]; held && before.replica == now.replica && before.seq == now.seq {
		// It was sent for the first time then, and may be found from then on.
		now.base, now.bucket = before.base, before.bucket
	}
	return now
}

// unpark makes batches to send of what the file has queued, which the file says
// before any is sent, and takes out of it what the servers have.
func (b *bucketStore) unpark() error {
	p := b.parking
	if p == nil {
		return nil
	}
	p.changing.Lock()
	defer p.changing.Unlock()
	put := map[runtime.RewardKey]parked{}
	var gone []runtime.RewardKey
	b.mu.Lock()
	for k, before := range p.held {
		s := b.slot(k)
		if s.sending != nil {
			continue // as the file has it
		}
		// What came since it was parked comes along.
		var next batch
		if before.queued.step.N > 0 {
			next = b.queue.takeOne(k)
		}
		if next.step.N == 0 {
			gone = append(gone, k)
			continue
		}
		s.sending = b.numbered(next, s.revision)
		s.sending.parked = true
		put[k] = parked{replica: s.sending.replica, seq: s.sending.seq, base: s.sending.base, bucket: s.sending.bucket, sent: next}
		p.held[k] = put[k]
	}
	b.mu.Unlock()
	err := b.parkingFailed(p.file.change(put, gone))
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, k := range gone {
		delete(p.held, k)
		b.spare(k)
	}
	return err
}

// holding reports whether the file has anything.
func (b *bucketStore) holding() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.parking != nil && len(b.parking.held) > 0
}

// parkingFailed gives a file up that can't be written. It is set aside: it does not
// say any more what has been sent. What is in it goes the short way from now on.
func (b *bucketStore) parkingFailed(err error) error {
	if err == nil {
		return nil
	}
	p := b.parking
	b.mu.Lock()
	again := p.failed != nil
	p.failed = fmt.Errorf("%s: %w", p.file.path, err)
	clear(p.held)
	failed := p.failed
	b.mu.Unlock()
	if again {
		return failed
	}
	aside, moved := setAside(p.file.path)
	b.opt.Log.Error("what waits for the servers is in memory only: its file can't be written and is set aside", "store", b.spec, "set_aside", aside, "error", errors.Join(err, moved))
	return failed
}

// watchRounds parks what waits while a round takes long, as when the servers don't
// answer and the connection is not known to be lost yet.
func (b *bucketStore) watchRounds() {
	tick := time.NewTicker(slowRound / 2)
	defer tick.Stop()
	for {
		select {
		case <-b.over.Done():
			return
		case <-tick.C:
			b.mu.Lock()
			slow := !b.began.IsZero() && time.Since(b.began) > slowRound
			b.mu.Unlock()
			if slow {
				_ = b.park() // what goes wrong is logged there
			}
		}
	}
}

// leave ends the file of a store that has ended.
func (b *bucketStore) leave() error {
	p := b.parking
	if p == nil {
		return nil
	}
	p.changing.Lock()
	defer p.changing.Unlock()
	b.mu.Lock()
	n, failed := len(p.held), p.failed
	b.mu.Unlock()
	if n > 0 {
		b.opt.Log.Warn("rewards wait for the servers in a file; the next server of this store on this machine sends them", "store", b.spec, "file", p.file.path, "keys", n)
	}
	return p.file.close(n == 0 && failed == nil)
}

// rescue sends what processes left in further files, one after another, each as a
// replica of its own.
func (b *bucketStore) rescue(files []string) {
	for i, path := range files {
		b.left(len(files) - i)
		if err := b.rescueOne(path); err != nil && b.over.Err() == nil && !errors.Is(err, ErrLocked) {
			b.opt.Log.Error("rewards that wait in a file can't be sent", "store", b.spec, "file", path, "error", err)
		}
	}
	if b.over.Err() == nil {
		b.left(0)
	}
}

func (b *bucketStore) left(files int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.status.Left = files
}

func (b *bucketStore) rescueOne(path string) error {
	file, waiting, err := openParkFile(path, b.opt.Log)
	if err != nil {
		return err
	}
	own := b.opt.Rewards.Options()
	opt := Options{Log: b.opt.Log, FlushEvery: b.opt.FlushEvery, Queue: b.opt.Queue, acknowledged: b.opt.acknowledged}
	if opt.Rewards, err = runtime.NewRewards(runtime.RewardOptions{Alpha: own.Alpha, Prior: own.Prior, HalfLife: own.HalfLife, Keys: own.Keys}); err != nil {
		return errors.Join(err, file.close(false))
	}
	other := newBucketStore(b.spec, opt)
	other.parking = &parking{file: file}
	other.recall(waiting)
	other.begin()
	err = other.sync(b.over)
	other.stop()
	return errors.Join(err, other.leave())
}

// sync returns nil when the servers have everything that was recorded before the
// call.
func (b *bucketStore) sync(ctx context.Context) error {
	for {
		err := b.ask(ctx)
		if err == nil || errors.Is(err, errClosed) {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w: %w", b.spec, ctx.Err(), err)
		case <-time.After(flushPause):
		}
	}
}
