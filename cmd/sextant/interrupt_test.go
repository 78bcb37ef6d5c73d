package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A run that was interrupted says so, writes nothing and has a code of its own.
func TestInterruptedRunWritesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := t.TempDir()
	cpd, out := filepath.Join(dir, "c.json"), filepath.Join(dir, "out")
	if err := os.WriteFile(cpd, []byte(`{"capabilities": [{"id": "a", "one_line": "A."}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	code := run(ctx, []string{"generate", "-cpd", cpd, "-out", out}, &stdout, &stderr)
	if code != 130 || !strings.Contains(stderr.String(), "interrupted, nothing was written") || stdout.Len() > 0 {
		t.Errorf("code %d, stdout %q, stderr %q", code, &stdout, &stderr)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("the package was written")
	}
}

// hangVariable makes this test binary a process that ignores its context.
const hangVariable = "SEXTANT_TEST_HANG"

// hang tells that it is ready, then that its context has ended, and stays.
func hang() {
	ctx := interruptible()
	fmt.Println("ready")
	<-ctx.Done()
	fmt.Println("first")
	select {}
}

// The first interrupt asks, the second one kills, whatever the process does.
func TestSecondInterruptKills(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), hangVariable+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for _, want := range []string{"ready", "first"} {
		if !lines.Scan() || lines.Text() != want {
			t.Fatalf("it says %q, want %q", lines.Text(), want)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || !strings.Contains(exit.String(), "interrupt") {
		t.Errorf("it ended with %v, want to be killed by the interrupt", err)
	}
}
