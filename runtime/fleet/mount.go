package fleet

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

// mount is one server of the fleet.
type mount struct {
	fleet  *Fleet
	server config.Server
	calls  calls
	wake   chan struct{} // holds one when a call needs the server
	relist chan struct{} // holds one when the server says that a list has changed

	mu     sync.Mutex
	now    Status
	conn   *link.Conn   // nil while there is none
	lists  lists        // when they were last read
	wants  []string     // resources to be watched
	skills []lock.Drift // skills that are not as they were approved
	moved  chan struct{}
}

func newMount(f *Fleet, s config.Server) *mount {
	m := &mount{
		fleet: f, server: s, wake: make(chan struct{}, 1), relist: make(chan struct{}, 1), moved: make(chan struct{}),
		now: Status{Name: s.Name, Kind: s.Kind.String(), State: Starting, Since: time.Now()},
	}
	if s.Disabled {
		m.now.State = Off
	}
	return m
}

// run keeps the server connected until the context ends.
func (m *mount) run(ctx context.Context) {
	defer m.move(Closed, "", nil)
	pause := m.fleet.opt.Backoff
	for ctx.Err() == nil {
		begun := time.Now()
		err := m.live(ctx)
		if ctx.Err() != nil {
			return
		}
		if time.Since(begun) > maxBackoff {
			pause = m.fleet.opt.Backoff // it was there for a while
		}
		m.rest(ctx, err, pause)
		pause = min(2*pause, maxBackoff)
	}
}

// live connects and returns when the connection is lost, with the reason.
func (m *mount) live(ctx context.Context) error {
	starting, cancel := context.WithTimeout(ctx, m.fleet.opt.StartTime)
	defer cancel()
	conn, lists, err := m.open(starting, false)
	if link.Unsupported(err) {
		conn, lists, err = m.open(starting, true)
	}
	if err != nil {
		return err
	}
	defer m.retire(ctx, conn)
	m.ready(starting, conn, lists)
	look := time.NewTicker(m.fleet.opt.LookEvery)
	defer look.Stop()
	for {
		select {
		case <-look.C:
			m.look(ctx, conn)
		case <-ctx.Done():
			return nil
		case <-conn.Lost():
			return conn.Err()
		case <-m.relist:
			m.readAgain(ctx, conn)
		}
	}
}

// look asks a server at an address whether it is still there. A process that
// ends is noticed by itself, and one that works on a call may have no time.
func (m *mount) look(ctx context.Context, conn *link.Conn) {
	if m.server.Kind != config.HTTP || m.calls.any() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, m.fleet.opt.Reconnect)
	defer cancel()
	if err := conn.Alive(ctx); err != nil {
		m.fleet.opt.Log.Debug("no sign of life", "server", m.server.Name, "error", err)
	}
}

// open makes a connection and reads the lists.
func (m *mount) open(ctx context.Context, older bool) (*link.Conn, lists, error) {
	opt := m.fleet.opt
	conn, err := link.Open(ctx, m.server, link.Options{
		Name: opt.Name, Version: opt.Version, Log: opt.Log, Notify: m.notified, Answer: m.asked, Older: older,
	})
	if err != nil {
		return nil, lists{}, err
	}
	l, err := m.read(ctx, conn)
	if err != nil {
		conn.Close()
		return nil, lists{}, err
	}
	return conn, l, nil
}

// retire takes a connection out of use. Over HTTP, calls that are under way on
// it may end first; a process that is lost has none.
func (m *mount) retire(ctx context.Context, conn *link.Conn) {
	m.mu.Lock()
	if m.conn == conn {
		m.conn = nil
	}
	m.mu.Unlock()
	if ctx.Err() == nil && m.server.Kind == config.HTTP && m.calls.any() {
		if m.fleet.goes(func() { m.calls.wait(ctx); conn.Close() }) {
			return
		}
	}
	conn.Close()
}

// rest waits before the server is tried again, or until a call needs it.
func (m *mount) rest(ctx context.Context, why error, pause time.Duration) {
	pause += time.Duration(rand.Int64N(int64(pause)/4 + 1)) // not all at once
	retry := time.Now().Add(pause)
	text := "the connection ended"
	if why != nil {
		text = m.server.Redact(why.Error()) // a server may have answered with it
	}
	m.fleet.opt.Log.Warn("server failed", "server", m.server.Name, "error", text, "retry_in", pause.Round(time.Millisecond).String())
	select {
	case <-m.wake: // a wish from before does not count
	default:
	}
	m.move(Failed, text, &retry)
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-m.wake:
	}
}

