package surface

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	mcpgoclient "github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sextant-mcp/sextant/runtime/internal/rawhttp"
)

// changesOf counts the notifications that a client gets.
func changesOf(n *atomic.Int32) *mcp.ClientOptions {
	return &mcp.ClientOptions{ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { n.Add(1) }}
}

// eventually waits for a condition, which a slow machine may take its time for.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for began := time.Now(); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > 20*time.Second {
			t.Fatalf("never: %s", what)
		}
	}
}

// In the older era both libraries hear that the list has changed, over streams
// and over HTTP; a burst of changes is one notification.
func TestListChanged(t *testing.T) {
	for _, over := range []string{"streams", "http"} {
		t.Run("go-sdk over "+over, func(t *testing.T) {
			var n atomic.Int32
			s, _ := newSurface(t)
			var client *mcp.ClientSession
			if over == "streams" {
				client = streamsOf(t, s, legacy, changesOf(&n))
			} else {
				url := serveHTTP(t, s, HTTPOptions{})
				client = connectWith(t, &mcp.StreamableClientTransport{Endpoint: url + Path, HTTPClient: newHTTPClient(t), MaxRetries: -1}, legacy, changesOf(&n))
				t.Cleanup(func() { _ = client.Close() }) // may have ended with the server
			}
			for _, tool := range []string{"book_search", "book_loans", "seat_plan"} {
				load(t, client, `{"tools":["`+tool+`"]}`)
			}
			eventually(t, "a notification after loading", func() bool { return n.Load() > 0 })
			if res, _ := named(t, client, "book_search", `{"query":"bees"}`); res.IsError {
				t.Error("a loaded tool can't be called without listing")
			}
			before := n.Load()
			named(t, client, unloadName, `{"tools":["book_search"]}`)
			eventually(t, "a notification after unloading", func() bool { return n.Load() > before })
			load(t, client, `{"tools":["fee_explain"],"auto_unload":true}`)
			before = n.Load()
			named(t, client, unloadName, `{"tools":["nothing","book_search"]}`) // changes nothing
			eventually(t, "the notification of the load", func() bool { return n.Load() >= before })
		})
	}
	t.Run("mcp-go in process", func(t *testing.T) {
		s, _ := newSurface(t)
		c, err := mcpgoclient.NewInProcessClientWithOptions(s.MCP(), mcpgoclient.WithProtocolVersion(legacy))
		if err != nil {
			t.Fatal(err)
		}
		hears(t, c)
	})
	t.Run("mcp-go over http", func(t *testing.T) {
		s, _ := newSurface(t)
		//lint:ignore SA1019 the older era is what is looked at here
		trip, err := transport.NewStreamableHTTP(serveHTTP(t, s, HTTPOptions{})+Path, transport.WithContinuousListening(), transport.WithHTTPBasicClient(newHTTPClient(t)))
		if err != nil {
			t.Fatal(err)
		}
		hears(t, mcpgoclient.NewClient(trip, mcpgoclient.WithProtocolVersion(legacy)))
	})
	t.Run("mcp-go over streams", func(t *testing.T) {
		s, _ := newSurface(t)
		in, out := pipes(t, s)
		hears(t, mcpgoclient.NewClient(transport.NewIO(in, out, io.NopCloser(strings.NewReader(""))), mcpgoclient.WithProtocolVersion(legacy)))
	})
}

