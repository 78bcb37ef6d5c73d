package outcome

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/sextant-mcp/sextant/runtime"
)

// bucketStore is a store in a JetStream bucket that replicas share. Two
// goroutines own it: follow keeps the connection and hears of others' writes,
// write sends our own.
type bucketStore struct {
	spec    Spec
	opt     Options
	prior   prior
	queue   *queue
	parking *parking // nil when what waits is in memory only
	// replica tells this opening of the store from all others.
	replica string

	requests chan request
	lost     chan struct{} // has a token when follow should begin anew
	ready    chan struct{} // closed when the bucket was read for the first time
	over     context.Context
	end      context.CancelFunc
	running  sync.WaitGroup
	forget   func() // ends observing

	mu     sync.Mutex
	conn   *nats.Conn                  // nil before the first connection
	bucket bucket                      // zero while there is none
	slots  map[runtime.RewardKey]*slot // no more than rewards are kept of; see spare
	seq    uint64
	status Status
	// abandon ends the round that is under way, when there is one.
	abandon context.CancelFunc
	// began is when the round that is under way began, zero when there is none.
	began time.Time
}

// bucket is a bucket that can be used.
type bucket struct {
	kv      jetstream.KeyValue
	stream  jetstream.Stream
	created time.Time
}

// number tells buckets of one name apart.
func (b bucket) number() int64 {
	if b.created.IsZero() {
		return 0
	}
	return b.created.UnixNano()
}

// slot is what is known of a key: the bucket's record as of a revision, 0 for
// none, and our batch that is on its way.
type slot struct {
	revision uint64
	record   record
	sending  *sending
}

// sending is a batch on its way to the bucket. It is sent again until it is known
// to be in the bucket.
type sending struct {
	replica string
	seq     uint64
	batch   batch
	// unanswered is set when nobody said what became of it when it was sent to be
	// applied to the revision base.
	unanswered bool
	base       uint64
	// bucket is when the bucket was made that base is a revision of.
	bucket int64
	// parked is set when a file has it: it is not changed any more.
	parked bool
}

// acknowledgement is a batch that the bucket holds, by the revision that it was
// applied to.
type acknowledgement struct {
	key   runtime.RewardKey
	base  uint64
	batch batch
}

func openBucket(ctx context.Context, s Spec, opt Options) (Store, error) {
	if s.flush > 0 {
		opt.FlushEvery = s.flush
	}
	b := newBucketStore(s, opt)
	rest, err := b.findParking()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s, err)
	}
	errs := b.begin()
	if err := b.started(ctx, errs); err != nil {
		b.stop()
		return nil, errors.Join(fmt.Errorf("%s: %w", s, err), b.leave())
	}
	if len(rest) > 0 {
		b.left(len(rest))
		b.running.Go(func() { b.rescue(rest) })
	}
	return b, nil
}

// findParking opens the file for what waits, where there is to be one. rest are
// files that others left.
func (b *bucketStore) findParking() (rest []string, err error) {
	if !b.opt.Park {
		return nil, nil
	}
	file, waiting, rest, err := claimParkFile(b.spec, b.opt.Log)
	switch {
	case err == nil:
		b.parking = &parking{file: file}
		b.recall(waiting)
	case b.spec.queue != "":
		return nil, fmt.Errorf("queue: %w", err)
	default:
		b.opt.Log.Warn("what waits for the servers while they are out of reach is kept in memory only", "store", b.spec, "error", err)
	}
	return rest, nil
}

func newBucketStore(s Spec, opt Options) *bucketStore {
	b := &bucketStore{
		spec: s, opt: opt, prior: priorOf(opt.Rewards), queue: newQueue(opt.Rewards, opt.Queue), replica: rand.Text()[:13],
		requests: make(chan request), lost: make(chan struct{}, 1), ready: make(chan struct{}),
		slots: map[runtime.RewardKey]*slot{}, status: Status{Store: s.String(), State: StateOffline}, abandon: func() {},
	}
	b.over, b.end = context.WithCancel(context.Background())
	return b
}

// begin starts the goroutines. Errors of the first connections come out of errs.
func (b *bucketStore) begin() (errs chan error) {
	errs = make(chan error, 1)
	b.forget = b.opt.Rewards.Observe(b.queue.record)
	b.running.Go(func() { b.follow(errs) })
	b.running.Go(b.write)
	if b.parking != nil {
		b.running.Go(b.watchRounds)
	}
	return errs
}

