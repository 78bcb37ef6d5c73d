package main

import (
	"encoding/json"
	"math"
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
	ns, err := nats.NewServer(&nats.Options{Host: "127.0.0.1", Port: nats.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true, Username: "rw", Password: "hunter2"})
	if err != nil {
		t.Fatal(err)
	}
	ns.Start()
	defer ns.WaitForShutdown()
	defer ns.Shutdown()
	if !ns.ReadyForConnections(20 * time.Second) {
		t.Fatal("the NATS server does not start")
	}
	spec := "nats://rw:hunter2@" + ns.Addr().String() + "/rewards"
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
	line string
}

func startReplica(t *testing.T) *replica {
	t.Helper()
	s := start(t, "-http", "127.0.0.1:0")
	base, _ := s.greeting(t)
	line, err := surface.Curl(base, "ask", trials[0].args)
	if err != nil {
		t.Fatal(err)
	}
	return &replica{s, line}
}

func (s *replica) ask(t *testing.T) {
	t.Helper()
	res := request(t, s.line)
	var answer struct{ Executed bool }
	if err := json.Unmarshal(res.StructuredContent, &answer); err != nil || !answer.Executed {
		t.Fatalf("%s %v", res.StructuredContent, err)
	}
}
