package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime/surface"
)

// The command in front of itself: what is mounted answers through the verbs, and
// ends with the one in front.
func TestFleet(t *testing.T) {
	path, err := exec.LookPath("sextant-mcp")
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(t.TempDir(), "mcp.json")
	text := fmt.Sprintf(`{"mcpServers": {"inner": {"command": %q, "args": ["-mode", "condensed"]}, "slow": {"command": "sleep", "args": ["600"]}}}`, path)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, "-http", "127.0.0.1:0", "-config", config)
	base, _ := s.greeting(t) // as many requests as on any surface
	// It is served while a server is still being started, which takes a minute at most.
	waitFor(t, base+"/healthz", `"name":"slow","kind":"stdio","state":"starting"`)
	waitFor(t, base+"/healthz", `"name":"inner","kind":"stdio","state":"ready"`)
	for _, c := range []struct{ verb, intent, tool, want string }{
		{"ask", "which servers are connected", "", `"state":"ready"`},
		{"ask", "how many tools are loaded on this surface", "inner__sextant_surface_stats", `"by_kind"`},
		{"find", "schedule a nightly job", "", `"id":"graph_schedules"`},
		{"find", "the kg-goals skill", "", `"id":"inner/kg-goals","kind":"skill"`},
	} {
		args := map[string]any{"intent": c.intent}
		if c.tool != "" {
			args["hints"] = map[string]any{"tool": c.tool}
		}
		line, err := surface.Curl(base, c.verb, args)
		if err != nil {
			t.Fatal(err)
		}
		res := request(t, line)
		for range 1200 { // the surface is compiled a moment after the server is ready
			if strings.Contains(string(res.StructuredContent), c.want) {
				break
			}
			time.Sleep(50 * time.Millisecond)
			res = request(t, line)
		}
		if res.IsError || !strings.Contains(string(res.StructuredContent), c.want) {
			t.Errorf("%s %q answered %s", c.verb, c.intent, res.StructuredContent)
		}
	}
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, s.stderr.String())
	}
}

func waitFor(t *testing.T, url, want string) {
	t.Helper()
	var raw []byte
	for range 400 {
		res, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		raw, err = io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(raw), want) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s never said %s: %s", url, want, raw)
}
