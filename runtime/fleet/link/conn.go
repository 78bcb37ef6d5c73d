package link

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
)

// Options adjust a connection.
type Options struct {
	// Name and Version introduce this side to the server.
	Name, Version string
	// Older speaks an older revision even if the server says that it knows the
	// newer one.
	Older bool
	// Notify takes the server's notifications, in their order. It must not
	// block. Notifications about the progress of a request go to its Progress
	// instead.
	Notify func(method string, params json.RawMessage)
	// Answer answers what the server asks of its client: sampling, elicitation,
	// roots. It may take its time. An *Error is passed on as it is.
	Answer func(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error)
	// Log takes what is odd about the server; nil is slog.Default.
	Log *slog.Logger
}

// Conn is a connection. It is safe for concurrent use.
type Conn struct {
	opt    Options
	server config.Server
	info   Info
	same   sameInAll
	client *client.Client
	wire   transport.Interface
	child  *child // nil over HTTP
	web    *web   // nil over standard streams
	// waiting are the requests on standard streams that are not answered yet.
	waiting waiting
	// endings counts the streams that are read to their ends after the answer.
	endings atomic.Int64

	ids      atomic.Int64
	progress sync.Map // progress token -> func(json.RawMessage)
	// questions are what the server asks now: the ends of them by id.
	questions sync.Map
	asking    asking
	protocol  atomic.Pointer[string] // the revision once it is agreed on; the server may ask before
	tools     atomic.Pointer[map[string]mcp.Tool]
	watching  watching
	older     older
	level     atomic.Pointer[string] // of log messages, nil while nobody set one

	life    context.Context // ends when the connection is closed
	end     context.CancelFunc
	mu      sync.Mutex // guards closed, and work while it grows
	closed  bool
	work    sync.WaitGroup
	lost    chan struct{}
	there   context.Context // ends soon after the connection was lost
	gone    context.CancelFunc
	lose    sync.Once
	lostFor atomic.Pointer[error]
	closing sync.Once
}

// Info is what a server said of itself.
type Info struct {
	// Protocol is the revision that is spoken.
	Protocol string
	// Modern tells that it is one without sessions.
	Modern bool
	// Name, Version and Instructions are the server's own words.
	Name, Version, Instructions string
	// Capabilities are what it offers.
	Capabilities Capabilities
}

// Capabilities are what a server offers.
type Capabilities struct {
	Tools, ToolsChange         bool
	Prompts, PromptsChange     bool
	Resources, ResourcesChange bool
	Subscribe                  bool // to single resources
	Completions, Logging       bool
	Skills                     bool // by the protocol's extension
}

// Open starts or reaches a server and agrees on a revision with it. The context
// bounds that only.
func Open(ctx context.Context, s config.Server, opt Options) (*Conn, error) {
	if opt.Log == nil {
		opt.Log = slog.Default()
	}
	var c *Conn
	var err error
	if s.Kind == config.HTTP {
		c, err = openHTTP(ctx, s, opt)
	} else {
		c, err = openProcess(ctx, s, opt)
	}
	if err != nil {
		return nil, err
	}
	if !c.info.Modern {
		c.tellLevel(ctx)
	}
	c.listen()
	return c, nil
}

func newConn(s config.Server, opt Options) *Conn {
	c := &Conn{opt: opt, server: s, lost: make(chan struct{})}
	c.life, c.end = context.WithCancel(context.Background())
	c.there, c.gone = context.WithCancel(context.Background())
	return c
}

// Info returns what the server said of itself.
func (c *Conn) Info() Info { return c.info }

// Lost is closed when the connection can't be used any more.
func (c *Conn) Lost() <-chan struct{} { return c.lost }

// Err says why the connection was lost, nil while it was not.
func (c *Conn) Err() error {
	if err := c.lostFor.Load(); err != nil {
		return *err
	}
	return nil
}

// fail notes that the connection is of no use any more.
func (c *Conn) fail(err error) {
	c.lose.Do(func() {
		err = hide(err, &c.server)
		c.lostFor.Store(&err)
		close(c.lost)
		time.AfterFunc(lastWords, c.gone) // an answer may have come last
	})
}

// errClosed is why a connection was lost that was closed from this side.
var errClosed = errors.New("the connection was closed")

// Close ends the connection, and the process with all that it started. It
// returns when they are gone, within [CloseWithin].
func (c *Conn) Close() {
	c.closing.Do(func() {
		c.fail(errClosed)
		c.mu.Lock()
		c.closed = true
		c.mu.Unlock()
		c.end()
		c.closeOlder()
		if c.child != nil {
			c.child.stop()
		}
		if c.client != nil {
			_ = c.client.Close() // the process has ended, and a session that can't be ended expires
		}
		c.gone() // whoever still waits, waits in vain
		if c.web != nil {
			c.web.close()
		}
	})
	c.work.Wait()
}

// goes runs work that Close waits for; it does not once the connection is
// closed.
func (c *Conn) goes(work func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.work.Go(work)
	}
}

// CloseWithin is how long Close takes at most.
const CloseWithin = 2*graceTime + killTime + time.Second
