package fleet_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	goruntime "runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
)

// used is what the process holds.
type used struct{ goroutines, files int }

func usage(t *testing.T) used {
	t.Helper()
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return used{goruntime.NumGoroutine(), len(files)}
}

// returnsTo waits until no more is held than before.
func (u used) returnsTo(t *testing.T) {
	t.Helper()
	var now used
	for range 500 {
		if now = usage(t); now.goroutines <= u.goroutines && now.files <= u.files {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%+v are held, before it was %+v:\n%s", now, u, stacks[:goruntime.Stack(stacks, true)])
}

// withinKill is how long a call may take whose server is killed: far less than it
// would take, and than it may.
const withinKill = 20 * time.Second

// killed makes a hundred calls at once that would take a minute, kills the process
// and returns the replies.
func killed(t *testing.T, m *mounted, slow string, kill func()) []dispatch.Reply {
	t.Helper()
	replies := make([]dispatch.Reply, 100)
	ctx, cancel := context.WithTimeout(t.Context(), withinKill)
	defer cancel()
	var wg sync.WaitGroup
	for i := range replies {
		wg.Go(func() { replies[i] = m.do(ctx, runtime.Ask, "x", slow) })
	}
	time.Sleep(300 * time.Millisecond) // most of them are under way by now
	kill()
	wg.Wait()
	if ctx.Err() != nil {
		t.Error("calls took until their deadline")
	}
	return replies
}

// named checks that each call has an answer, or says what happened to it.
func named(t *testing.T, replies []dispatch.Reply, why ...string) {
	t.Helper()
	for _, reply := range replies {
		known := reply.Error == "" && reply.Executed
		for _, one := range why {
			known = known || strings.Contains(reply.Error, one)
		}
		if !known || reply.Status == dispatch.Timeout {
			t.Errorf("%d: %s", reply.Status, asText(t, reply))
		}
	}
}

// A process that is killed in the middle of a hundred calls fails those calls, by
// name and at once. The next call has it started again, and nothing is left over.
func TestKilledProcess(t *testing.T) {
	before := usage(t)
	m := mount(t, fleet.Options{Backoff: 50 * time.Millisecond}, fleettest.Server(t, "fragile", fleettest.Fragile))
	pid := func() int {
		reply := m.do(t.Context(), runtime.Ask, "x", `{"tool":"process_id"}`)
		text := strings.Trim(asText(t, reply.Result), `"`)
		id, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(asText(t, reply))
		}
		return id
	}
	first := pid()
	mountedUse := usage(t)
	replies := killed(t, m, `{"tool":"count_slowly","to":6000,"every":10}`, func() {
		if err := syscall.Kill(first, syscall.SIGKILL); err != nil {
			t.Error(err)
		}
	})
	named(t, replies, "the connection was lost: the process ended: signal: killed", `the server "fragile" is`)
	if second := pid(); second == first {
		t.Error("it was not killed")
	}
	mountedUse.returnsTo(t)
	m.Overlay.Close()
	m.Fleet.Close()
	before.returnsTo(t)
}

// The same for a server at an address, whose process somebody starts again.
func TestKilledWebServer(t *testing.T) {
	before := usage(t)
	addr := freeAddress(t)
	kill := webServer(t, addr)
	m := mount(t, fleet.Options{Backoff: 50 * time.Millisecond},
		config.Server{Name: "web", Kind: config.HTTP, URL: "http://" + addr + "/mcp"})
	ring := func() dispatch.Reply { return m.do(t.Context(), runtime.Ask, "x", `{"tool":"ring_bell"}`) }
	if reply := ring(); reply.Result != "ding" {
		t.Fatal(asText(t, reply))
	}
	mountedUse := usage(t)
	replies := killed(t, m, `{"tool":"sleep_long"}`, kill)
	named(t, replies, "the connection was lost: ", `the server "web" is`)
	kill = webServer(t, addr)
	eventually(t, "it is reached again", func() bool { return ring().Result == "ding" })
	// Each idle connection that the client keeps for later is a file and two goroutines;
	// how many it keeps is chance.
	mountedUse.goroutines, mountedUse.files = mountedUse.goroutines+4, mountedUse.files+2
	mountedUse.returnsTo(t)
	m.Overlay.Close()
	m.Fleet.Close()
	kill()
	before.returnsTo(t)
}

func freeAddress(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	return ln.Addr().String()
}

// webServer starts this program as a server at an address, and returns what kills
// it.
func webServer(t *testing.T, addr string) (kill func()) {
	t.Helper()
	s := fleettest.Server(t, "web", "web", "ADDRESS", addr)
	cmd := exec.Command(s.Command)
	cmd.Env = os.Environ()
	for _, v := range s.Env {
		cmd.Env = append(cmd.Env, v.Name+"="+string(v.Value))
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
	})
	t.Cleanup(kill)
	eventually(t, "it listens", func() bool {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
	return kill
}

// serveWeb is the server that webServer starts.
func serveWeb(io.Reader, io.Writer) {
	lib := server.NewMCPServer("web", "1", server.WithToolCapabilities(true))
	tool := func(name, about string) mcp.Tool {
		return mcp.NewTool(name, mcp.WithDescription(about), mcp.WithReadOnlyHintAnnotation(true))
	}
	lib.AddTool(tool("ring_bell", "Ring the bell."), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("ding"), nil
	})
	lib.AddTool(tool("sleep_long", "Sleep for a minute."), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		select {
		case <-ctx.Done():
		case <-time.After(time.Minute):
		}
		return mcp.NewToolResultText("awake"), nil
	})
	fmt.Fprintln(os.Stderr, http.ListenAndServe(os.Getenv("ADDRESS"), server.NewStreamableHTTPServer(lib)))
}

func init() { served["web"] = serveWeb }
