package surface

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sextant-mcp/sextant/runtime/internal/rawhttp"
)

// asked is a person who gives one answer, and counts the questions.
func asked(n *atomic.Int32, message *atomic.Value, answer mcp.ElicitResult) *mcp.ClientOptions {
	return &mcp.ClientOptions{ElicitationHandler: func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		n.Add(1)
		message.Store(req.Params.Message)
		return &answer, nil
	}}
}

// Where the client can ask a person, their yes takes the place of plan_ref, in
// both eras and through either door; whatever is no yes lets nothing run.
func TestAPersonIsAsked(t *testing.T) {
	yes := map[string]any{"confirm": true}
	for _, era := range []string{legacy, modern} {
		for _, over := range []string{"streams", "http"} {
			for _, tc := range []struct {
				name   string
				answer mcp.ElicitResult
				runs   bool
				says   string
			}{
				{"yes", mcp.ElicitResult{Action: "accept", Content: yes}, true, `"id":7`},
				{"accepted but not confirmed", mcp.ElicitResult{Action: "accept", Content: map[string]any{"confirm": false}}, false, "the user declined"},
				{"declined", mcp.ElicitResult{Action: "decline"}, false, "the user declined"},
				{"cancelled", mcp.ElicitResult{Action: "cancel"}, false, "plan_ref"},
			} {
				for _, call := range [][2]string{{"book_delete", `{"id":7}`}, {"write", `{"intent":"take a volume out of the catalogue for good","hints":{"id":7}}`}} {
					t.Run(strings.Join([]string{era, over, tc.name, call[0]}, "/"), func(t *testing.T) {
						var n atomic.Int32
						var message atomic.Value
						s, upstream := newSurfaceIn(t, Options{Mode: ModeBoth})
						var client *mcp.ClientSession
						if over == "streams" {
							client = streamsOf(t, s, era, asked(&n, &message, tc.answer))
						} else {
							client = connectWith(t, &mcp.StreamableClientTransport{Endpoint: serveHTTP(t, s, HTTPOptions{}) + Path, HTTPClient: newHTTPClient(t), MaxRetries: -1}, era, asked(&n, &message, tc.answer))
							t.Cleanup(func() { _ = client.Close() }) // may have ended with the server
						}
						_, text := named(t, client, call[0], call[1])
						if !strings.Contains(text, tc.says) || len(upstream.calls()) > 0 != tc.runs {
							t.Errorf("want %s, got %s; calls %v", tc.says, text, upstream.calls())
						}
						if question, _ := message.Load().(string); n.Load() != 1 || !strings.Contains(question, `book_delete with {"id":7}`) {
							t.Errorf("asked %d times: %s", n.Load(), question)
						}
						n.Store(0)
						if res, text := named(t, client, "book_search", `{"query":"bees"}`); res.IsError || n.Load() > 0 {
							t.Errorf("a call that reads: asked %d times, %s", n.Load(), text)
						}
					})
				}
			}
		}
	}
}

// A yes is for the call that was shown: with other arguments, or sent twice, it
// lets nothing run.
func TestAYesIsForOneCall(t *testing.T) {
	s, upstream := newSurfaceIn(t, Options{Mode: ModeBoth})
	url := serveHTTP(t, s, HTTPOptions{}) + Path
	client := newHTTPClient(t)
	send := func(args, rest string) string {
		_, body, _ := rawhttp.Post(t, client, url, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"book_delete","arguments":`+args+rest+
			`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}}`, modernHeaders("book_delete"))
		return body
	}
	var first struct {
		Result struct {
			ResultType   string
			RequestState string
		}
	}
	body := send(`{"id":7}`, "")
	if err := json.Unmarshal([]byte(body), &first); err != nil || first.Result.ResultType != "input_required" || first.Result.RequestState == "" {
		t.Fatalf("%v %s", err, body)
	}
	yes := func(state string) string {
		return `,"inputResponses":{"sextant_confirm":{"action":"accept","content":{"confirm":true}}},"requestState":"` + state + `"`
	}
	for _, tc := range [][2]string{{`{"id":8}`, first.Result.RequestState}, {`{"id":7}`, "plan_INVENTED"}, {`{"id":7}`, ""}} {
		if body := send(tc[0], yes(tc[1])); len(upstream.calls()) > 0 {
			t.Fatalf("%v ran: %s", tc, body)
		}
	}
	if body := send(`{"id":7}`, yes(first.Result.RequestState)); len(upstream.calls()) != 1 {
		t.Fatalf("the call that was shown: %s", body)
	}
	if body := send(`{"id":7}`, yes(first.Result.RequestState)); len(upstream.calls()) != 1 {
		t.Errorf("it ran twice: %s", body)
	}
}

// In a batch nobody can be asked, for the question would come with the answer that
// waits for it: the caller gets the preview at once.
func TestNobodyIsAskedInABatch(t *testing.T) {
	s, upstream := newSurface(t)
	url := serveHTTP(t, s, HTTPOptions{}) + Path
	client := newHTTPClient(t)
	client.Timeout = 10 * time.Second // a question that nobody sees would wait for longer
	able := strings.NewReplacer(`"capabilities":{}`, `"capabilities":{"elicitation":{}}`, legacy, "2025-03-26").Replace(initialize)
	_, _, header := rawhttp.Post(t, client, url, able, nil)
	session := map[string]string{"Mcp-Session-Id": header.Get("Mcp-Session-Id")}
	status, body, _ := rawhttp.Post(t, client, url, `[{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"write","arguments":{"intent":"delete book 7","hints":{"tool":"book_delete","id":7}}}}]`, session)
	if status != http.StatusOK || !strings.Contains(body, `"plan_ref":"plan_`) || len(upstream.calls()) > 0 {
		t.Errorf("%d %s; calls %v", status, body, upstream.calls())
	}
}
