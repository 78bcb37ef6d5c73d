package outcome

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/sextant-mcp/sextant/runtime"
)

// parkingAt opens a replica that parks in a folder.
func parkingAt(t testing.TB, spec, folder string, opt Options) (*bucketStore, *runtime.Rewards) {
	t.Helper()
	opt.Park, opt.Patient = true, true
	return share(t, spec+"?queue="+folder, opt)
}

// abandoned ends a store as kill -9 ends a process: nothing more is sent or written.
func abandoned(t *testing.T, s *bucketStore) {
	t.Helper()
	s.stop()
	if err := errors.Join(s.parking.file.db.Close(), s.parking.file.lock.Close()); err != nil {
		t.Fatal(err)
	}
}

func files(t *testing.T, folder string) (names []string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, "*.db*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if !strings.HasSuffix(f, ".lock") {
			names = append(names, filepath.Base(f))
		}
	}
	return names
}

// What was acknowledged while the servers were out of reach is sent by the next
// process, and by this one when it goes on: each outcome once.
func TestParking(t *testing.T) {
	for _, dies := range []bool{false, true} {
		t.Run(fmt.Sprint("dies=", dies), func(t *testing.T) {
			ns := serve(t, server.Options{})
			w := newWire(t, func() string { return ns.Addr().String() })
			spec, folder := "nats://"+w.ln.Addr().String()+"/rewards", t.TempDir()
			s, r := parkingAt(t, spec, folder, Options{})
			r.Record(key("a"), 1, noon)
			flush(t, s)
			w.cut.Store(true)
			w.drop()
			until(t, "the loss", 10*time.Second, func() bool { return s.Status().State != StateOK })
			for range 3 {
				r.Record(key("a"), 0, noon)
				r.Record(key("b"), 1, noon)
				flush(t, s)
			}
			if st := s.Status(); st.Parked != 2 || st.ParkedIn == "" {
				t.Fatalf("%+v", st)
			}
			if dies {
				abandoned(t, s)
				s, r = parkingAt(t, spec, folder, Options{Wait: 50 * time.Millisecond})
				if st := s.Status(); st.Recovered != 2 || st.Parked != 2 {
					t.Errorf("%+v", st)
				}
				// Of the past it knows what was parked.
				if v, _ := r.Value(key("b")); v.Count != 3 {
					t.Errorf("at the start: %+v", v)
				}
			}
			w.cut.Store(false)
			until(t, "the way back", 20*time.Second, func() bool { return s.Status().State == StateOK })
			r.Record(key("b"), 0, noon)
			if err := s.sync(t.Context()); err != nil {
				t.Fatal(err)
			}
			want := newRewards(t, runtime.RewardOptions{})
			for n := range 4 {
				want.Record(key("a"), []float64{1, 0, 0, 0}[n], noon)
				want.Record(key("b"), []float64{1, 1, 1, 0}[n], noon)
			}
			wantSame(t, "the bucket", entries(t, s), all(want))
			wantSame(t, "the memory", all(r), all(want))
			if st := s.Status(); st.Parked != 0 || st.Waiting != 0 {
				t.Errorf("%+v", st)
			}
			if err := s.Close(t.Context()); err != nil {
				t.Error(err)
			}
			if left := files(t, folder); len(left) > 0 {
				t.Errorf("files are left: %v", left)
			}
		})
	}
}

// A process that is killed after it sent what was parked, and before its file says
// so, has nothing counted twice: neither what arrived, nor what did not.
func TestParkedAndSent(t *testing.T) {
	for _, arrived := range []bool{false, true} {
		t.Run(fmt.Sprint("arrived=", arrived), func(t *testing.T) {
			ns := serve(t, server.Options{})
			folder := t.TempDir()
			other, ro := share(t, bucketAt(ns), Options{})
			ro.Record(key("a"), 1, noon)
			flush(t, other)

			s, r := parkingAt(t, bucketAt(ns), folder, Options{FlushEvery: time.Hour})
			r.Record(key("a"), 0, noon)
			if err := s.park(); err != nil {
				t.Fatal(err)
			}
			if err := s.unpark(); err != nil { // now the file says that it was sent
				t.Fatal(err)
			}
			if arrived {
				if err := s.sendAll(); err != nil {
					t.Fatal(err)
				}
			}
			abandoned(t, s)
			for range 3 { // others come on top
				ro.Record(key("a"), 1, noon)
				flush(t, other)
			}
			s, _ = parkingAt(t, bucketAt(ns), folder, Options{})
			if err := s.sync(t.Context()); err != nil {
				t.Fatal(err)
			}
			if v := entries(t, s)[key("a")]; v.Count != 5 {
				t.Errorf("%+v", v)
			}
			if st := s.Status(); st.Doubtful != 0 || st.Parked != 0 {
				t.Errorf("%+v", st)
			}
		})
	}
}

