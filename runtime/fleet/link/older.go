package link

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
)

// older is how a connection of the newer revision makes requests of an older
// one: a server may ask its client something only while it works on such a
// request. On standard streams both go over the one pair; over HTTP, where the
// revision is that of a session, over a connection of its own.
type older struct {
	mu     sync.Mutex
	tried  bool
	failed error
	conn   *Conn // over HTTP
}

// through makes a request in an older revision. ok is false when the server
// knows none.
func (c *Conn) through(ctx context.Context, call Call) (raw json.RawMessage, ok bool, err error) {
	o := &c.older
	o.mu.Lock()
	if !o.tried {
		o.failed = c.agreeOlder(ctx)
		o.tried = ctx.Err() == nil // a caller that left proves nothing
	}
	failed, conn := o.failed, o.conn
	o.mu.Unlock()
	if failed != nil {
		return nil, false, nil
	}
	call.Older = false
	if conn != nil {
		raw, err = conn.Do(ctx, call)
		return raw, true, err
	}
	raw, err = c.send(ctx, call, false)
	return raw, true, err
}

// agreeOlder shakes hands as older revisions do.
func (c *Conn) agreeOlder(ctx context.Context) error {
	if c.web != nil {
		conn, err := reach(ctx, c.server, c.opt, true)
		c.older.conn = conn
		return err
	}
	raw, err := c.send(ctx, Call{Method: string(mcp.MethodInitialize), Params: Params{
		"protocolVersion": encode(mcp.ProtocolVersion20251125),
		"capabilities":    encode(clientCapabilities()),
		"clientInfo":      encode(mcp.Implementation{Name: c.opt.Name, Version: c.opt.Version}),
	}}, false)
	if err != nil {
		return err
	}
	var result struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	if json.Unmarshal(raw, &result) != nil || result.ProtocolVersion == "" || mcp.IsModernProtocol(result.ProtocolVersion) {
		return fmt.Errorf("the server knows no older revision")
	}
	if err := c.Notify(ctx, string(mcp.MethodNotificationInitialized), nil); err != nil {
		return err
	}
	c.tellLevel(ctx)
	return nil
}

// SetLogLevel asks a server of an older revision for log messages from a level
// up. In the newer one that is told with every request.
func (c *Conn) SetLogLevel(ctx context.Context, level string) {
	c.level.Store(&level)
	c.older.mu.Lock()
	agreed, conn := c.older.tried && c.older.failed == nil, c.older.conn
	c.older.mu.Unlock()
	switch {
	case conn != nil:
		conn.SetLogLevel(ctx, level)
	case !c.info.Modern || agreed:
		c.tellLevel(ctx)
	}
}

// usualLevel is from which level up log messages are wanted when nobody says.
const usualLevel = string(mcp.LoggingLevelInfo)

// tellLevel tells the server the level.
func (c *Conn) tellLevel(ctx context.Context) {
	if !c.info.Capabilities.Logging {
		return
	}
	level := usualLevel
	if set := c.level.Load(); set != nil {
		level = *set
	}
	// A server that does not know levels logs as it likes.
	_, _ = c.send(ctx, Call{Method: string(mcp.MethodSetLogLevel), Params: Params{"level": encode(level)}}, false)
}

// closeOlder ends the connection of its own.
func (c *Conn) closeOlder() {
	c.older.mu.Lock()
	conn := c.older.conn
	c.older.tried, c.older.failed = true, errClosed
	c.older.mu.Unlock()
	if conn != nil {
		conn.Close()
	}
}
