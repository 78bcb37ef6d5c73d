package outcome

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/sextant-mcp/sextant/runtime"
)

// serve starts a NATS server in this process.
func serve(t testing.TB, opt server.Options) *server.Server {
	t.Helper()
	opt.Host, opt.NoLog, opt.NoSigs, opt.JetStream = "127.0.0.1", true, true, true
	if opt.Port == 0 {
		opt.Port = server.RANDOM_PORT
	}
	if opt.StoreDir == "" {
		opt.StoreDir = t.TempDir()
	}
	s, err := server.NewServer(&opt)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	t.Cleanup(func() { halt(s) })
	return s
}

func halt(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}

// bucketAt is the spec of a bucket on a server.
func bucketAt(s *server.Server) string { return s.ClientURL() + "/rewards" }

// share opens a replica of a bucket.
func share(t testing.TB, spec string, opt Options) (*bucketStore, *runtime.Rewards) {
	t.Helper()
	if opt.Rewards == nil {
		opt.Rewards = newRewards(t, runtime.RewardOptions{})
	}
	if opt.FlushEvery == 0 {
		opt.FlushEvery = 10 * time.Millisecond
	}
	if opt.Wait == 0 {
		opt.Wait = 30 * time.Second
	}
	return open(t, spec, opt).(*bucketStore), opt.Rewards
}

// until waits for a condition that comes true, or for the test's end.
func until(t testing.TB, what string, within time.Duration, condition func() bool) {
	t.Helper()
	for late := time.Now().Add(within); !condition(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("%s: not within %v", what, within)
		}
	}
}

// reach waits until a count is what it should be, for as long as it grows: how fast
// it does is up to what else the machine has to do. A standstill of a minute fails.
func reach(t testing.TB, what string, count func() uint64, want uint64) {
	t.Helper()
	most, grew := count(), time.Now()
	for most < want {
		time.Sleep(2 * time.Millisecond)
		if n := count(); n > most {
			most, grew = n, time.Now()
		} else if time.Since(grew) > time.Minute {
			t.Fatalf("%s: %d of %d, and no more for a minute", what, most, want)
		}
	}
}

// outcomes counts those that rewards know of.
func outcomes(r *runtime.Rewards) uint64 { return counted(maps.Collect(r.All())) }

// What a store does, in a bucket, and as seen by another replica.
func TestBucket(t *testing.T) {
	spec := bucketAt(serve(t, server.Options{}))
	a, ra := share(t, spec, Options{})
	b, rb := share(t, spec, Options{})
	ada := runtime.RewardKey{Scope: runtime.ScopeOf("ada"), Verb: runtime.Ask, Capability: "an id with blanks, dots . and *"}
	ra.Record(key("a"), 1, noon)
	ra.Record(key("a"), 0, noon.Add(time.Second))
	ra.Record(ada, 0, noon)
	flush(t, a)
	written := time.Now()
	want := Values{key("a"): {Reward: .455, Count: 2, At: noon.Add(time.Second)}, ada: {Reward: .35, Count: 1, At: noon}}
	wantSame(t, "where it was recorded", entries(t, a), want)
	until(t, "the other one hears of it", 10*time.Second, func() bool { return len(all(rb)) == 2 })
	t.Logf("heard of %v after it was kept", time.Since(written))
	wantSame(t, "elsewhere", all(rb), want)

	// Both go on from there.
	rb.Record(key("a"), 1, noon)
	flush(t, b)
	until(t, "back", 10*time.Second, func() bool { v, _ := ra.Value(key("a")); return v.Count == 3 })
	wantSame(t, "the same on both", all(ra), all(rb))

	// One that comes later has everything when it is opened.
	_, rc := share(t, spec, Options{})
	wantSame(t, "later", all(rc), all(rb))

	// A reset is everywhere, and what comes after it counts.
	n, err := b.Reset(t.Context(), func(k runtime.RewardKey) bool { return k.Capability == "a" })
	if err != nil || n != 1 {
		t.Errorf("reset %d: %v", n, err)
	}
	until(t, "the reset", 10*time.Second, func() bool { return ra.Reward(key("a")) == .5 && len(all(rc)) == 1 })
	ra.Record(key("a"), 1, noon)
	flush(t, a)
	until(t, "after the reset", 10*time.Second, func() bool { v, _ := rb.Value(key("a")); return v.Count == 1 })
	if err := a.Put(t.Context(), Values{key("b"): {Reward: .25, Count: 9, At: noon}}); err != nil {
		t.Fatal(err)
	}
	until(t, "an import", 10*time.Second, func() bool { return rb.Reward(key("b")) == .25 })
	for _, s := range []Store{a, b} {
		if err := s.Close(t.Context()); err != nil {
			t.Error(err)
		}
		if err := s.Flush(t.Context()); !errors.Is(err, errClosed) {
			t.Errorf("flushed after the end: %v", err)
		}
	}
}