// hears loads a tool with the library's own client and waits to hear of it.
func hears(t *testing.T, c *mcpgoclient.Client) {
	t.Helper()
	var n atomic.Int32
	c.OnNotification(func(note mcpgo.JSONRPCNotification) {
		if note.Method == mcpgo.MethodNotificationToolsListChanged {
			n.Add(1)
		}
	})
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() }) // may have ended with the server
	if _, err := c.Initialize(t.Context(), mcpgo.InitializeRequest{}); err != nil {
		t.Fatal(err)
	}
	tool := func(name string, args map[string]any) *mcpgo.CallToolResult {
		var req mcpgo.CallToolRequest
		req.Params.Name, req.Params.Arguments = name, args
		res, err := c.CallTool(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	if res := tool("book_search", map[string]any{"query": "bees"}); !res.IsError {
		t.Error("a tool was called that is not loaded")
	}
	if res := tool(loadName, map[string]any{"tools": []string{"book_search"}}); res.IsError {
		t.Fatal(res)
	}
	if res := tool("book_search", map[string]any{"query": "bees"}); res.IsError {
		t.Error("a loaded tool can't be called without listing")
	}
	eventually(t, "a notification", func() bool { return n.Load() == 1 })
	list, err := c.ListTools(t.Context(), mcpgo.ListToolsRequest{})
	if err != nil || len(list.Tools) != 10 || list.Tools[9].Name != "book_search" {
		t.Errorf("the list holds %v, %v", list, err)
	}
}

// pipes serves the surface on a pair of streams, whose ends it returns.
func pipes(t *testing.T, s *Surface) (in io.Reader, out io.WriteCloser) {
	t.Helper()
	serverIn, clientOut := io.Pipe()
	clientIn, serverOut := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- s.ServeStdio(context.Background(), serverIn, serverOut) }()
	t.Cleanup(func() {
		_ = clientOut.Close()
		if err := <-done; err != nil {
			t.Errorf("serving the streams ended with %v", err)
		}
		_ = serverOut.Close()
	})
	return clientIn, clientOut
}

// However many changes there are in a row, one notification is sent when they
// are over; every key has its own.
func TestChangesAreCoalesced(t *testing.T) {
	var mu sync.Mutex
	sent := map[string]int{}
	c := newChanges(func(key string) {
		mu.Lock()
		defer mu.Unlock()
		sent[key]++
	})
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for range 50 {
				c.note(fmt.Sprint(i % 2))
			}
		})
	}
	wg.Wait()
	c.note("")
	c.note("dropped")
	c.drop("dropped")
	eventually(t, "both keys are told", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return sent["0"] > 0 && sent["1"] > 0
	})
	c.note("late")
	c.close()
	c.note("too late")
	mu.Lock()
	defer mu.Unlock()
	if sent["0"] > 2 || sent["1"] > 2 || sent[""]+sent["dropped"]+sent["too late"] > 0 {
		t.Errorf("sent were %v", sent)
	}
}

// Sessions that load and unload different tools at once never see each other's,
// and leave nothing behind when they end.
func TestConcurrentSessions(t *testing.T) {
	s, _ := newSurface(t)
	url := serveHTTP(t, s, HTTPOptions{}) + Path
	tools := []string{"book_search", "seat_plan", "fee_explain", "platform_status", "book_loans_list", "seat_map_show", "plan_query"}
	const sessions = 200
	var wg sync.WaitGroup
	limit := make(chan struct{}, 20) // of connections at once; sessions outlive their requests
	client := newHTTPClient(t)
	for i := range sessions {
		wg.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			mine, hers := tools[i%len(tools)], tools[(i+1)%len(tools)]
			header := opened(t, client, url)
			tool := func(name, args string) string {
				_, body, _ := rawhttp.Post(t, client, url, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+name+`","arguments":`+args+`}}`, header)
				return body
			}
			if body := tool(loadName, `{"tools":["`+mine+`"]}`); !strings.Contains(body, `"session_total":1,`) {
				t.Errorf("loading %s: %s", mine, body)
			}
			if _, body, _ := rawhttp.Post(t, client, url, listTools, header); !strings.Contains(body, `"name":"`+mine+`"`) || strings.Contains(body, `"name":"`+hers+`"`) {
				t.Errorf("a session with %s sees %s", mine, body)
			}
			if body := tool(hers, `{}`); !strings.Contains(body, "not loaded") {
				t.Errorf("a session with %s called %s: %s", mine, hers, body)
			}
			if i%2 == 0 {
				if body := tool(unloadName, `{"tools":["`+mine+`"]}`); !strings.Contains(body, `"session_total":0`) {
					t.Errorf("unloading %s: %s", mine, body)
				}
			}
			ends(t, client, url, header)
		})
	}
	wg.Wait()
	if n := s.sessions.Len() + s.handles.Len(); n != 0 {
		t.Errorf("%d states are left", n)
	}
}