// started waits until the bucket is read, or for the reason why it can't be.
func (b *bucketStore) started(ctx context.Context, errs <-chan error) error {
	wait := time.NewTimer(b.opt.Wait)
	defer wait.Stop()
	err := fmt.Errorf("no answer within %v", b.opt.Wait)
	for waiting := true; waiting; {
		select {
		case <-b.ready:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-wait.C:
			waiting = false
		case err = <-errs:
			if permanent(err) {
				return err
			}
			// Servers that have just been started may need another moment; who is
			// patient has it later.
			waiting = !b.opt.Patient
		}
	}
	if !b.opt.Patient {
		return err
	}
	b.opt.Log.Warn("the store of rewards is out of reach; what is learned is queued until it answers", "store", b.spec, "error", err)
	return nil
}

// permanent errors are those that waiting does not mend.
func permanent(err error) bool {
	var untrusted *tls.CertificateVerificationError
	return errors.As(err, &untrusted) || errors.Is(err, nats.ErrAuthorization) || errors.Is(err, errSettings) || errors.Is(err, ErrNotFound)
}

// stop ends the goroutines and waits for them.
func (b *bucketStore) stop() {
	b.forget()
	b.end()
	b.running.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.conn != nil {
		b.conn.Close()
	}
}

// flushPause is how long sync waits before it tries again.
const flushPause = 50 * time.Millisecond

// Flush does not wait for servers that are out of reach when there is a file.
func (b *bucketStore) Flush(ctx context.Context) error {
	if b.parking == nil {
		return b.sync(ctx)
	}
	short, cancel := context.WithTimeout(ctx, slowRound)
	defer cancel()
	if err := b.ask(short); err == nil || errors.Is(err, errClosed) {
		return err
	}
	if b.park() == nil {
		return nil
	}
	return b.sync(ctx)
}

// ask has what is queued now sent.
func (b *bucketStore) ask(ctx context.Context) error {
	r := request{reply: make(chan error, 1)}
	select {
	case b.requests <- r:
	case <-b.over.Done():
		return fmt.Errorf("%s: %w", b.spec, errClosed)
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-r.reply:
		return err
	case <-b.over.Done():
		return fmt.Errorf("%s: %w", b.spec, errClosed)
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *bucketStore) Entries(ctx context.Context) (Values, error) {
	select {
	case <-b.ready:
	case <-b.over.Done():
		return nil, fmt.Errorf("%s: %w", b.spec, errClosed)
	case <-ctx.Done():
		return nil, fmt.Errorf("%s: %w: %s", b.spec, ctx.Err(), b.Status().Error)
	}
	out := Values{}
	if b.Status().Beyond > 0 { // not every key has a slot
		var err error
		if out, err = b.readAll(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", b.spec, err)
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for k, s := range b.slots {
		if v := b.local(k, s); b.prior.knows(v) {
			out[k] = v
		} else {
			delete(out, k)
		}
	}
	return out, nil
}

func (b *bucketStore) Put(ctx context.Context, values Values) error {
	for k, v := range values {
		if err := b.replace(ctx, k, v); err != nil {
			return err
		}
	}
	return nil
}

func (b *bucketStore) Reset(ctx context.Context, match func(runtime.RewardKey) bool) (int, error) {
	if err := b.sync(ctx); err != nil {
		return 0, err
	}
	values, err := b.Entries(ctx)
	if err != nil {
		return 0, err
	}
	n := 0
	for k := range values {
		if !match(k) {
			continue
		}
		b.queue.remove(func(other runtime.RewardKey) bool { return other == k })
		if err := b.replace(ctx, k, b.prior.unknown()); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

func (b *bucketStore) Status() Status {
	b.mu.Lock()
	s := b.status
	if b.parking != nil {
		s.Parked, s.ParkedIn = len(b.parking.held), b.parking.file.path
	}
	b.mu.Unlock()
	b.queue.count(&s)
	s.Waiting = len(b.waiting())
	return s
}

func (b *bucketStore) Close(ctx context.Context) error {
	b.forget()
	err := b.Flush(ctx)
	b.stop()
	if errors.Is(err, errClosed) {
		return nil // it was closed before
	}
	if s := b.Status(); err != nil && s.Waiting > 0 {
		err = fmt.Errorf("%s: rewards of %d keys are lost: %w", b.spec, s.Waiting, err)
	}
	return errors.Join(err, b.leave())
}
