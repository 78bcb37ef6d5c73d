package outcome

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
)

// Values are rewards by key.
type Values = map[runtime.RewardKey]runtime.RewardValue

// Store keeps rewards. It is safe for concurrent use; Close ends it.
type Store interface {
	// Flush writes what is queued, and returns nil when everything that was
	// recorded before the call is kept: on the disk, or with the servers. Several calls at once share one write.
	Flush(ctx context.Context) error
	// Entries is everything that is kept, what is queued included as far as it can
	// be written now. Keys that were reset are not in it.
	Entries(ctx context.Context) (Values, error)
	// Put replaces what is kept of the given keys, as an import does.
	Put(ctx context.Context, values Values) error
	// Reset forgets the keys that match accepts, here and for all replicas, and
	// says how many those were. Outcomes recorded while it runs fall before or
	// after it.
	Reset(ctx context.Context, match func(runtime.RewardKey) bool) (int, error)
	// Status says how the store does.
	Status() Status
	// Close flushes and ends the store, at the latest when ctx does; the error says
	// how many outcomes could not be kept.
	Close(ctx context.Context) error
}

// The states of a store.
const (
	StateOK = "ok"
	// StateOffline is a store that can't write now and goes on queueing.
	StateOffline = "offline"
	// StateFailed is a store that will not write any more.
	StateFailed = "failed"
)

// Status says how a store does. Counts are since Open.
type Status struct {
	// Store is what it was opened with, without credentials.
	Store string `json:"store"`
	State string `json:"state"`
	// Error is the last thing that went wrong, "" when that is over.
	Error string `json:"error,omitempty"`
	// Recorded counts outcomes that were queued, Dropped those that were not as the
	// queue was full, Waiting the keys that are in it.
	Recorded uint64 `json:"recorded"`
	Dropped  uint64 `json:"dropped"`
	Waiting  int    `json:"waiting"`
	// Written counts batches that were kept, Writes the transactions or messages
	// that this took.
	Written uint64 `json:"written"`
	Writes  uint64 `json:"writes"`
	// Conflicts counts compare-and-sets that another replica came before, Replays
	// those that were sent again as nobody answered, Doubtful the batches that were
	// given up since it could not be found out whether they had been applied.
	Conflicts uint64 `json:"conflicts,omitempty"`
	Replays   uint64 `json:"replays,omitempty"`
	Doubtful  uint64 `json:"doubtful,omitempty"`
	// Parked counts the keys of which something waits in the file ParkedIn for
	// servers that are out of reach, Recovered those that were in it at the start.
	Parked    int    `json:"parked,omitempty"`
	ParkedIn  string `json:"parked_in,omitempty"`
	Recovered uint64 `json:"recovered,omitempty"`
	// Beyond counts how often something was heard of a key that the store remembers no
	// revision of, as there are more keys than the rewards keep. Nothing of it is lost.
	Beyond uint64 `json:"beyond,omitempty"`
	// Left counts the files of processes that ended and did not come back which are
	// still to be sent.
	Left int `json:"left,omitempty"`
	// SetAside is where a damaged file was moved to.
	SetAside string `json:"set_aside,omitempty"`
}

// The defaults of Options.
const (
	DefaultFlushEvery = 200 * time.Millisecond
	DefaultQueue      = 1 << 16
	DefaultWait       = 2 * time.Second
)

// Options adjust a store. The zero value is the default.
type Options struct {
	// Rewards are loaded from the store and kept in it. With nil the store has some
	// of its own, which nobody records in: for programs that only list or reset.
	Rewards *runtime.Rewards
	// Log takes what goes wrong later; nil for nobody.
	Log *slog.Logger
	// FlushEvery is how long an outcome may wait; zero is DefaultFlushEvery.
	FlushEvery time.Duration
	// Queue is how many keys may wait; zero is DefaultQueue.
	Queue int
	// Wait is how long Open waits for a file that another process has, or for
	// servers to answer; zero is DefaultWait.
	Wait time.Duration
	// Patient has Open return a store that is offline, and goes on trying, when
	// servers are out of reach. Credentials that they refuse are an error all the
	// same.
	Patient bool
	// Park has a bucket's store keep what waits for servers that are out of reach in
	// a file, which the next process sends on: in the folder that the spec's "queue"
	// names, else in "waiting" of DefaultFolder. Without, it waits in memory.
	Park bool
	// Existing refuses to make a file or a bucket that is not there, and a damaged
	// file, which stays as it is.
	Existing bool

	// acknowledged is told of every batch that a bucket holds; for tests.
	acknowledged func(acknowledgement)
}

func (o *Options) complete() error {
	if o.FlushEvery < 0 || o.Queue < 0 || o.Wait < 0 {
		return fmt.Errorf("outcome: FlushEvery is %v, Queue %d, Wait %v; give zero for the defaults", o.FlushEvery, o.Queue, o.Wait)
	}
	if o.Rewards == nil {
		r, err := runtime.NewRewards(runtime.RewardOptions{})
		if err != nil {
			return fmt.Errorf("outcome: %w", err)
		}
		o.Rewards = r
	}
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	if o.FlushEvery == 0 {
		o.FlushEvery = DefaultFlushEvery
	}
	if o.Queue == 0 {
		o.Queue = DefaultQueue
	}
	if o.Wait == 0 {
		o.Wait = DefaultWait
	}
	return nil
}

// ErrLocked is what Open's error matches when another process has the file.
var ErrLocked = errors.New("in use by another process")

// ErrNotFound is what Open's error matches when there is no file or bucket and
// Options.Existing says that there must be.
var ErrNotFound = errors.New("nothing has been kept there")

// errClosed is what a closed store answers.
var errClosed = errors.New("the store is closed")

// Open opens the store that spec names; the package documentation lists the
// forms, and an empty spec is memory. Errors never show credentials.
func Open(ctx context.Context, spec string, opt Options) (Store, error) {
	s, err := ParseSpec(spec)
	if err != nil {
		return nil, err
	}
	if err := opt.complete(); err != nil {
		return nil, err
	}
	switch {
	case s.file != "":
		return openBolt(ctx, s, opt)
	case s.servers != nil:
		return openBucket(ctx, s, opt)
	}
	return &memory{opt.Rewards}, nil
}
