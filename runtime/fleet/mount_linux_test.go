package fleet_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
)

// How long sextant-mcp takes until it serves all tools of all real servers, and how
// much memory it then has: once all servers are there ("mounted"), and once it has
// learned their descriptions too. Each server is replayed by a process of its own
// that is started with it, or all of them by one process that is there already.
func BenchmarkMount(b *testing.B) {
	paths := fleettest.RealLists(b)
	sextant := built(b, "./cmd/sextant-mcp")
	b.Run("processes", func(b *testing.B) {
		replayer := built(b, "./runtime/fleet/fleettest/replayer")
		measureMount(b, sextant, paths, func(path string) any {
			return map[string]any{"command": replayer, "args": []string{path}}
		})
	})
	b.Run("one replay process", func(b *testing.B) {
		replay := httptest.NewServer(fleettest.ReplayHTTP(b, paths))
		b.Cleanup(replay.Close)
		measureMount(b, sextant, paths, func(path string) any {
			return map[string]any{"url": replay.URL + "/" + filepath.Base(path)}
		})
	})
}

func measureMount(b *testing.B, sextant string, paths []string, entry func(path string) any) {
	file, tools := realConfig(b, paths, entry)
	var mounted, learned time.Duration
	var first, last float64
	for range b.N {
		begun := time.Now()
		process, url := servingProcess(b, sextant, "-config", file, "-http", "127.0.0.1:0")
		base := strings.TrimSuffix(url, "/mcp")
		await(b, base, func(h health) bool { return h.ready() && h.Capabilities >= tools })
		mounted += time.Since(begun)
		first += resident(b, process.Pid)
		await(b, base, func(h health) bool { return h.Learned })
		learned += time.Since(begun)
		time.Sleep(3 * time.Second) // what learning took is given back
		last += resident(b, process.Pid)
		_ = process.Kill() // it is waited for at the end
	}
	n := float64(b.N)
	b.ReportMetric(mounted.Seconds()/n, "mounted-s")
	b.ReportMetric(first/n, "mounted-MB")
	b.ReportMetric(learned.Seconds()/n, "learned-s")
	b.ReportMetric(last/n, "learned-MB")
	b.ReportMetric(float64(tools), "names")
	b.ReportMetric(0, "ns/op")
}

// realConfig writes a configuration with an entry for each list, and counts the
// names in them, those of which several servers are instances once.
func realConfig(b *testing.B, paths []string, entry func(path string) any) (file string, names int) {
	b.Helper()
	servers, seen := map[string]any{}, map[string]bool{}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		servers[name] = entry(path)
		raw, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		var list struct{ Tools []struct{ Name string } }
		if err := json.Unmarshal(raw, &list); err != nil {
			b.Fatal(err)
		}
		for _, tool := range list.Tools {
			seen[tool.Name] = true
		}
	}
	raw, err := json.Marshal(map[string]any{"mcpServers": servers})
	if err != nil {
		b.Fatal(err)
	}
	file = filepath.Join(b.TempDir(), "mcp.json")
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		b.Fatal(err)
	}
	return file, len(seen)
}

// health is the part of /healthz that is looked at.
type health struct {
	Capabilities int
	Learned      bool
	Servers      []struct{ State string }
}

func (h health) ready() bool {
	for _, s := range h.Servers {
		if s.State != "ready" {
			return false
		}
	}
	return len(h.Servers) > 0
}

func await(b *testing.B, base string, is func(health) bool) {
	b.Helper()
	for range 6000 {
		res, err := http.Get(base + "/healthz")
		if err != nil {
			b.Fatal(err)
		}
		var h health
		err = json.NewDecoder(res.Body).Decode(&h)
		_ = res.Body.Close()
		if err != nil {
			b.Fatal(err)
		}
		if is(h) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.Fatal("it never came to be")
}

// resident is how much memory a process has, in MB.
func resident(b *testing.B, pid int) float64 {
	b.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(raw), "VmRSS:")
	kb, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	if err != nil {
		b.Fatal(err)
	}
	return kb / 1024
}
