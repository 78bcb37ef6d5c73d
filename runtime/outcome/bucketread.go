package outcome

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/sextant-mcp/sextant/runtime"
)

// refresh reads a key's record. A server that is behind may give an old one, which
// changes nothing.
func (b *bucketStore) refresh(ctx context.Context, found bucket, k runtime.RewardKey) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	subject := "$KV." + b.spec.bucket + "." + bucketKey(k)
	msg, err := found.stream.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return b.emptied(ctx, found, k, subject)
	}
	if err != nil {
		return fmt.Errorf("reading: %w", err)
	}
	r := b.nothing()
	if msg.Header.Get("KV-Operation") == "" {
		r = b.decode(bucketKey(k), msg.Data)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.adopt(k, b.slot(k), msg.Sequence, r)
	return nil
}

// emptied has a key begin anew when there really is nothing: any server may have
// answered until now, and this is what the leading one says.
func (b *bucketStore) emptied(ctx context.Context, found bucket, k runtime.RewardKey, subject string) error {
	info, err := found.stream.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return fmt.Errorf("reading: %w", err)
	}
	if info.State.Subjects[subject] > 0 {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.slot(k)
	s.revision, s.record = 0, b.nothing()
	return nil
}

// replace puts a value in a key's place, whatever others write meanwhile.
func (b *bucketStore) replace(ctx context.Context, k runtime.RewardKey, v runtime.RewardValue) error {
	defer b.finished(k)
	for try := 0; ; try++ {
		err := b.replaceOnce(ctx, k, v)
		if err == nil {
			return nil
		}
		if try == mostTries {
			return fmt.Errorf("%s: %w", b.spec, err)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w: %w", b.spec, ctx.Err(), err)
		case <-b.over.Done():
			return fmt.Errorf("%s: %w", b.spec, errClosed)
		case <-time.After(jitter(mostWait)):
		}
	}
}

func (b *bucketStore) replaceOnce(ctx context.Context, k runtime.RewardKey, v runtime.RewardValue) error {
	b.mu.Lock()
	found := b.bucket
	s := b.slot(k)
	base, newer, r := s.revision, s.record.newer, record{value: v, writers: s.record.writers}
	b.mu.Unlock()
	switch {
	case found.kv == nil:
		return errOffline
	case newer:
		return errNewer
	}
	revision, err := b.update(ctx, found, k, r, base)
	if errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
		if failed := b.refresh(ctx, found, k); failed != nil {
			return failed
		}
	}
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.adopt(k, b.slot(k), revision, r)
	return nil
}

// readAll reads the whole bucket, for those who want all of it while there are more
// keys in it than slots.
func (b *bucketStore) readAll(ctx context.Context) (Values, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(b.over, cancel)()
	b.mu.Lock()
	found := b.bucket
	b.mu.Unlock()
	if found.kv == nil {
		return nil, errOffline
	}
	// What is on its way now would be neither in the bucket nor in a slot.
	if err := b.ask(ctx); err != nil {
		return nil, err
	}
	watcher, err := found.kv.WatchAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	defer drain(watcher)
	values := Values{}
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case entry, open := <-watcher.Updates():
			switch {
			case !open:
				return nil, errors.New("reading: the servers ended it")
			case entry == nil:
				return values, nil
			case entry.Operation() == jetstream.KeyValuePut:
				b.readInto(values, entry)
			}
		}
	}
}

// readInto adds an entry, with what is queued of its key. Slots know better.
func (b *bucketStore) readInto(values Values, entry jetstream.KeyValueEntry) {
	k, err := parseBucketKey(entry.Key())
	if err != nil {
		return // it was logged when it was heard of
	}
	v := b.queue.peek(k).apply(b.opt.Rewards, b.decode(entry.Key(), entry.Value()).value)
	if b.prior.knows(v) {
		values[k] = v
	}
}
