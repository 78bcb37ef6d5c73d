package fleet

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet/peer"
)

// A call ends when its server is silent for too long, and not while the client
// thinks; progress begins the time anew, and at some time every call ends.
func TestCallsEnd(t *testing.T) {
	const patience, longest = 10 * time.Second, time.Minute
	for name, c := range map[string]struct {
		happens func(*inFlight)
		lasts   time.Duration
	}{
		"silent":   {func(*inFlight) {}, patience},
		"progress": {func(one *inFlight) { time.Sleep(7 * time.Second); one.alive() }, 17 * time.Second},
		"question": {func(one *inFlight) {
			one.asking(true)
			time.Sleep(30 * time.Second)
			one.asking(false)
		}, 40 * time.Second},
		"endless question": {func(one *inFlight) { one.asking(true) }, longest},
		"endless progress": {func(one *inFlight) {
			for range 6 {
				time.Sleep(9 * time.Second)
				one.alive()
			}
		}, longest},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var all calls
				_, _, end := all.begin(t.Context(), peer.Of(t.Context()), time.Second, longest)
				end() // the timer that it leaves behind harms no other
				begun := time.Now()
				ctx, one, end := all.begin(t.Context(), peer.Of(t.Context()), patience, longest)
				defer end()
				c.happens(one)
				<-ctx.Done()
				if took := time.Since(begun); took != c.lasts || !errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
					t.Errorf("it ended after %v, not %v: %v", took, c.lasts, context.Cause(ctx))
				}
			})
		})
	}
}

// Calls end each in its own time, though one timer ends them all.
func TestCallsEndApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var all calls
		begun := time.Now()
		for _, patience := range []time.Duration{8 * time.Second, 2 * time.Second, 5 * time.Second} {
			ctx, _, end := all.begin(t.Context(), peer.Of(t.Context()), patience, time.Minute)
			go func() {
				defer end()
				<-ctx.Done()
				if took := time.Since(begun); took != patience {
					t.Errorf("a call that may take %v took %v", patience, took)
				}
			}()
		}
		all.wait(t.Context())
		if took := time.Since(begun); took != 8*time.Second {
			t.Errorf("they took %v", took)
		}
	})
}
