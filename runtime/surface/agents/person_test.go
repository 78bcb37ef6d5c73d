package agents

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sextant-mcp/sextant/runtime/surface"
)

// someone gives one answer, and notes what they were asked.
func someone(n *atomic.Int32, message *atomic.Value, answer mcp.ElicitResult) *mcp.ClientOptions {
	return &mcp.ClientOptions{ElicitationHandler: func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		n.Add(1)
		message.Store(req.Params.Message)
		return &answer, nil
	}}
}

// Where the client can ask a person, their yes takes the place of plan_ref, in both
// eras, over either transport and by either door; whatever is no yes lets nothing run.
func TestAPersonIsAsked(t *testing.T) {
	for _, tc := range []struct {
		name   string
		answer mcp.ElicitResult
		runs   bool
		says   string
	}{
		{"yes", mcp.ElicitResult{Action: "accept", Content: map[string]any{"confirm": true}}, true, " is deleted."},
		{"accepted but not confirmed", mcp.ElicitResult{Action: "accept", Content: map[string]any{"confirm": false}}, false, "the user declined"},
		{"declined", mcp.ElicitResult{Action: "decline"}, false, "the user declined"},
		{"cancelled", mcp.ElicitResult{Action: "cancel"}, false, "Nothing was done yet."},
	} {
		for over, serve := range map[string]func(*testing.T, *surface.Surface) mcp.Transport{"streams": streamsTo, "http": httpTo} {
			t.Run(tc.name+" over "+over, func(t *testing.T) {
				inBothEras(t, func(t *testing.T, era string) {
					s, upstream := newTestSurface(t, "feed")
					var n atomic.Int32
					var message atomic.Value
					p := connect(t, serve(t, hosted(t, s)), era, someone(&n, &message, tc.answer))
					calls := [][3]string{{"feed.ask", "jonas", `{"question":"delete the reader jonas for good","name":"jonas"}`}}
					if era == legacy { // where a conversation can enable tools without a token
						p.enable("feed")
						calls = append(calls, [3]string{"feed.persona_delete", "ada", `{"name":"ada"}`})
					}
					for _, call := range calls {
						n.Store(0)
						before := len(upstream.called())
						a, _ := p.call(call[0], call[2])
						if ran := len(upstream.called()) > before; ran != tc.runs || a.OK != tc.runs || !strings.Contains(a.Answer, tc.says) {
							t.Errorf("%s: ran is %t, want %t and %q: %+v", call[0], ran, tc.runs, tc.says, a)
						}
						if question, _ := message.Load().(string); n.Load() != 1 || !strings.Contains(question, "persona_delete") || !strings.Contains(question, `"name":"`+call[1]+`"`) {
							t.Errorf("%s: asked %d times: %q", call[0], n.Load(), question)
						}
					}
					n.Store(0)
					if a, _ := p.call("feed.ask", `{"question":"what should I read next?","user":"ada"}`); n.Load() > 0 {
						t.Errorf("a call that reads: asked %d times, %+v", n.Load(), a)
					}
				})
			})
		}
	}
}

// hosted is the surface on the transports that the server has.
func hosted(t *testing.T, s *Surface) *surface.Surface {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	h, err := surface.Host(s.Server("test", log), s.Dispatcher(), s.EndSession, surface.Options{Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h
}

func streamsTo(t *testing.T, h *surface.Surface) mcp.Transport {
	t.Helper()
	serverIn, clientOut := io.Pipe()
	clientIn, serverOut := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- h.ServeStdio(context.Background(), serverIn, serverOut) }()
	t.Cleanup(func() {
		_ = clientOut.Close() // whoever serves sees the end
		if err := <-done; err != nil {
			t.Errorf("serving the streams ended with %v", err)
		}
		_ = serverOut.Close()
	})
	return &mcp.IOTransport{Reader: clientIn, Writer: clientOut}
}

func httpTo(t *testing.T, h *surface.Surface) mcp.Transport {
	t.Helper()
	ln, err := surface.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.NewHTTP(surface.HTTPOptions{}).Serve(ctx, ln) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("serving ended with %v", err)
		}
	})
	return &mcp.StreamableClientTransport{Endpoint: "http://" + ln.Addr().String() + surface.Path, MaxRetries: -1}
}