// A message of a process that was killed may still be on its way when the next one
// sends the same: one of the two is applied.
func TestParkedAndLate(t *testing.T) {
	ns := serve(t, server.Options{})
	folder := t.TempDir()
	s, r := parkingAt(t, bucketAt(ns), folder, Options{FlushEvery: time.Hour})
	r.Record(key("a"), 0, noon)
	check(t, errors.Join(s.park(), s.unpark()))
	late, more, err := s.attempt(key("a"))
	if err != nil || !more {
		t.Fatal(more, err)
	}
	abandoned(t, s)

	// The next process sends on another revision, so that it knows that this one has
	// not arrived; and then it does.
	other, ro := share(t, bucketAt(ns), Options{})
	ro.Record(key("a"), 1, noon)
	flush(t, other)
	s, r = parkingAt(t, bucketAt(ns), folder, Options{FlushEvery: time.Hour})
	until(t, "what the other wrote", 10*time.Second, func() bool { v, _ := r.Value(key("a")); return v.Count == 2 })
	mine, more, err := s.attempt(key("a"))
	if err != nil || !more {
		t.Fatal(more, err)
	}
	late.record = mine.record // as the process before would have sent it on this revision
	late.record.writers = append(late.record.writers[:len(late.record.writers)-1], writer{late.sending.replica, late.sending.seq, mine.base})
	if _, err := other.update(t.Context(), other.bucket, key("a"), late.record, mine.base); err != nil {
		t.Fatal(err)
	}
	revision, err := s.update(t.Context(), s.bucket, key("a"), mine.record, mine.base)
	if err == nil {
		t.Fatal("both were applied")
	}
	s.settle(key("a"), mine, revision, err)
	check(t, s.sync(t.Context()))
	if v := entries(t, s)[key("a")]; v.Count != 2 {
		t.Errorf("%+v", v)
	}
}

