package outcome

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/sextant-mcp/sextant/runtime"
)

// errSettings are settings that can't be right, whatever the servers say.
var errSettings = errors.New("the settings are wrong")

const (
	answerTime = 3 * time.Second // for one request
	pingEvery  = 5 * time.Second
	leastPause = 100 * time.Millisecond
	mostPause  = 5 * time.Second
)

// follow keeps the bucket at hand and hears of its changes until the store ends.
// errs has room for an error.
func (b *bucketStore) follow(errs chan<- error) {
	pause := leastPause
	for b.over.Err() == nil {
		began := time.Now()
		err := b.session()
		if b.over.Err() != nil {
			return
		}
		if err == nil {
			continue // the connection is back
		}
		b.note(err)
		select {
		case errs <- err:
		default: // somebody knows already
		}
		if time.Since(began) > mostPause {
			pause = leastPause
		}
		select {
		case <-b.over.Done():
		case <-time.After(jitter(pause)):
		}
		pause = min(2*pause, mostPause)
	}
}

// jitter is between half of a time and all of it, so that replicas part.
func jitter(d time.Duration) time.Duration { return d/2 + rand.N(d/2+1) }

// session reads the bucket and hears of changes until the connection was lost and
// is there again, or something goes wrong. With a time to refresh after, it only
// reads, and rests for so long.
func (b *bucketStore) session() error {
	if err := b.connect(); err != nil {
		return err
	}
	found, err := b.find()
	if err != nil {
		return err
	}
	select {
	case <-b.lost: // of a session before
	default:
	}
	b.attach(found)
	if err := b.watch(found); err != nil || b.spec.refresh == 0 {
		return err
	}
	select {
	case <-b.over.Done():
	case <-b.lost:
	case <-time.After(jitter(b.spec.refresh)):
	}
	return nil
}

// watch takes in what is in the bucket and, unless that is to be read anew after a
// time, what comes into it.
func (b *bucketStore) watch(found bucket) error {
	ctx, cancel := context.WithCancel(b.over)
	defer cancel()
	watcher, err := found.kv.WatchAll(ctx)
	if err != nil {
		return fmt.Errorf("watching: %w", err)
	}
	defer drain(watcher)
	for {
		select {
		case <-b.over.Done():
			return nil
		case <-b.lost:
			return nil
		case entry, open := <-watcher.Updates():
			switch {
			case !open:
				return errors.New("the servers ended the watch")
			case entry == nil:
				b.synced()
				if b.spec.refresh > 0 {
					return nil
				}
			default:
				b.heard(entry)
			}
		}
	}
}

// drain ends a watcher. What it still has to say must be taken from it, or its
// goroutine would wait for ever.
func drain(w jetstream.KeyWatcher) {
	_ = w.Stop() // a connection that is gone has ended it already
	late := time.After(answerTime)
	for {
		select {
		case _, open := <-w.Updates():
			if !open {
				return
			}
		case <-late:
			return
		}
	}
}

// unlinked notes that the connection is gone, and with it all answers.
func (b *bucketStore) unlinked(err error) {
	if err == nil {
		err = errors.New("it was closed")
	}
	b.note(fmt.Errorf("the connection is lost: %w", err))
	b.mu.Lock()
	defer b.mu.Unlock()
	b.abandon()
}

// again has follow begin anew, so that nothing that was said meanwhile is missed.
func (b *bucketStore) again() {
	select {
	case b.lost <- struct{}{}:
	default: // it knows already
	}
}

// attach takes a bucket into use. Revisions of another one of the same name mean
// nothing.
func (b *bucketStore) attach(found bucket) {
	b.mu.Lock()
	defer b.mu.Unlock()
	another := !b.bucket.created.IsZero() && !b.bucket.created.Equal(found.created)
	for _, s := range b.slots {
		if another {
			s.revision, s.record = 0, b.nothing()
		}
		if s.sending != nil && s.sending.bucket != found.number() {
			s.sending.unanswered, s.sending.base, s.sending.bucket = false, 0, found.number()
		}
	}
	b.bucket = found
}

// synced notes that everything in the bucket was heard of.
func (b *bucketStore) synced() {
	b.note(nil)
	select {
	case <-b.ready:
	default:
		close(b.ready)
	}
	b.queue.signal() // what waited can go
}

// heard takes in what the bucket says of a key.
func (b *bucketStore) heard(entry jetstream.KeyValueEntry) {
	k, err := parseBucketKey(entry.Key())
	if err != nil {
		b.opt.Log.Debug("rewards: passed over", "store", b.spec, "error", err)
		return
	}
	r := b.nothing()
	if entry.Operation() == jetstream.KeyValuePut {
		r = b.decode(entry.Key(), entry.Value())
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.adopt(k, b.slot(k), entry.Revision(), r)
	b.spare(k)
}

// decode reads a record; one that can't be read counts as none, and is written over
// unless it is of a newer version.
func (b *bucketStore) decode(key string, raw []byte) record {
	r, err := decodeRecord(raw)
	r.value = b.prior.shown(r.value)
	if err != nil {
		b.opt.Log.Error("a record of rewards can't be read", "store", b.spec, "key", key, "error", err)
	}
	return r
}

// nothing is the record of a key that is not in the bucket.
func (b *bucketStore) nothing() record { return record{value: b.prior.unknown()} }

// note keeps how the store does, and logs when that changes.
func (b *bucketStore) note(err error) {
	state, text := StateOK, ""
	if err != nil {
		state, text = StateOffline, err.Error()
	}
	b.mu.Lock()
	before := b.status.State
	b.status.State, b.status.Error = state, text
	b.mu.Unlock()
	switch {
	case before == state:
	case state == StateOK:
		b.opt.Log.Info("rewards are shared", "store", b.spec)
	case b.over.Err() == nil:
		b.opt.Log.Warn("rewards are queued until the servers are back", "store", b.spec, "error", err)
	}
}

// slot is the slot of a key, whether there is room for it or not: who is done with
// it calls spare. The caller holds the lock.
func (b *bucketStore) slot(k runtime.RewardKey) *slot {
	s := b.slots[k]
	if s == nil {
		s = &slot{record: b.nothing()}
		b.slots[k] = s
	}
	return s
}

// spare gives the slot of a key up when there are more than rewards are kept of and
// nothing is on its way. The next batch of that key costs a conflict more, which
// tells the revision. The caller holds the lock.
func (b *bucketStore) spare(k runtime.RewardKey) {
	s, held := b.slots[k]
	if !held || s.sending != nil || len(b.slots) <= b.opt.Rewards.Options().Keys {
		return
	}
	delete(b.slots, k)
	if s.revision > 0 {
		b.status.Beyond++
	}
}

// finished is spare for who does not hold the lock.
func (b *bucketStore) finished(k runtime.RewardKey) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spare(k)
}
