package link_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
)

// Of very many questions at once as many are open as may be, the others are refused
// while those are, and the log says so once. Pings are answered all the same.
func TestPestered(t *testing.T) {
	release := make(chan struct{})
	var log bytes.Buffer
	var open, most atomic.Int64
	conn := openPesters(t, link.Options{
		Log: slog.New(slog.NewTextHandler(&log, nil)),
		Notify: func(method string, _ json.RawMessage) {
			if method == "notifications/message" {
				close(release)
			}
		},
		Answer: func(ctx context.Context, _ string, _ json.RawMessage) (json.RawMessage, error) {
			if now := open.Add(1); now > most.Load() {
				most.Store(now)
			}
			defer open.Add(-1)
			select {
			case <-release:
			case <-ctx.Done():
			}
			return json.RawMessage(`{"action":"decline"}`), nil
		},
	})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	raw, err := conn.Request(ctx, "tools/call", params("pester", `{}`))
	if want := fmt.Sprintf("%d answered, %d refused, 1000 pings", link.MaxQuestions, 1000-link.MaxQuestions); err != nil || !strings.Contains(string(raw), want) {
		t.Errorf("%s, %v; want %s", raw, err, want)
	}
	if most.Load() > link.MaxQuestions {
		t.Errorf("%d questions were open at once", most.Load())
	}
	conn.Close() // nothing is logged from here on
	if n := strings.Count(log.String(), "asks more than is answered"); n != 1 {
		t.Errorf("the log says so %d times: %.500s", n, log.String())
	}
}

func openPesters(t *testing.T, opt link.Options) *link.Conn {
	t.Helper()
	return open(t, fleettest.Pesters, opt, "REFUSED", strconv.Itoa(1000-link.MaxQuestions))
}

// A server that never takes the answers to its pings has few of them on their way, and
// its call is answered meanwhile; so has one that is refused too many questions.
func TestNewerPestered(t *testing.T) {
	for method, open := range map[string]int64{"ping": 0, "elicitation/create": link.MaxQuestions} {
		t.Run(strings.ReplaceAll(method, "/", " "), func(t *testing.T) {
			var asked, posts atomic.Int64
			release := make(chan struct{})
			conn, srv := openNewer(t, link.Options{Log: slog.New(slog.DiscardHandler), Answer: func(ctx context.Context, _ string, _ json.RawMessage) (json.RawMessage, error) {
				asked.Add(1)
				<-ctx.Done()
				return nil, ctx.Err()
			}}, func(w http.ResponseWriter, _ *http.Request, id string) {
				w.Header().Set("Content-Type", "text/event-stream")
				for i := range 1000 {
					fmt.Fprint(w, event(`{"jsonrpc":"2.0","id":"q%d","method":%q}`, i, method))
				}
				fmt.Fprint(w, event(`{"jsonrpc":"2.0","id":%s,"result":{}}`, id))
			})
			library := srv.library
			srv.library = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, err := io.ReadAll(r.Body)
				if err != nil || !strings.Contains(string(body), `"id":"q`) {
					library.ServeHTTP(w, r)
					return
				}
				posts.Add(1)
				select {
				case <-release:
				case <-r.Context().Done():
				}
			})
			if _, err := conn.Request(t.Context(), "tools/call", params("weigh", `{}`)); err != nil {
				t.Fatal(err)
			}
			for end := time.Now().Add(8 * time.Second); posts.Load() < link.MaxReplies || asked.Load() < open; time.Sleep(5 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("%d answers are on their way, %d questions are open", posts.Load(), asked.Load())
				}
			}
			close(release)
			conn.Close()
			if posts.Load() > link.MaxReplies || asked.Load() > open {
				t.Errorf("%d answers were on their way at once, %d questions open", posts.Load(), asked.Load())
			}
		})
	}
}

// The same holds for a server of an older revision, whose messages the library reads,
// and from the first message on: it may ask before the two have agreed on a revision.
func TestOlderPestered(t *testing.T) {
	var posts atomic.Int64
	release := make(chan struct{})
	pings := strings.Builder{}
	for i := range 500 {
		pings.WriteString(event(`{"jsonrpc":"2.0","id":"q%d","method":"ping"}`, i))
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct {
			ID     json.RawMessage
			Method string
		}
		if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&m) != nil {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		switch m.Method {
		case "":
			posts.Add(1)
			select {
			case <-release:
			case <-r.Context().Done():
			}
		case "initialize", "tools/call":
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, pings.String()+event(`{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","serverInfo":{"name":"older","version":"1"},"capabilities":{"tools":{}}}}`, m.ID))
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	t.Cleanup(srv.Close)
	conn, err := link.Open(t.Context(), config.Server{Name: "s", Kind: config.HTTP, URL: srv.URL}, link.Options{Older: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	if _, err := conn.Request(t.Context(), "tools/call", params("weigh", `{}`)); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(8 * time.Second); posts.Load() < link.MaxReplies; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d answers are on their way", posts.Load())
		}
	}
	if n := posts.Load(); n > link.MaxReplies {
		t.Errorf("%d answers are on their way at once", n)
	}
	close(release)
}
