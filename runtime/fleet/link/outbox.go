package link

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// outbox writes to a pipe without blocking its callers: what the other side does
// not take at once is written in the background. So a request costs no goroutine
// of its own, and one to a process that does not read ends with its context.
type outbox struct {
	to *os.File
	// patience is how long the other side may take nothing.
	patience time.Duration
	// stuck is told when it takes nothing for longer, or the pipe is broken.
	stuck func(error)

	mu      sync.Mutex
	waiting []byte // behind what is being written
	busy    bool   // something is written in the background
	failed  error
	work    sync.WaitGroup
}

// Write implements io.Writer. Each Write is one message.
func (o *outbox) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed != nil {
		return 0, o.failed
	}
	rest := p
	if !o.busy {
		n, err := atOnce(o.to, p)
		if err != nil || n == len(p) {
			return n, err
		}
		rest = p[n:]
	}
	if len(o.waiting)+len(rest) > MaxMessage {
		return 0, fmt.Errorf("the process does not read its input, and more than %d bytes wait for it", MaxMessage)
	}
	o.waiting = append(o.waiting, rest...)
	if !o.busy {
		o.busy = true
		o.work.Go(o.drain)
	}
	return len(p), nil
}

// within writes for a while at most.
func (o *outbox) within(d time.Duration, p []byte) (int, error) {
	if err := o.to.SetWriteDeadline(time.Now().Add(d)); err != nil {
		return 0, err
	}
	return o.to.Write(p)
}

// drain writes what waits, until nothing does. It ends with the pipe.
func (o *outbox) drain() {
	for {
		o.mu.Lock()
		now := o.waiting
		o.waiting, o.busy = nil, len(now) > 0
		if !o.busy {
			_ = o.to.SetWriteDeadline(time.Time{}) // the last one must not end what is written later
		}
		o.mu.Unlock()
		if len(now) == 0 {
			return
		}
		if err := o.patiently(now); err != nil {
			o.mu.Lock()
			o.failed = err
			o.mu.Unlock()
			o.stuck(err)
			return
		}
	}
}

// patiently writes for as long as anything is taken.
func (o *outbox) patiently(p []byte) error {
	for len(p) > 0 {
		n, err := o.within(o.patience, p)
		if errors.Is(err, os.ErrNoDeadline) {
			n, err = o.to.Write(p)
		}
		if p = p[n:]; err != nil && (n == 0 || !errors.Is(err, os.ErrDeadlineExceeded)) {
			return err
		}
	}
	return nil
}

// wait returns when nothing is written any more, which is soon after the pipe was
// closed.
func (o *outbox) wait() { o.work.Wait() }
