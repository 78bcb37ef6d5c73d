package outcome

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"go.etcd.io/bbolt"

	"github.com/sextant-mcp/sextant/runtime"
)

// boltStore is a store in a file. One goroutine, the writer, makes all changes.
type boltStore struct {
	spec     Spec
	opt      Options
	prior    prior
	db       *bbolt.DB
	lock     *flock.Flock
	queue    *queue
	requests chan request
	quit     chan struct{} // closed to end the writer
	done     chan struct{} // closed by the writer
	closing  sync.Once
	forget   func() // ends observing
	// settling are keys that were reset and of which memory and file may differ by
	// what was recorded at that moment. Only the writer uses it.
	settling map[runtime.RewardKey]bool

	mu     sync.Mutex
	status Status
}

// request has the writer do something, after what is queued is written.
type request struct {
	do    func() error // nil for nothing more
	reply chan error   // has room for the answer
}

func openBolt(ctx context.Context, s Spec, opt Options) (Store, error) {
	o, err := openFile(ctx, s.file, opt)
	if err != nil {
		return nil, err
	}
	b := &boltStore{
		spec: s, opt: opt, prior: priorOf(opt.Rewards), db: o.db, lock: o.lock, queue: newQueue(opt.Rewards, opt.Queue),
		requests: make(chan request), settling: map[runtime.RewardKey]bool{}, quit: make(chan struct{}), done: make(chan struct{}),
		status: Status{Store: s.String(), State: StateOK, SetAside: o.setAside},
	}
	for k, v := range o.values {
		opt.Rewards.Set(k, b.prior.shown(v))
	}
	b.forget = opt.Rewards.Observe(b.queue.record)
	go b.write()
	return b, nil
}

// write is the writer. Whoever asks within one write shares the next.
func (b *boltStore) write() {
	defer close(b.done)
	var due <-chan time.Time
	for {
		select {
		case <-b.queue.wake:
			if due == nil {
				due = time.After(b.opt.FlushEvery)
			}
		case <-due:
			due = nil
			b.report(b.commit())
		case first := <-b.requests:
			due = nil
			b.serve(first)
		case <-b.quit:
			b.report(b.commit())
			return
		}
	}
}

// serve answers a request and those that wait beside it.
func (b *boltStore) serve(first request) {
	all := []request{first}
	for more := true; more; {
		select {
		case r := <-b.requests:
			all = append(all, r)
		default:
			more = false
		}
	}
	err := b.commit()
	b.report(err)
	for _, r := range all {
		switch {
		case err == nil && r.do != nil:
			failed := r.do()
			b.report(failed)
			r.reply <- failed
		default:
			r.reply <- err
		}
	}
}

