//go:build unix

package link_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
)

// Closing ends what the server started too, and a server that is gone is noticed
// although what it started holds its output open.
func TestFamily(t *testing.T) {
	conn := open(t, fleettest.Family, link.Options{})
	raw, err := conn.Request(t.Context(), "tools/call", params("heir", `{}`))
	if err != nil {
		t.Fatal(err)
	}
	var answer struct{ Content []struct{ Text string } }
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(answer.Content[0].Text)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Request(t.Context(), "tools/call", params("x", `{}`)); err == nil {
		t.Error("a server that is gone answered")
	}
	conn.Close()
	for range 100 {
		if gone(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("what the server started is still there")
}

// gone reports a process that has ended, be it that nobody has reaped it yet.
func gone(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(stat), ") Z ")
}
