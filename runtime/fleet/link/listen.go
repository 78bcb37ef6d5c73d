package link

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// relistenAfter is how long a stream of notifications that ended stays closed.
const relistenAfter = 2 * time.Second

// watching are the resources whose updates are wanted.
type watching struct {
	mu   sync.Mutex
	uris []string
	anew context.CancelFunc // ends the stream, so that it is opened with other resources
}

// listen opens the stream of notifications of the newer revision. In the older
// ones they come without asking.
func (c *Conn) listen() {
	if c.info.Modern && c.info.Capabilities.speaksFirst() {
		c.goes(c.keepListening)
	}
}

// Watch asks for notifications about these resources, and no others.
func (c *Conn) Watch(ctx context.Context, uris []string) {
	if !c.info.Capabilities.Subscribe {
		return
	}
	c.watching.mu.Lock()
	before := c.watching.uris
	c.watching.uris = slices.Clone(uris)
	if c.watching.anew != nil {
		c.watching.anew()
	}
	c.watching.mu.Unlock()
	if c.info.Modern {
		return
	}
	for _, uri := range uris {
		if !slices.Contains(before, uri) {
			c.subscribe(ctx, mcp.MethodResourcesSubscribe, uri)
		}
	}
	for _, uri := range before {
		if !slices.Contains(uris, uri) {
			c.subscribe(ctx, mcp.MethodResourcesUnsubscribe, uri)
		}
	}
}

func (c *Conn) subscribe(ctx context.Context, method mcp.MCPMethod, uri string) {
	if _, err := c.Request(ctx, string(method), Params{"uri": json.RawMessage(encode(uri))}); err != nil {
		c.opt.Log.Debug("a resource can't be watched", "method", method, "error", err)
	}
}

func (c *Conn) filter() mcp.SubscriptionFilter {
	has := c.info.Capabilities
	return mcp.SubscriptionFilter{
		ToolsListChanged: has.ToolsChange, PromptsListChanged: has.PromptsChange,
		ResourcesListChanged: has.ResourcesChange, ResourceSubscriptions: c.watching.uris,
	}
}

// keepListening holds the stream open for as long as the connection lasts. A
// server that does not want it may end it each time; the lists are then read
// again only when the connection is made anew.
func (c *Conn) keepListening() {
	for c.life.Err() == nil {
		c.watching.mu.Lock()
		ctx, anew := context.WithCancel(c.life)
		c.watching.anew = anew
		filter := c.filter()
		c.watching.mu.Unlock()
		err := c.client.Listen(ctx, filter)
		wanted := ctx.Err() != nil
		anew()
		if wanted {
			continue
		}
		if err != nil {
			c.opt.Log.Debug("the stream of notifications ended", "error", err)
		}
		select {
		case <-c.life.Done():
		case <-c.lost:
			return
		case <-time.After(relistenAfter):
		}
	}
}