// move changes the state and tells those who wait.
func (m *mount) move(to State, why string, retry *time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if to != m.now.State {
		m.now.Since = time.Now()
	}
	m.now.State, m.now.Why, m.now.Retry = to, why, retry
	if to == Failed {
		m.now.Failures++
	}
	close(m.moved)
	m.moved = make(chan struct{})
}

// ready takes a connection into use.
func (m *mount) ready(ctx context.Context, conn *link.Conn, l lists) {
	info := conn.Info()
	m.mu.Lock()
	m.conn = conn
	m.now.Failures = 0
	m.now.Server, m.now.Version, m.now.Protocol = info.Name, info.Version, info.Protocol
	m.take(l)
	wants := slices.Clone(m.wants)
	m.mu.Unlock()
	if len(wants) > 0 {
		conn.Watch(ctx, wants)
	}
	if level := m.fleet.logs.wanted(); level != "" {
		conn.SetLogLevel(ctx, level)
	}
	m.move(Ready, "", nil)
	m.fleet.opt.Log.Info("server ready", "server", m.server.Name, "tools", len(l.tools.Items), "protocol", info.Protocol)
	m.fleet.watch.change()
}

// take notes the lists. The caller holds the lock.
func (m *mount) take(l lists) {
	m.lists = l
	m.now.Tools, m.now.Prompts, m.now.Resources = len(l.tools.Items), len(l.prompts.Items), len(l.resources.Items)+len(l.templates.Items)
	m.now.Problems = l.problems()
	for i, text := range m.now.Problems {
		m.now.Problems[i] = m.server.Redact(text)
	}
	m.now.tellDrift(&l, m.skills)
}

func (m *mount) status() Status {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

// current returns the lists as they were last read.
func (m *mount) current() lists {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.lists
}

// settle waits until the server is ready or has failed.
func (m *mount) settle(ctx context.Context) {
	for {
		m.mu.Lock()
		state, moved := m.now.State, m.moved
		m.mu.Unlock()
		if state != Starting {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-moved:
		}
	}
}

// connection returns the live connection. It waits for one that is about to be
// made and wakes a server that rests.
func (m *mount) connection(ctx context.Context) (*link.Conn, error) {
	m.mu.Lock()
	conn := m.conn
	m.mu.Unlock()
	if isLive(conn) {
		return conn, nil
	}
	return m.awaited(ctx)
}

func isLive(conn *link.Conn) bool {
	if conn == nil {
		return false
	}
	select {
	case <-conn.Lost():
		return false
	default:
		return true
	}
}

// awaited waits for a live connection.
func (m *mount) awaited(ctx context.Context) (*link.Conn, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, m.fleet.opt.Reconnect, errNotThere)
	defer cancel()
	for {
		m.mu.Lock()
		conn, now, moved := m.conn, m.now, m.moved
		m.mu.Unlock()
		if isLive(conn) {
			return conn, nil
		}
		switch now.State {
		case Off, Closed:
			return nil, &AbsentError{now}
		case Failed:
			select {
			case m.wake <- struct{}{}:
			default:
			}
		}
		select {
		case <-ctx.Done():
			if context.Cause(ctx) == errNotThere {
				return nil, &AbsentError{m.status()}
			}
			return nil, context.Cause(ctx)
		case <-moved:
			if after := m.status(); after.State == Failed && now.State == Failed {
				return nil, &AbsentError{after} // it was tried once more
			}
		}
	}
}

// notified takes a notification of the server that belongs to no request.
func (m *mount) notified(method string, params json.RawMessage) {
	switch method {
	case "notifications/tools/list_changed", "notifications/prompts/list_changed", "notifications/resources/list_changed":
		select {
		case m.relist <- struct{}{}:
		default: // the list is about to be read anyway
		}
	case "notifications/message", "notifications/elicitation/complete":
		if client, err := m.calls.only(""); err == nil {
			client.Notify(method, params)
		}
	default:
		m.fleet.watch.notify(m.server.Name, method, params)
	}
}
