package main

import (
	"encoding/json"
	"errors"
	"math"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/outcome"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// Two servers share rewards, and are replaced one after the other while they are
// used: each call that was answered counts.
func TestRollingRestart(t *testing.T) {
	ns, spec := startNATS(t, nats.RANDOM_PORT, t.TempDir())
	defer halt(ns)
	t.Setenv(storeVariable, spec)

	var running [2]*replica
	for i := range running {
		running[i] = startReplica(t)
	}
	calls := 0
	for round := range 6 {
		for range 5 {
			for _, s := range running {
				s.ask(t)
				calls++
			}
		}
		// The one that answered last may not have sent it yet.
		i := round % 2
		if err := running[i].cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := running[i].cmd.Wait(); err != nil {
			t.Errorf("%v\n%s", err, running[i].stderr.String())
		}
		if log := running[i].stderr.String(); strings.Contains(log, "hunter2") || strings.Contains(log, "lost") {
			t.Errorf("the log shows %s", log)
		}
		running[i] = startReplica(t)
	}
	for _, s := range running {
		if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := s.cmd.Wait(); err != nil {
			t.Errorf("%v\n%s", err, s.stderr.String())
		}
	}
	checkRolled(t, spec, uint64(calls))
}

// startNATS starts a NATS server and returns the spec of a bucket on it.
func startNATS(t *testing.T, port int, folder string) (*nats.Server, string) {
	t.Helper()
	ns, err := nats.NewServer(&nats.Options{Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: folder, NoLog: true, NoSigs: true, Username: "rw", Password: "hunter2"})
	if err != nil {
		t.Fatal(err)
	}
	ns.Start()
	if !ns.ReadyForConnections(20 * time.Second) {
		t.Fatal("the NATS server does not start")
	}
	return ns, "nats://rw:hunter2@" + ns.Addr().String() + "/rewards"
}

func halt(ns *nats.Server) {
	ns.Shutdown()
	ns.WaitForShutdown()
}

// Servers that are killed or replaced while the NATS server is down lose no call
// that was answered and had a moment to be kept.
func TestRestartWithoutNATS(t *testing.T) {
	folder := t.TempDir()
	ns, spec := startNATS(t, nats.RANDOM_PORT, folder)
	port := ns.Addr().(*net.TCPAddr).Port
	t.Setenv(storeVariable, spec)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	running := [2]*replica{startReplica(t), startReplica(t)}
	calls := 0
	ask := func(s *replica) {
		s.ask(t)
		calls++
	}
	for _, s := range running {
		ask(s)
		s.until(t, func(h health) bool { return h.Store.Waiting == 0 && h.Store.Written > 0 })
	}
	halt(ns)
	for round := range 2 {
		for _, s := range running {
			s.until(t, func(h health) bool { return h.Store.State == outcome.StateOffline })
			for range 3 {
				ask(s)
			}
			s.until(t, func(h health) bool { return h.Store.Parked == 1 })
		}
		// The key was parked with the first of the calls; the others are within the
		// flush interval, or what a busy machine makes of it.
		time.Sleep(2 * time.Second)
		if err := running[0].cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = running[0].cmd.Wait() // killed
		ask(running[1])           // it is parked at the end at the latest
		if err := running[1].cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := running[1].cmd.Wait(); err != nil || !strings.Contains(running[1].stderr.String(), "rewards wait for the servers in a file") {
			t.Errorf("round %d: %v\n%s", round, err, running[1].stderr.String())
		}
		running = [2]*replica{startReplica(t), startReplica(t)}
	}
	ns, _ = startNATS(t, port, folder)
	defer halt(ns)
	for _, s := range running {
		s.until(t, func(h health) bool {
			return h.Store.State == outcome.StateOK && h.Store.Waiting+h.Store.Parked+h.Store.Left == 0
		})
		if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := s.cmd.Wait(); err != nil {
			t.Errorf("%v\n%s", err, s.stderr.String())
		}
	}
	checkRolled(t, spec, uint64(calls))
}

// health is what the health check says of the store.
type health struct{ Store outcome.Status }

// until asks the health check until it says so.
func (s *replica) until(t *testing.T, so func(health) bool) {
	t.Helper()
	var h health
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		res, err := http.Get(s.base + surface.HealthPath)
		if err != nil {
			t.Fatal(err)
		}
		h = health{} // what is not sent is zero
		err = json.NewDecoder(res.Body).Decode(&h)
		if err := errors.Join(err, res.Body.Close()); err != nil {
			t.Fatal(err)
		}
		if so(h) {
			return
		}
	}
	t.Fatalf("it never came to that: %+v\n%s", h, s.stderr.String())
}

// checkRolled finds every call in the bucket.
func checkRolled(t *testing.T, spec string, calls uint64) {
	t.Helper()
	store, err := outcome.Open(t.Context(), spec, outcome.Options{Existing: true, Wait: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	values, err := store.Entries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := values[runtime.RewardKey{Verb: runtime.Ask, Capability: "sextant_surface_stats"}]
	if want := 1 - math.Pow(.7, float64(calls))/2; len(values) != 1 || got.Count != calls || math.Abs(got.Reward-want) > 1e-8 {
		t.Errorf("%d calls, kept %+v of %d keys, want a reward of %v", calls, got, len(values), want)
	}
	if err := store.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

// replica is a started server and a call of it.
type replica struct {
	*server
	base, line string
}

func startReplica(t *testing.T) *replica {
	t.Helper()
	s := start(t, "-http", "127.0.0.1:0")
	base, _ := s.greeting(t)
	line, err := surface.Curl(base, "ask", trials[0].args)
	if err != nil {
		t.Fatal(err)
	}
	return &replica{s, base, line}
}

func (s *replica) ask(t *testing.T) {
	t.Helper()
	res := request(t, s.line)
	var answer struct{ Executed bool }
	if err := json.Unmarshal(res.StructuredContent, &answer); err != nil || !answer.Executed {
		t.Fatalf("%s %v", res.StructuredContent, err)
	}
}
