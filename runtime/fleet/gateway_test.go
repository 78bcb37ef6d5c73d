package fleet_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/face"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/internal/rawhttp"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// gateway is a fleet as its clients see it.
type gateway struct {
	*mounted
	surface *surface.Surface
	url     string
}

// serve mounts servers and serves them in a mode. Options are those of the fleet,
// for the cases that need some.
func serve(t *testing.T, mode surface.Mode, opt fleet.Options, servers ...config.Server) *gateway {
	t.Helper()
	return expose(t, mode, mount(t, opt, servers...))
}

func expose(t *testing.T, mode surface.Mode, m *mounted) *gateway {
	t.Helper()
	beside := face.New(m.Fleet, m.Entry)
	t.Cleanup(beside.Close)
	s, err := surface.New(m.Dispatcher(), surface.Options{Mode: mode, Log: silence, Beside: beside, Servers: m.Servers()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	h := s.NewHTTP(surface.HTTPOptions{})
	t.Cleanup(h.Close)
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return &gateway{m, s, srv.URL + surface.Path}
}

// client is a client of another library.
type client struct {
	*sdk.ClientSession
	changed chan struct{} // holds one for each notice that the list has changed
}

// older is the revision in which clients hear of changes on their session.
const older = "2025-11-25"

// connect connects a client over HTTP.
func (g *gateway) connect(t *testing.T) *client {
	t.Helper()
	return attach(t, &sdk.StreamableClientTransport{Endpoint: g.url, MaxRetries: -1})
}

// pipe connects a client over a pair of streams.
func (g *gateway) pipe(t *testing.T) *client {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = g.surface.ServeStdio(ctx, fromClient, toClient) // ends with the client
	}()
	t.Cleanup(func() { cancel(); _ = toClient.Close(); <-done })
	return attach(t, &sdk.IOTransport{Reader: fromServer, Writer: toServer})
}

func attach(t *testing.T, transport sdk.Transport) *client {
	t.Helper()
	c := &client{changed: make(chan struct{}, 64)}
	peer := sdk.NewClient(&sdk.Implementation{Name: "peer", Version: "1"}, &sdk.ClientOptions{
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { c.changed <- struct{}{} },
	})
	var err error
	if c.ClientSession, err = peer.Connect(t.Context(), transport, &sdk.ClientSessionOptions{ProtocolVersion: older}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() }) // the server may have ended before
	return c
}

// answer is the reply of a verb, as a client gets it.
type answer struct {
	Result   json.RawMessage
	Error    string
	Executed bool
	Routing  struct {
		Decision    string
		ChosenTool  string `json:"chosen_tool"`
		Question    string
		Options     []struct{ Hints map[string]any }
		PlanRef     string `json:"plan_ref"`
		Why         string
		Unavailable []struct{ Server, State string }
	}
	text    string // all of it
	content []sdk.Content
}

// ask calls a verb; hints is JSON, "" for none.
func (c *client) ask(t *testing.T, verb, intent, hints string) (a answer) {
	t.Helper()
	args := map[string]any{"intent": intent}
	if hints != "" {
		args["hints"] = json.RawMessage(hints)
	}
	res := c.call(t, verb, args)
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &a); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	a.text, a.content = string(raw), res.Content
	return a
}

func (c *client) call(t *testing.T, name string, args any) *sdk.CallToolResult {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	res, err := c.CallTool(ctx, &sdk.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return res
}

// tools are what a client sees listed, by name.
func (c *client) tools(t *testing.T) map[string]*sdk.Tool {
	t.Helper()
	out := map[string]*sdk.Tool{}
	for tool, err := range c.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		out[tool.Name] = tool
	}
	return out
}

// hears waits for a notice that the list has changed.
func (c *client) hears(t *testing.T) {
	t.Helper()
	select {
	case <-c.changed:
	case <-time.After(20 * time.Second):
		t.Fatal("the client was never told that the list has changed")
	}
}

// post makes a request in a session of its own and returns the message that answers
// it, as it was written.
func post(t *testing.T, url, body string) string {
	t.Helper()
	_, _, begun := rawhttp.Post(t, http.DefaultClient, url, rawhttp.Initialize(older), nil)
	_, answer, _ := rawhttp.Post(t, http.DefaultClient, url, body, map[string]string{"Mcp-Session-Id": begun.Get("Mcp-Session-Id"), "Mcp-Protocol-Version": older})
	return rawhttp.Message(answer)
}

// A client that gives a call up has its server told, whichever way it came and under
// whichever name it was called.
func TestCancellation(t *testing.T) {
	for name, connect := range map[string]func(*gateway, *testing.T) *client{"HTTP": (*gateway).connect, "streams": (*gateway).pipe} {
		for _, call := range []sdk.CallToolParams{
			{Name: "watch_paint", Arguments: map[string]any{}},
			{Name: "ask", Arguments: map[string]any{"intent": "watch the paint dry"}},
		} {
			t.Run(name+" "+call.Name, func(t *testing.T) {
				t.Parallel()
				mark := filepath.Join(t.TempDir(), "mark")
				s := fleettest.Script{
					Tools: []json.RawMessage{fleettest.Reader("watch_paint", "Watch the paint dry.")}, Slow: time.Hour,
					Life: filepath.Join(t.TempDir(), "life"), Cancelled: mark,
				}
				c := connect(serve(t, surface.ModeBoth, fleet.Options{}, fleettest.Scripted(t, "wall", s)), t)
				ctx, cancel := context.WithCancel(t.Context())
				done := make(chan error, 1)
				go func() {
					_, err := c.CallTool(ctx, &call)
					done <- err
				}()
				holds(t, s.Life, "called")
				cancel()
				if err := <-done; err == nil {
					t.Error("the call came back as if nothing were")
				}
				holds(t, mark, "given up")
			})
		}
	}
}

// holds waits until a file holds a text.
func holds(t *testing.T, path, text string) {
	t.Helper()
	eventually(t, path+" holds "+text, func() bool {
		raw, err := os.ReadFile(path)
		return err == nil && strings.Contains(string(raw), text)
	})
}