// What processes left that did not come back is sent too, by whoever starts next.
func TestRescue(t *testing.T) {
	ns := serve(t, server.Options{})
	w := newWire(t, func() string { return ns.Addr().String() })
	spec, folder := "nats://"+w.ln.Addr().String()+"/rewards", t.TempDir()
	w.cut.Store(true)
	var left []*bucketStore
	for range 3 {
		s, r := parkingAt(t, spec, folder, Options{Wait: 50 * time.Millisecond})
		r.Record(key("a"), 1, noon)
		flush(t, s)
		left = append(left, s)
	}
	for _, s := range left {
		abandoned(t, s)
	}
	if got := files(t, folder); len(got) != 3 {
		t.Fatalf("%v", got)
	}
	w.cut.Store(false)
	s, r := parkingAt(t, spec, folder, Options{})
	until(t, "all three", 20*time.Second, func() bool { v, _ := r.Value(key("a")); return v.Count == 3 })
	until(t, "the files", 20*time.Second, func() bool { return len(files(t, folder)) == 1 })
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

// Closing parks what can't be sent, and says so.
func TestClosingParks(t *testing.T) {
	ns := serve(t, server.Options{})
	w := newWire(t, func() string { return ns.Addr().String() })
	spec, folder := "nats://"+w.ln.Addr().String()+"/rewards", t.TempDir()
	var log strings.Builder
	s, r := parkingAt(t, spec, folder, Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	w.cut.Store(true)
	r.Record(key("a"), 1, noon)
	began := time.Now()
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("closing took %v", took)
	}
	if !strings.Contains(log.String(), "rewards wait for the servers in a file") {
		t.Errorf("the log says %s", log.String())
	}
	w.cut.Store(false)
	w.drop()
	s, _ = parkingAt(t, spec, folder, Options{})
	if err := s.sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	if v := entries(t, s)[key("a")]; v.Count != 1 {
		t.Errorf("%+v", v)
	}
}

// The queue is bounded with a file too, and what does not fit is counted.
func TestParkingIsBounded(t *testing.T) {
	s, r := parkingAt(t, "nats://127.0.0.1:1/rewards", t.TempDir(), Options{Queue: 5, Wait: 10 * time.Millisecond})
	for n := range 8 {
		r.Record(key(fmt.Sprint("tool_", n)), 1, noon)
	}
	flush(t, s)
	if st := s.Status(); st.Parked != 5 || st.Dropped != 3 {
		t.Errorf("%+v", st)
	}
}

// What was sent and not answered takes room in the queue until it is kept.
func TestWhatIsOnItsWayIsBounded(t *testing.T) {
	s, r := parkingAt(t, "nats://127.0.0.1:1/rewards", t.TempDir(), Options{Queue: 5, Wait: 10 * time.Millisecond})
	s.mu.Lock()
	for n := range 3 {
		k := key(fmt.Sprint("sent_", n))
		s.slot(k).sending = s.numbered(one(r, runtime.RewardEvent{Key: k, X: 1, At: noon}), 7)
	}
	s.mu.Unlock()
	flush(t, s)
	for n := range 8 {
		r.Record(key(fmt.Sprint("tool_", n)), 1, noon)
		r.Record(key("tool_0"), 1, noon) // one that is known goes on
	}
	flush(t, s)
	if st := s.Status(); st.Parked != 5 || st.Waiting != 5 || st.Dropped != 6 || st.Recorded != 10 {
		t.Errorf("%+v", st)
	}
}

// A file that can't be used does no harm, and is told of.
func TestUnusableParking(t *testing.T) {
	ns := serve(t, server.Options{})
	damage := map[string]func(t *testing.T, path string){
		"flipped": func(t *testing.T, path string) {
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			at := strings.Index(string(raw), `"queued"`)
			if at < 0 {
				t.Fatal("nothing is parked")
			}
			for i := range raw {
				if strings.HasPrefix(string(raw[i:min(i+8, len(raw))]), `"queued"`) {
					raw[i+10] ^= 0x11
				}
			}
			if err := os.WriteFile(path, raw, 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"cut":   func(t *testing.T, path string) { check(t, os.Truncate(path, 5000)) },
		"noise": func(t *testing.T, path string) { check(t, os.WriteFile(path, []byte("no database"), 0o600)) },
	}
	for name, spoil := range damage {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			offline, r := parkingAt(t, "nats://127.0.0.1:1/rewards", folder, Options{Wait: 10 * time.Millisecond})
			r.Record(key("a"), 1, noon)
			flush(t, offline)
			abandoned(t, offline)
			spoil(t, filepath.Join(folder, files(t, folder)[0]))
			var log strings.Builder
			s, _ := parkingAt(t, "nats://127.0.0.1:1/rewards", folder, Options{Wait: 10 * time.Millisecond, Log: slog.New(slog.NewTextHandler(&log, nil))})
			if st := s.Status(); st.Recovered != 0 || !strings.Contains(log.String(), "corrupt-1") || len(files(t, folder)) != 2 {
				t.Errorf("%+v\n%s%v", st, log.String(), files(t, folder))
			}
		})
	}
	t.Run("full disk", func(t *testing.T) {
		folder := t.TempDir()
		s, r := parkingAt(t, bucketAt(ns), folder, Options{})
		check(t, s.parking.file.db.Close()) // every write fails from now on
		r.Record(key("a"), 1, noon)
		if err := s.park(); err == nil {
			t.Error("it could be parked")
		}
		if err := s.sync(t.Context()); err != nil {
			t.Error(err)
		}
		if got := files(t, folder); len(got) != 1 || !strings.HasSuffix(got[0], ".corrupt-1") {
			t.Errorf("%v", got)
		}
	})
	t.Run("no folder", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "file")
		check(t, os.WriteFile(path, nil, 0o600))
		if _, err := Open(t.Context(), bucketAt(ns)+"?queue="+path, Options{Park: true}); err == nil || !strings.Contains(err.Error(), "queue: ") {
			t.Errorf("a folder that was asked for: %v", err)
		}
		t.Setenv("XDG_STATE_HOME", path)
		var log strings.Builder
		s, _ := share(t, bucketAt(ns), Options{Park: true, Log: slog.New(slog.NewTextHandler(&log, nil))})
		if s.parking != nil || !strings.Contains(log.String(), "in memory only") {
			t.Errorf("the default folder is a file: %s", log.String())
		}
	})
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// parkerVariable holds the spec and the folder of a process that is going to be
// killed while it parks.
const parkerVariable = "SEXTANT_TEST_PARKER"

// parker is a process that is going to be killed: it records outcomes and says on
// standard output what has been acknowledged.
func parker(spec, folder string) {
	ctx := context.Background()
	r, err := runtime.NewRewards(runtime.RewardOptions{})
	if err != nil {
		panic(err)
	}
	s, err := Open(ctx, spec+"?queue="+folder, Options{Rewards: r, FlushEvery: 5 * time.Millisecond, Park: true, Patient: true, Wait: 100 * time.Millisecond})
	if err != nil {
		panic(err)
	}
	for n := uint64(0); ; {
		for range victimBatch {
			n++
			for w := range victimWorkers {
				r.Record(victimKey(w), float64(n%2), noon)
			}
		}
		if err := s.Flush(ctx); err != nil {
			panic(err)
		}
		fmt.Fprintln(os.Stdout, n)
		time.Sleep(time.Millisecond)
	}
}