// Nothing is recorded twice and nothing is lost when many write one key.
func TestContention(t *testing.T) {
	spec := bucketAt(serve(t, server.Options{}))
	const replicas, outcomes = 6, 40
	var wg sync.WaitGroup
	stores, rewards := make([]*bucketStore, replicas), make([]*runtime.Rewards, replicas)
	for i := range replicas {
		stores[i], rewards[i] = share(t, spec, Options{FlushEvery: time.Millisecond})
	}
	for i := range replicas {
		wg.Go(func() {
			for n := range outcomes {
				rewards[i].Record(key("hot"), float64(n%2), noon)
				if err := stores[i].Flush(context.Background()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	var conflicts uint64
	for i := range replicas {
		until(t, "all of it", 10*time.Second, func() bool { v, _ := rewards[i].Value(key("hot")); return v.Count == replicas*outcomes })
		wantSame(t, "the same everywhere", all(rewards[i]), all(rewards[0]))
		conflicts += stores[i].Status().Conflicts
	}
	t.Logf("%d conflicts", conflicts)
	if conflicts == 0 {
		t.Error("there was no contention")
	}
}

// While the server is away outcomes are queued, coalesced, and sent when it is
// back, on whatever others made of it meanwhile.
func TestServerRestart(t *testing.T) {
	folder := t.TempDir()
	s := serve(t, server.Options{StoreDir: folder})
	spec, port := bucketAt(s), s.Addr().String()
	a, ra := share(t, spec, Options{})
	ra.Record(key("a"), 1, noon)
	flush(t, a)
	halt(s)
	until(t, "the loss", 20*time.Second, func() bool { return a.Status().State == StateOffline })
	for range 1000 {
		ra.Record(key("a"), 1, noon)
		ra.Record(key("b"), 0, noon)
	}
	if v, _ := ra.Value(key("a")); v.Count != 1001 || a.Status().Waiting != 2 {
		t.Errorf("offline: %+v %+v", v, a.Status())
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := a.Flush(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("flushed without a server: %v", err)
	}
	// One that starts meanwhile serves, and one that can't wait says why.
	late, rl := share(t, spec, Options{Patient: true, Wait: 50 * time.Millisecond})
	rl.Record(key("a"), 0, noon)
	if _, err := Open(t.Context(), spec, Options{Wait: 50 * time.Millisecond}); err == nil || !strings.Contains(err.Error(), spec) {
		t.Errorf("%v", err)
	}
	var n int
	if _, err := fmt.Sscanf(port, "127.0.0.1:%d", &n); err != nil {
		t.Fatal(err)
	}
	serve(t, server.Options{StoreDir: folder, Port: n})
	flush(t, a)
	flush(t, late)
	for _, r := range []*runtime.Rewards{ra, rl} {
		until(t, "everything", 10*time.Second, func() bool {
			v, _ := r.Value(key("a"))
			w, _ := r.Value(key("b"))
			return v.Count == 1002 && w.Count == 1000
		})
	}
	wantSame(t, "after the restart", all(ra), all(rl))
}

// A bucket that vanishes is made again.
func TestVanishedBucket(t *testing.T) {
	s := serve(t, server.Options{})
	a, ra := share(t, bucketAt(s), Options{})
	ra.Record(key("a"), 1, noon)
	flush(t, a)
	js := manage(t, s)
	if err := js.DeleteKeyValue(t.Context(), "rewards"); err != nil {
		t.Fatal(err)
	}
	ra.Record(key("a"), 0, noon)
	flush(t, a)
	if v := entries(t, a)[key("a")]; v.Count != 1 || v.Reward != .35 {
		t.Errorf("in a new bucket: %+v", v)
	}
	// The same when only what is in it vanishes.
	stream, err := js.Stream(t.Context(), "KV_rewards")
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	ra.Record(key("a"), 0, noon)
	flush(t, a)
	if v := entries(t, a)[key("a")]; v.Count != 1 {
		t.Errorf("in an emptied bucket: %+v", v)
	}
	// Keys that people delete begin anew, too.
	kv, err := js.KeyValue(t.Context(), "rewards")
	if err != nil {
		t.Fatal(err)
	}
	if err := kv.Delete(t.Context(), bucketKey(key("a"))); err != nil {
		t.Fatal(err)
	}
	until(t, "the deletion", 10*time.Second, func() bool { return len(all(ra)) == 0 })
	if _, err := kv.Put(t.Context(), bucketKey(key("b")), []byte("{broken")); err != nil {
		t.Fatal(err)
	}
	ra.Record(key("a"), 1, noon)
	ra.Record(key("b"), 1, noon)
	flush(t, a)
	wantSame(t, "after deletions", entries(t, a), Values{key("a"): {Reward: .65, Count: 1, At: noon}, key("b"): {Reward: .65, Count: 1, At: noon}})
}

// What a newer version wrote is left alone, and other keys are written.
func TestNewerRecord(t *testing.T) {
	s := serve(t, server.Options{})
	a, ra := share(t, bucketAt(s), Options{})
	kv, err := manage(t, s).KeyValue(t.Context(), "rewards")
	if err != nil {
		t.Fatal(err)
	}
	const newer = `{"v":2,"everything":"else"}`
	if _, err := kv.Put(t.Context(), bucketKey(key("a")), []byte(newer)); err != nil {
		t.Fatal(err)
	}
	ra.Record(key("a"), 1, noon)
	ra.Record(key("b"), 1, noon)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := a.Flush(ctx); !errors.Is(err, errNewer) {
		t.Errorf("%v", err)
	}
	if err := a.replaceOnce(t.Context(), key("a"), unknown); !errors.Is(err, errNewer) {
		t.Errorf("%v", err)
	}
	entry, err := kv.Get(t.Context(), bucketKey(key("a")))
	if err != nil || string(entry.Value()) != newer {
		t.Errorf("%v %v", entry, err)
	}
	until(t, "the other key", 10*time.Second, func() bool { return a.Status().Written == 1 })
	ctx, cancel = context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := a.Close(ctx); err == nil || !strings.Contains(err.Error(), "of 1 keys are lost") {
		t.Errorf("%v", err)
	}
}

// manage is a connection of somebody else.
func manage(t *testing.T, s *server.Server) jetstream.JetStream {
	t.Helper()
	nc, err := nats.Connect(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// Credentials are used, and never shown.
func TestCredentials(t *testing.T) {
	s := serve(t, server.Options{Username: "rw", Password: "hunter2"})
	host := s.Addr().String()
	share(t, "nats://rw:hunter2@"+host+"/rewards", Options{})
	var log bytes.Buffer
	for _, spec := range []string{"nats://rw:wr0ng@" + host + "/rewards", "nats://wr0ng@" + host + "/rewards"} {
		_, err := Open(t.Context(), spec, Options{Patient: true, Wait: 20 * time.Second, Log: slog.New(slog.NewTextHandler(&log, nil))})
		if err == nil || !strings.Contains(err.Error(), "refuse the credentials") {
			t.Errorf("%v", err)
		}
		if shown := fmt.Sprint(err) + log.String(); strings.Contains(shown, "wr0ng") {
			t.Errorf("the password is in %s", shown)
		}
	}
	_, err := Open(t.Context(), "nats://"+host+"/rewards?creds="+filepath.Join(t.TempDir(), "none"), Options{Patient: true, Wait: 20 * time.Second})
	if !errors.Is(err, errSettings) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
	_, err = Open(t.Context(), "nats://rw:hunter2@"+host+"/other", Options{Existing: true, Wait: 20 * time.Second})
	if !errors.Is(err, ErrNotFound) {
		t.Errorf("%v", err)
	}
}

func TestRecordForms(t *testing.T) {
	r := record{value: runtime.RewardValue{Reward: 1. / 3, Count: 7, At: noon}}
	for i := range 2 * mostWriters {
		r = r.with(r.value, writer{fmt.Sprint(i), uint64(i), uint64(10 * i)})
	}
	r = r.with(r.value, writer{fmt.Sprint(mostWriters + 5), 99, 1000}) // again
	if len(r.writers) != mostWriters || r.writers[mostWriters-1].Seq != 99 {
		t.Fatalf("%+v", r.writers)
	}
	back, err := decodeRecord(encodeRecord(r))
	if err != nil || fmt.Sprint(back) != fmt.Sprint(r) {
		t.Errorf("%+v %v", back, err)
	}
	oldest := r.writers[0]
	if _, found := r.find("0", 0); found || !r.forgot(oldest.Base-1) || r.forgot(oldest.Base) {
		t.Error("what was crowded out is not known for it")
	}
	for raw, want := range map[string]string{`{"v":2}`: "newer", `{"v":1,"r":2}`: "no reward", `{}`: "no reward", `x`: "invalid"} {
		if _, err := decodeRecord([]byte(raw)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", raw, err)
		}
	}
	for _, k := range []string{"a", "a.b.c", "shared.eat.YQ", "shared.act.?"} {
		if _, err := parseBucketKey(k); err == nil {
			t.Errorf("%s was read", k)
		}
	}
}

// With a time to refresh after, nobody watches: what others write is read after it.
func TestRefresh(t *testing.T) {
	spec := bucketAt(serve(t, server.Options{})) + "?flush=5ms&refresh=50ms"
	a, ra := share(t, spec, Options{FlushEvery: time.Hour})
	_, rb := share(t, spec, Options{FlushEvery: time.Hour})
	const outcomes = 30
	for n := range outcomes {
		ra.Record(key("a"), float64(n%2), noon)
		rb.Record(key("a"), float64(n%2), noon)
		time.Sleep(time.Millisecond)
	}
	for _, r := range []*runtime.Rewards{ra, rb} {
		until(t, "all outcomes", 10*time.Second, func() bool { v, _ := r.Value(key("a")); return v.Count == 2*outcomes })
	}
	flush(t, a)
	wantSame(t, "both", all(ra), all(rb))
}

// What writing costs: every operation is an outcome of another key, which is on
// the server's disk in the end. hot has all replicas write the same key.
func BenchmarkBucket(b *testing.B) {
	for _, replicas := range []int{1, 4} {
		for _, hot := range []bool{false, true} {
			b.Run(fmt.Sprintf("replicas=%d/hot=%v", replicas, hot), func(b *testing.B) {
				spec := bucketAt(serve(b, server.Options{}))
				stores, rewards := make([]*bucketStore, replicas), make([]*runtime.Rewards, replicas)
				for i := range replicas {
					stores[i], rewards[i] = share(b, spec, Options{FlushEvery: time.Hour})
				}
				b.ResetTimer()
				var wg sync.WaitGroup
				for i := range replicas {
					wg.Go(func() {
						for n := range b.N / replicas {
							k := key("hot")
							if !hot {
								k = key(fmt.Sprintf("r%d_%d", i, n%200))
							}
							rewards[i].Record(k, 1, noon)
							if hot || n%200 == 199 {
								_ = stores[i].Flush(context.Background()) // until it is kept
							}
						}
						_ = stores[i].Flush(context.Background())
					})
				}
				wg.Wait()
				var writes, written uint64
				for _, s := range stores {
					writes, written = writes+s.Status().Writes, written+s.Status().Written
				}
				b.ReportMetric(float64(writes)/float64(max(written, 1)), "messages/batch")
			})
		}
	}
}

// What it costs that everybody hears of everything: an operation is one message
// that reaches one watcher.
func BenchmarkFanOut(b *testing.B) {
	for _, watchers := range []int{1, 10, 100} {
		b.Run(fmt.Sprintf("watchers=%d", watchers), func(b *testing.B) {
			spec := bucketAt(serve(b, server.Options{}))
			writer, rw := share(b, spec, Options{FlushEvery: time.Hour})
			rewards := make([]*runtime.Rewards, watchers)
			for i := range rewards {
				_, rewards[i] = share(b, spec, Options{})
			}
			b.ResetTimer()
			writes := uint64(0)
			for range max(b.N/watchers/200, 1) {
				for n := range 200 {
					rw.Record(key(fmt.Sprintf("c%d", n)), 1, noon)
				}
				_ = writer.Flush(context.Background()) // until it is kept
				writes++
			}
			for _, r := range rewards {
				until(b, "everything", time.Minute, func() bool { v, _ := r.Value(key("c199")); return v.Count == writes })
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(writes*200*uint64(watchers)), "ns/delivery")
		})
	}
}
