package fleet

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

// Options adjust a fleet. The zero value serves.
type Options struct {
	// Name and Version introduce this program to the servers; "" is "sextant"
	// and "dev".
	Name, Version string
	// StartTime is how long a server may take to start; zero is DefaultStartTime.
	StartTime time.Duration
	// Patience is how long a call may be silent, unless the configuration gives
	// the server a timeout; zero is DefaultPatience.
	Patience time.Duration
	// LongestCall bounds a call however much it tells of its progress; zero is
	// DefaultLongestCall.
	LongestCall time.Duration
	// Reconnect is how long a call waits for a server that is not there; zero is
	// DefaultReconnect.
	Reconnect time.Duration
	// Backoff is the first pause before a server is tried again; it doubles up
	// to a minute. Zero is a second.
	Backoff time.Duration
	// LookEvery is how often a server at an address is asked for a sign of life;
	// zero is DefaultLookEvery.
	LookEvery time.Duration
	// NameLimit is how long a tool's name may be for the clients: 128 by the
	// protocol, 64 for most hosts, 60 for some; zero is DefaultNameLimit.
	NameLimit int
	// LongestResult is how long a result may be before it is cut, in bytes;
	// zero is DefaultLongestResult.
	LongestResult int
	// Approved is what somebody approved of the servers' tools; a tool that differs
	// from it is part of the Status and told to Log. nil approves everything.
	Approved *lock.File
	// Locked has tools that differ from what was approved not called, and not shown
	// as their server describes them. It needs Approved.
	Locked bool
	// Remedy is the command that compares the servers with what was approved, for
	// messages; "" is DefaultRemedy.
	Remedy string
	// Log takes what happens to servers; nil is slog.Default.
	Log *slog.Logger
}

// The defaults.
const (
	DefaultStartTime     = time.Minute
	DefaultPatience      = time.Minute
	DefaultLongestCall   = 30 * time.Minute
	DefaultReconnect     = 10 * time.Second
	DefaultLookEvery     = 30 * time.Second
	DefaultNameLimit     = 64
	DefaultLongestResult = 48 << 10

	// DefaultRemedy compares the servers with what was approved.
	DefaultRemedy = "sextant probe -config CONFIG -o LOCKFILE"

	maxBackoff = time.Minute
)

func (o *Options) fill() {
	or(&o.Name, "sextant")
	or(&o.Version, "dev")
	or(&o.StartTime, DefaultStartTime)
	or(&o.Patience, DefaultPatience)
	or(&o.LongestCall, DefaultLongestCall)
	or(&o.Reconnect, DefaultReconnect)
	or(&o.Backoff, time.Second)
	or(&o.LookEvery, DefaultLookEvery)
	or(&o.NameLimit, DefaultNameLimit)
	or(&o.LongestResult, DefaultLongestResult)
	or(&o.Remedy, DefaultRemedy)
	if o.Log == nil {
		o.Log = slog.Default()
	}
}

func or[T comparable](value *T, other T) {
	var zero T
	if *value == zero {
		*value = other
	}
}

// Fleet is a number of mounted servers. It is safe for concurrent use.
type Fleet struct {
	opt     Options
	mounts  []*mount
	byName  map[string]*mount
	results *results
	end     context.CancelFunc
	work    sync.WaitGroup
	watch   watchers
	logs    logLevel
	parking parking

	mu     sync.Mutex
	closed bool
}

// Start mounts the servers; it does not wait for any. Servers that the
// configuration switches off are only part of the Status.
func Start(servers []config.Server, opt Options) *Fleet {
	opt.fill()
	f := &Fleet{
		opt: opt, byName: map[string]*mount{}, results: newResults(opt.LongestResult),
	}
	var ctx context.Context
	ctx, f.end = context.WithCancel(context.Background())
	for _, s := range servers {
		if f.byName[s.Name] != nil {
			continue // a configuration has each name once
		}
		m := newMount(f, s)
		f.mounts = append(f.mounts, m)
		f.byName[s.Name] = m
		if !s.Disabled {
			f.work.Go(func() { m.run(ctx) })
		}
	}
	return f
}

// Settle waits until every server is ready or has failed, for at most that
// long.
func (f *Fleet) Settle(ctx context.Context, atMost time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, atMost)
	defer cancel()
	for _, m := range f.mounts {
		m.settle(ctx)
	}
}

// Close ends all servers and returns when they are gone.
func (f *Fleet) Close() {
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock()
	f.end()
	f.parking.clear()
	f.work.Wait()
}

// goes runs work that Close waits for; it reports false once the fleet is
// closed.
func (f *Fleet) goes(work func()) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.closed {
		f.work.Go(work)
	}
	return !f.closed
}
