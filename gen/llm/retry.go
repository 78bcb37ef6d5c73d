package llm

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strconv"
	"time"
)

// The waits between attempts: the first, doubled each time, and the longest,
// which bounds what a server may ask for too.
const (
	firstDelay = time.Second
	maxDelay   = time.Minute
)

// delay is how long to wait after so many attempts, the last of which failed
// with err.
func delay(attempts int, err error) time.Duration {
	var status *StatusError
	if errors.As(err, &status) && status.after > 0 {
		return min(status.after, maxDelay)
	}
	return min(firstDelay<<min(attempts-1, 6), maxDelay)
}

// retryAfter reads the wait that a server asks for: seconds, or a date; zero
// when it asks for none.
func retryAfter(h http.Header) time.Duration {
	value := h.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil && seconds > 0 {
		return time.Duration(min(seconds, int(maxDelay/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(time.Until(at), 0)
	}
	return 0
}

// pause waits by the clock, or until the context ends.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// isDial tells whether the error came before there was a connection.
func isDial(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}