// A process that is killed with kill -9, while the servers are out of reach or just
// back or at any other time, loses nothing that was acknowledged, and nothing
// counts twice.
func TestKilledWhileCutOff(t *testing.T) {
	rounds := 8
	if testing.Short() {
		rounds = 3
	}
	if os.Getenv(fullVariable) != "" {
		rounds = 40
	}
	ns := serve(t, server.Options{})
	w := newWire(t, func() string { return ns.Addr().String() })
	random := rand.New(rand.NewPCG(7, 9))
	offline, recovered := 0, uint64(0)
	for round := range rounds {
		spec, folder := fmt.Sprintf("nats://%s/rewards_%d", w.ln.Addr(), round), t.TempDir()
		acknowledged, cut := runParker(t, spec, folder, w, random)
		if cut {
			offline++
		}
		w.cut.Store(false)
		w.drop()
		s, _ := parkingAt(t, spec, folder, Options{Wait: 20 * time.Second})
		check(t, s.sync(t.Context()))
		st := s.Status()
		recovered += st.Recovered
		values := entries(t, s)
		for worker := range victimWorkers {
			v := values[victimKey(worker)]
			if want := alternating(t, v.Count); v.Count < acknowledged || !same(v, want) {
				t.Errorf("round %d, worker %d: %d acknowledged, kept %+v, want %+v", round, worker, acknowledged, v, want)
			}
		}
		t.Logf("round %d: %d outcomes of each of %d keys acknowledged; %d keys in the file, cut off: %v; %d replays, %d doubtful",
			round, acknowledged, victimWorkers, st.Recovered, cut, st.Replays, st.Doubtful)
		check(t, s.Close(t.Context()))
	}
	if offline == 0 || recovered == 0 {
		t.Errorf("%d were cut off, %d keys recovered: it tries nothing", offline, recovered)
	}
}

// alternating is what so many outcomes make that alternate.
func alternating(t *testing.T, count uint64) runtime.RewardValue {
	t.Helper()
	r := newRewards(t, runtime.RewardOptions{})
	for n := uint64(1); n <= count; n++ {
		r.Record(key("x"), float64(n%2), noon)
	}
	v, _ := r.Value(key("x"))
	return v
}

// runParker runs a process, cuts it off or not, and kills it.
func runParker(t *testing.T, spec, folder string, w *wire, random *rand.Rand) (acknowledged uint64, cut bool) {
	t.Helper()
	program, err := os.Executable()
	check(t, err)
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Env = append(os.Environ(), parkerVariable+"="+spec+" "+folder)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	// It is cut off after so many acknowledgements, comes back after so many more or
	// not, and is hit a moment later.
	cutAt, backAt := 1+random.IntN(20), 0
	if random.IntN(2) == 0 {
		backAt = cutAt + 1 + random.IntN(5)
	}
	killAt := max(cutAt, backAt) + 1 + random.IntN(5)
	more := time.Duration(random.IntN(20)) * time.Millisecond
	if backAt > 0 {
		more = time.Duration(random.IntN(1500)) * time.Millisecond // it takes a while to be back
	}
	lines := bufio.NewScanner(out)
	for seen := 1; lines.Scan(); seen++ {
		_, err := fmt.Sscan(lines.Text(), &acknowledged)
		check(t, err)
		switch seen {
		case cutAt:
			w.cut.Store(true)
			if random.IntN(2) == 0 {
				w.drop()
			}
			cut = true
		case backAt:
			w.cut.Store(false)
			cut = false
		case killAt:
			go func() {
				time.Sleep(more)
				_ = cmd.Process.Kill() // Wait tells
			}()
		}
	}
	_ = cmd.Wait() // killed
	return acknowledged, cut
}

// Both ways to park and to read give the same, whatever there is.
func TestParkedForms(t *testing.T) {
	k := encodeKey(key("a"))
	sent := batch{step: runtime.Step{A: .7, B: .3, N: 1}, first: 1, last: 2}
	for _, p := range []parked{
		{sent: sent, replica: "R", seq: 7, base: 9, bucket: 11},
		{queued: sent}, {sent: sent, queued: sent, replica: "R", seq: 1},
	} {
		back, err := decodeParked(k, encodeParked(k, p))
		if err != nil || back != p {
			t.Errorf("%+v reads back as %+v, %v", p, back, err)
		}
	}
	for name, raw := range map[string][]byte{
		"empty": nil, "short": {1, 2}, "another key": encodeParked([]byte("b"), parked{queued: sent}),
		"no batch": encodeParked(k, parked{queued: batch{step: runtime.Step{A: 2, B: 3, N: 1}}}),
	} {
		if _, err := decodeParked(k, raw); !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
