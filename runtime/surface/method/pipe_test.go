package method

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/internal/rawhttp"
)

// lines collects what is written to it.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

// Write implements io.Writer.
func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

// converse sends lines over a pipe, to the end of the input, and returns the
// answers by id.
func converse(t *testing.T, sent ...string) map[string]string {
	t.Helper()
	var out lines
	srv := library()
	pipe := clock(t).Pipe(strings.NewReader(strings.Join(sent, "\n")), &out, srv.HandleMessage)
	stdio := server.NewStdioServer(srv)
	stdio.SetContextFunc(pipe.Context)
	err := stdio.Listen(t.Context(), pipe, pipe)
	pipe.Wait()
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]string{}
	for line := range strings.Lines(out.all.String()) {
		var m struct{ ID json.RawMessage }
		if strings.HasPrefix(line, "[") {
			answers["batch"] = line
		} else if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%v: %s", err, line)
		} else {
			answers[string(m.ID)] = line
		}
	}
	return answers
}

func TestPipe(t *testing.T) {
	got := converse(t, rawhttp.Initialize(legacy), `{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":1,"method":"clock/now"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":3,"method":"clock/gone"}`,
		`{"jsonrpc":"2.0","method":"clock/now"}`,
		strings.Replace(request(modern, "clock/now", `{}`), `"r-1"`, "4", 1),
		`{"jsonrpc":"2.0","id":5,"method":"clock/explode"}`)
	for id, want := range map[string]string{
		"0": "clockwork", "1": `"now":"noon"`, "2": "chime", "3": "-32601", "4": `"resultType":"complete"`, "5": "boom",
	} {
		if !strings.Contains(got[id], want) {
			t.Errorf("answer %s is %q, want %q", id, got[id], want)
		}
	}
	if len(got) != 6 {
		t.Errorf("%d answers: %v", len(got), got)
	}
}

// Batches are read where the session has them.
func TestPipeBatch(t *testing.T) {
	batch := `[{"jsonrpc":"2.0","id":1,"method":"clock/now"},{"jsonrpc":"2.0","method":"clock/now"},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"chime"}}]`
	ready := `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	// The handshake is answered in the background; what comes after waits for it,
	// as a client does.
	serve := func(version string) string {
		in, feed := io.Pipe()
		srv, answered := library(), make(chan string, 8)
		pipe := clock(t).Pipe(in, writer(func(p []byte) { answered <- string(p) }), srv.HandleMessage)
		stdio := server.NewStdioServer(srv)
		stdio.SetContextFunc(pipe.Context)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- stdio.Listen(ctx, pipe, pipe) }()
		defer func() {
			_ = feed.Close()
			<-done
			stop()
			pipe.Wait()
		}()
		_, _ = io.WriteString(feed, rawhttp.Initialize(version)+"\n")
		<-answered
		_, _ = io.WriteString(feed, ready+"\n"+batch+"\n")
		return <-answered
	}
	var replies []reply
	if got := serve("2025-03-26"); json.Unmarshal([]byte(got), &replies) != nil || len(replies) != 2 || replies[0].Result.Now != "noon" || !strings.Contains(got, "dong") {
		t.Errorf("a batch got %s", got)
	}
	if got := serve(legacy); !strings.Contains(got, `"error"`) || strings.HasPrefix(got, "[") {
		t.Errorf("a batch where there are none got %s", got)
	}
}

type writer func([]byte)

// Write implements io.Writer.
func (w writer) Write(p []byte) (int, error) {
	w(p)
	return len(p), nil
}

// Nothing is begun after the end.
func TestPipeEnds(t *testing.T) {
	var out lines
	pipe := clock(t).Pipe(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"clock/now"}`), &out, library().HandleMessage)
	pipe.Wait()
	if n, err := pipe.Read(make([]byte, 64)); n != 0 || err != io.EOF {
		t.Errorf("read %d, %v", n, err)
	}
	if out.all.Len() != 0 {
		t.Errorf("answered %s", out.all.String())
	}
}