// commit writes the queue in one transaction. What can't be written stays in it.
func (b *boltStore) commit() error {
	batches := b.queue.take()
	if len(batches) == 0 {
		return nil
	}
	if err := b.broken(); err != nil {
		b.queue.giveBack(batches)
		return err
	}
	settling := Values{}
	err := update(b.db, func(c *change) error {
		for k, batch := range batches {
			v, err := c.get(k)
			if err != nil {
				return err
			}
			v = batch.apply(b.opt.Rewards, b.prior.shown(v))
			if b.settling[k] {
				settling[k] = v
			}
			if err := c.put(k, b.prior.kept(v)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.queue.giveBack(batches)
		return err
	}
	b.settle(settling)
	b.mu.Lock()
	b.status.Written += uint64(len(batches))
	b.status.Writes++
	b.mu.Unlock()
	return nil
}

// settle has the memory show of keys that were reset what the file has and what is
// queued: an outcome that was in memory before, and in the queue after a reset, would
// be missing in memory only.
func (b *boltStore) settle(kept Values) {
	for k, v := range kept {
		v = b.queue.peek(k).apply(b.opt.Rewards, v)
		if now, _ := b.opt.Rewards.Value(k); now.Count == v.Count {
			delete(b.settling, k)
			continue
		}
		b.opt.Rewards.Set(k, v)
	}
}

// broken is the error of a file that is not written to any more.
func (b *boltStore) broken() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.status.State == StateFailed {
		return errors.New(b.status.Error)
	}
	return nil
}

// report notes how writing goes, and logs when that changes.
func (b *boltStore) report(err error) {
	state, text := StateOK, ""
	if err != nil {
		state, text = StateOffline, err.Error()
	}
	if errors.Is(err, errDamaged) {
		state = StateFailed
	}
	b.mu.Lock()
	before := b.status.State
	if before != StateFailed {
		b.status.State, b.status.Error = state, text
	}
	b.mu.Unlock()
	switch {
	case before == StateFailed || before == state:
	case state == StateOK:
		b.opt.Log.Info("rewards are kept again", "file", b.spec.file)
	default:
		b.opt.Log.Error("rewards can't be kept", "file", b.spec.file, "error", err)
	}
}

// ask has the writer do something and waits for it.
func (b *boltStore) ask(ctx context.Context, do func() error) error {
	r := request{do, make(chan error, 1)}
	select {
	case b.requests <- r:
	case <-b.done:
		return fmt.Errorf("%s: %w", b.spec.file, errClosed)
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-r.reply:
		if err != nil {
			return fmt.Errorf("%s: %w", b.spec.file, err)
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *boltStore) Flush(ctx context.Context) error { return b.ask(ctx, nil) }

func (b *boltStore) Entries(ctx context.Context) (values Values, err error) {
	err = b.ask(ctx, func() error {
		return guarded(func() error {
			return b.db.View(func(tx *bbolt.Tx) (err error) {
				values, err = readAll(tx)
				return err
			})
		})
	})
	for k, v := range values {
		values[k] = b.prior.shown(v)
	}
	return values, err
}

func (b *boltStore) Put(ctx context.Context, values Values) error {
	return b.ask(ctx, func() error {
		err := update(b.db, func(c *change) error {
			for k, v := range values {
				if err := c.put(k, b.prior.kept(v)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		for k, v := range values {
			b.opt.Rewards.Set(k, v)
		}
		return nil
	})
}

func (b *boltStore) Reset(ctx context.Context, match func(runtime.RewardKey) bool) (n int, err error) {
	err = b.ask(ctx, func() error {
		n, err = b.reset(match)
		return err
	})
	return n, err
}

// reset forgets keys. The writer calls it, with an empty queue.
func (b *boltStore) reset(match func(runtime.RewardKey) bool) (int, error) {
	n := 0
	err := update(b.db, func(c *change) error {
		var keys []runtime.RewardKey
		err := c.rewards.ForEach(func(raw, _ []byte) error {
			k, err := decodeKey(raw)
			if err == nil && match(k) {
				keys = append(keys, k)
			}
			return err
		})
		for _, k := range keys {
			b.settling[k] = true
			if err == nil {
				err = c.delete(k)
			}
		}
		n = len(keys)
		return err
	})
	if err != nil {
		return 0, err
	}
	b.queue.remove(match)
	b.opt.Rewards.Reset(match)
	return n, nil
}

func (b *boltStore) Status() Status {
	b.mu.Lock()
	s := b.status
	b.mu.Unlock()
	b.queue.count(&s)
	return s
}

func (b *boltStore) Close(ctx context.Context) error {
	b.forget()
	b.closing.Do(func() { close(b.quit) })
	select {
	case <-b.done:
	case <-ctx.Done():
		return fmt.Errorf("%s: it could not be closed in time: %w", b.spec.file, ctx.Err())
	}
	err := errors.Join(guarded(b.db.Close), b.lock.Close())
	if s := b.Status(); s.Waiting > 0 {
		err = errors.Join(err, fmt.Errorf("rewards of %d keys are lost: %s", s.Waiting, s.Error))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", b.spec.file, err)
	}
	return nil
}

var _ slog.LogValuer = Spec{}

// LogValue implements slog.LogValuer: logs show no credentials either.
func (s Spec) LogValue() slog.Value { return slog.StringValue(s.text) }
