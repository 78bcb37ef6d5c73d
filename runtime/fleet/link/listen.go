package link

import (
	"context"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// relistenAfter is how long a stream of notifications that ended stays closed.
const relistenAfter = 2 * time.Second

// listen opens the stream of notifications of the newer revision. In the older
// ones they come without asking.
func (c *Conn) listen(context.Context) error {
	if !c.info.Modern || !c.info.Capabilities.speaksFirst() {
		return nil
	}
	c.goes(func() { c.keepListening(c.filter(nil)) })
	return nil
}

func (c *Conn) filter(uris []string) mcp.SubscriptionFilter {
	has := c.info.Capabilities
	return mcp.SubscriptionFilter{
		ToolsListChanged: has.ToolsChange, PromptsListChanged: has.PromptsChange,
		ResourcesListChanged: has.ResourcesChange, ResourceSubscriptions: uris,
	}
}

// keepListening holds the stream open for as long as the connection lasts. A
// server that does not want it may end it each time; the lists are then read
// again only when the connection is made anew.
func (c *Conn) keepListening(filter mcp.SubscriptionFilter) {
	for {
		err := c.client.Listen(c.life, filter)
		if c.life.Err() != nil {
			return
		}
		if err != nil {
			c.opt.Log.Debug("the stream of notifications ended", "error", err)
		}
		select {
		case <-c.life.Done():
			return
		case <-c.lost:
			return
		case <-time.After(relistenAfter):
		}
	}
}
