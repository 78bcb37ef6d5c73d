package surface

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const (
	// quietTime is how long nothing may change before clients are told, longest
	// how long they wait at most: a burst of changes is one notification.
	quietTime   = 20 * time.Millisecond
	longestTime = 250 * time.Millisecond
)

// everybody is the key of what concerns all clients.
const everybody = "everybody"

// changes tells clients that their list is another.
type changes struct {
	send func(key string)

	mu      sync.Mutex
	pending map[string]*burst
	running sync.WaitGroup
	closed  bool
}

// burst is a row of changes of one key.
type burst struct {
	timer *time.Timer
	began time.Time
}

func newChanges(send func(key string)) *changes {
	return &changes{send: send, pending: map[string]*burst{}}
}

// note has the key's clients told once nothing has changed for a moment.
func (c *changes) note(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if key == "" || c.closed {
		return
	}
	if b := c.pending[key]; b != nil {
		if time.Since(b.began) < longestTime {
			b.timer.Reset(quietTime)
		}
		return
	}
	b := &burst{began: time.Now()}
	b.timer = time.AfterFunc(quietTime, func() { c.fire(key, b) })
	c.pending[key] = b
}

func (c *changes) fire(key string, b *burst) {
	c.mu.Lock()
	if c.pending[key] != b {
		c.mu.Unlock()
		return // told already, or nobody is left to tell
	}
	delete(c.pending, key)
	c.running.Add(1)
	c.mu.Unlock()
	defer c.running.Done()
	c.send(key)
}

// drop forgets what a key was to be told.
func (c *changes) drop(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if b := c.pending[key]; b != nil {
		b.timer.Stop()
		delete(c.pending, key)
	}
}

// close ends all bursts and waits for those that are being sent.
func (c *changes) close() {
	c.mu.Lock()
	c.closed = true
	for key, b := range c.pending {
		b.timer.Stop()
		delete(c.pending, key)
	}
	c.mu.Unlock()
	c.running.Wait()
}

// tell sends the notification to whoever has the key: a session on its stream, a
// principal on the subscriptions it has opened.
func (s *Surface) tell(key string) {
	if id, ok := strings.CutPrefix(key, sessionKey("")); ok {
		// A session that has ended since needs no news.
		_ = s.mcp.SendNotificationToSpecificClient(id, mcp.MethodNotificationToolsListChanged, nil)
		return
	}
	if key == everybody {
		s.mcp.SendNotificationToAllClients(mcp.MethodNotificationToolsListChanged, nil)
		return
	}
	changed := mcp.JSONRPCNotification{JSONRPC: mcp.JSONRPC_VERSION, Notification: mcp.Notification{Method: mcp.MethodNotificationToolsListChanged}}
	for _, session := range s.listeners.of(key) {
		select {
		case session.NotificationChannel() <- changed:
		default:
			s.opt.Log.Warn("a subscription does not read its notifications", "principal", key)
		}
	}
}

// listeners are the subscriptions that want to hear of changed lists, by the key
// of their principal.
type listeners struct {
	mu    sync.Mutex
	byKey map[string]map[server.ClientSession]int
}

func (l *listeners) of(key string) []server.ClientSession {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []server.ClientSession
	for session := range l.byKey[key] {
		out = append(out, session)
	}
	return out
}

func (l *listeners) add(key string, session server.ClientSession, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byKey == nil {
		l.byKey = map[string]map[server.ClientSession]int{}
	}
	if l.byKey[key] == nil {
		l.byKey[key] = map[server.ClientSession]int{}
	}
	if l.byKey[key][session] += n; l.byKey[key][session] <= 0 {
		delete(l.byKey[key], session)
	}
	if len(l.byKey[key]) == 0 {
		delete(l.byKey, key)
	}
}

// listens notes a subscription for as long as its request lasts.
func (s *Surface) listens(ctx context.Context, _ any, req *mcp.SubscriptionsListenRequest) {
	session := server.ClientSessionFromContext(ctx)
	if key := s.who(ctx).key; session != nil && key != "" && req.Params.Notifications.ToolsListChanged {
		s.listeners.add(key, session, 1)
		context.AfterFunc(ctx, func() { s.listeners.add(key, session, -1) })
	}
}

// ListChanged tells every client that the list is another: the host's router is,
// for example. Changes in a row are told once.
func (s *Surface) ListChanged() { s.changes.note(everybody) }
