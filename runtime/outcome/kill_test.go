package outcome

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
)

// victimVariable names the file of a process that is going to be killed.
const victimVariable = "SEXTANT_TEST_VICTIM"

const (
	victimWorkers  = 8
	victimOutcomes = 50_000
	victimBatch    = 50
)

// victim records outcomes as several callers do, and says on standard output
// what has been acknowledged: a line of worker and number of outcomes.
func victim(path string) {
	ctx := context.Background()
	r, err := runtime.NewRewards(runtime.RewardOptions{})
	if err != nil {
		panic(err)
	}
	s, err := Open(ctx, "bolt:"+path, Options{Rewards: r, FlushEvery: time.Millisecond})
	if err != nil {
		panic(err)
	}
	var wg sync.WaitGroup
	for w := range victimWorkers {
		wg.Go(func() {
			k := victimKey(w)
			for n := uint64(0); n < victimOutcomes/victimWorkers; {
				for range victimBatch {
					n++
					r.Record(k, float64(n%2), noon)
				}
				if err := s.Flush(ctx); err != nil {
					panic(err)
				}
				// One write of a short line is whole or not there.
				fmt.Fprintf(os.Stdout, "%d %d\n", w, n)
			}
		})
	}
	wg.Wait()
	if err := s.Close(ctx); err != nil {
		panic(err)
	}
}

func victimKey(worker int) runtime.RewardKey { return key(fmt.Sprintf("worker_%d", worker)) }

// A process that is killed while it records loses nothing that was acknowledged,
// wherever it is hit.
func TestKilledProcess(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(5, 6))
	rounds := 6
	if testing.Short() {
		rounds = 2
	}
	for round := range rounds {
		path := filepath.Join(t.TempDir(), "r.db")
		cmd := exec.CommandContext(t.Context(), program)
		cmd.Env = append(os.Environ(), victimVariable+"="+path)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		acknowledged := map[int]uint64{}
		// It is hit after so many acknowledgements and a moment more.
		left, more := random.IntN(victimOutcomes/victimBatch), time.Duration(random.IntN(3000))*time.Microsecond
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			var worker int
			var n uint64
			if _, err := fmt.Sscan(lines.Text(), &worker, &n); err != nil {
				t.Fatal(err)
			}
			acknowledged[worker] = n
			if left--; left == 0 {
				time.Sleep(more)
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		_ = cmd.Wait() // killed
		total := checkVictim(t, path, acknowledged)
		t.Logf("round %d: %d outcomes acknowledged and kept", round, total)
	}
}

// checkVictim finds in a file what was acknowledged, and exactly what the outcomes
// up to the number that it has would make.
func checkVictim(t *testing.T, path string, acknowledged map[int]uint64) (total uint64) {
	t.Helper()
	s := open(t, "bolt:"+path, Options{})
	if aside := s.Status().SetAside; aside != "" {
		t.Fatalf("set aside as %s", aside)
	}
	values := entries(t, s)
	for worker, n := range acknowledged {
		v := values[victimKey(worker)]
		if v.Count < n {
			t.Errorf("worker %d: %d acknowledged, %d kept", worker, n, v.Count)
		}
		r := newRewards(t, runtime.RewardOptions{})
		for i := uint64(1); i <= v.Count; i++ {
			r.Record(victimKey(worker), float64(i%2), noon)
		}
		if want, _ := r.Value(victimKey(worker)); !same(v, want) {
			t.Errorf("worker %d: kept %+v, want %+v", worker, v, want)
		}
		total += n
	}
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
	return total
}
