package outcome

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/runtime"
)

// Everything that a store does, on a file and in memory.
func TestStores(t *testing.T) {
	for _, spec := range []string{Memory, "bolt:" + filepath.Join(t.TempDir(), "state", "rewards.db")} {
		t.Run(strings.SplitN(spec, ":", 2)[0], func(t *testing.T) {
			r := newRewards(t, runtime.RewardOptions{})
			s := open(t, spec, Options{Rewards: r})
			ada := runtime.RewardKey{Scope: runtime.ScopeOf("ada"), Verb: runtime.Ask, Capability: "a"}
			r.Record(key("a"), 1, noon)
			r.Record(key("a"), 0, noon.Add(time.Second))
			r.Record(ada, 0, noon)
			flush(t, s)
			wantSame(t, "recorded", entries(t, s), Values{
				key("a"): {Reward: .455, Count: 2, At: noon.Add(time.Second)}, ada: {Reward: .35, Count: 1, At: noon},
			})
			if err := s.Put(t.Context(), Values{key("b"): {Reward: .25, Count: 9, At: noon}}); err != nil {
				t.Fatal(err)
			}
			if got := r.Reward(key("b")); got != .25 {
				t.Errorf("put and not loaded: %v", got)
			}
			r.Record(key("b"), 1, noon)
			n, err := s.Reset(t.Context(), func(k runtime.RewardKey) bool { return k.Capability == "a" })
			if err != nil || n != 2 {
				t.Errorf("reset %d: %v", n, err)
			}
			if got := r.Reward(ada); got != runtime.DefaultPrior {
				t.Errorf("reset and still %v", got)
			}
			wantSame(t, "after the reset", entries(t, s), Values{key("b"): {Reward: .475, Count: 10, At: noon}})
			if st := s.Status(); st.State != StateOK || st.Dropped != 0 || st.Waiting != 0 {
				t.Errorf("%+v", st)
			}
			if err := s.Close(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// What a file keeps is what the rewards in memory became, in whatever batches it
// was written, fading included; and it is there when the file is opened again.
func TestFileAgreesWithMemory(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		folder, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		spec := "bolt:" + filepath.Join(folder, "r.db")
		halfLife := rapid.SampledFrom([]time.Duration{0, time.Hour}).Draw(rt, "half-life")
		r := newRewards(t, runtime.RewardOptions{HalfLife: halfLife})
		s := open(t, spec, Options{Rewards: r, FlushEvery: time.Hour})
		now := noon
		for range rapid.IntRange(1, 30).Draw(rt, "outcomes") {
			now = now.Add(time.Duration(rapid.IntRange(0, 4000).Draw(rt, "seconds")) * time.Second)
			r.Record(key(rapid.SampledFrom([]string{"a", "b"}).Draw(rt, "key")), rapid.Float64Range(0, 1).Draw(rt, "x"), now)
			if rapid.Bool().Draw(rt, "flush") {
				flush(t, s)
			}
		}
		if err := s.Close(t.Context()); err != nil {
			rt.Fatal(err)
		}
		again := newRewards(t, runtime.RewardOptions{HalfLife: halfLife})
		s = open(t, spec, Options{Rewards: again})
		wantSame(t, "in the file", entries(t, s), all(r))
		wantSame(t, "loaded", all(again), all(r))
		if err := s.Close(t.Context()); err != nil {
			rt.Fatal(err)
		}
	})
}

// Without Flush the queue is written by itself.
func TestQueueIsWrittenByItself(t *testing.T) {
	r := newRewards(t, runtime.RewardOptions{})
	s := open(t, "bolt:"+filepath.Join(t.TempDir(), "r.db"), Options{Rewards: r, FlushEvery: time.Millisecond})
	r.Record(key("a"), 1, noon)
	for s.Status().Written == 0 {
		if err := t.Context().Err(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
}

func TestQueueIsBounded(t *testing.T) {
	r := newRewards(t, runtime.RewardOptions{})
	s := open(t, "bolt:"+filepath.Join(t.TempDir(), "r.db"), Options{Rewards: r, Queue: 3, FlushEvery: time.Hour})
	for i := range 50 {
		r.Record(key(fmt.Sprint(i%5)), 1, noon)
	}
	if st := s.Status(); st.Waiting != 3 || st.Recorded != 30 || st.Dropped != 20 {
		t.Errorf("%+v", st)
	}
	flush(t, s)
	if got := entries(t, s)[key("0")]; got.Count != 10 {
		t.Errorf("%+v", got)
	}
}

// A second one is told which file is taken, and by whom.
func TestLockedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	s := open(t, "bolt:"+path, Options{})
	_, err := Open(t.Context(), "bolt:"+path, Options{Wait: 30 * time.Millisecond})
	if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), fmt.Sprint(os.Getpid())) {
		t.Errorf("%v", err)
	}
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	open(t, "bolt:"+path, Options{})
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

// Whoever waits gets the file when it is free.
func TestWaitingForAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	first := open(t, "bolt:"+path, Options{})
	opened := make(chan error)
	go func() {
		s, err := Open(context.Background(), "bolt:"+path, Options{Wait: time.Minute})
		if err == nil {
			err = s.Close(context.Background())
		}
		opened <- err
	}()
	if err := first.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-opened; err != nil {
		t.Error(err)
	}
}

// Files of others are left as they are.
func TestForeignFiles(t *testing.T) {
	folder := t.TempDir()
	notes := filepath.Join(folder, "notes.txt")
	if err := os.WriteFile(notes, []byte(strings.Repeat("Bring milk. ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(folder, "other.db")
	newer := filepath.Join(folder, "newer.db")
	db, err := bbolt.Open(other, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := open(t, "bolt:"+newer, Options{}).Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if db, err = bbolt.Open(newer, 0o600, nil); err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error { return tx.Bucket(metaBucket).Put(schemaKey, []byte("2")) })
	if err != nil || db.Close() != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		notes: "no file of rewards", other: "no file of rewards", newer: `layout "2"`, folder: "no regular file",
	} {
		if _, err := Open(t.Context(), "bolt:"+path, Options{}); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if aside, _ := filepath.Glob(filepath.Join(folder, "*.corrupt-*")); aside != nil {
		t.Errorf("set aside: %v", aside)
	}
}

func TestClosedStore(t *testing.T) {
	r := newRewards(t, runtime.RewardOptions{})
	s := open(t, "bolt:"+filepath.Join(t.TempDir(), "r.db"), Options{Rewards: r})
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.Record(key("a"), 1, noon)
	if err := s.Flush(t.Context()); !errors.Is(err, errClosed) {
		t.Errorf("%v", err)
	}
	if st := s.Status(); st.Recorded != 0 {
		t.Errorf("%+v", st)
	}
}

// What a write of so many keys costs, until it is on the disk.
func BenchmarkFlush(b *testing.B) {
	for _, keys := range []int{1, 256} {
		b.Run(fmt.Sprintf("keys=%d", keys), func(b *testing.B) {
			r := newRewards(b, runtime.RewardOptions{})
			s := open(b, "bolt:"+filepath.Join(b.TempDir(), "r.db"), Options{Rewards: r, FlushEvery: time.Hour})
			for b.Loop() {
				for i := range keys {
					r.Record(key(fmt.Sprintf("capability_%d", i)), 1, noon)
				}
				flush(b, s)
			}
		})
	}
}

func BenchmarkRecord(b *testing.B) {
	for name, spec := range map[string]string{"memory": Memory, "bolt": "bolt:" + filepath.Join(b.TempDir(), "r.db")} {
		for _, keys := range []int{1, 1000} {
			b.Run(fmt.Sprintf("%s/keys=%d", name, keys), func(b *testing.B) {
				r := newRewards(b, runtime.RewardOptions{})
				open(b, spec, Options{Rewards: r, Wait: time.Minute})
				ids := make([]runtime.RewardKey, keys)
				for i := range ids {
					ids[i] = key(fmt.Sprintf("capability_%d", i))
				}
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					r.Record(ids[i%keys], 1, noon)
				}
			})
		}
	}
}

// An outcome that a reset finds in memory and not in the queue yet falls after it, in
// memory as in the file.
func TestResetBetweenMemoryAndQueue(t *testing.T) {
	r := newRewards(t, runtime.RewardOptions{})
	s := open(t, "bolt:"+filepath.Join(t.TempDir(), "r.db"), Options{Rewards: r, FlushEvery: time.Hour})
	r.Record(key("a"), 1, noon)
	flush(t, s)
	r.Apply(key("a"), r.Step(1), noon) // in memory, and no observer was told
	if n, err := s.Reset(t.Context(), func(runtime.RewardKey) bool { return true }); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	s.(*boltStore).queue.record(runtime.RewardEvent{Key: key("a"), X: 1, At: noon}) // and now it is told
	flush(t, s)
	want := Values{key("a"): {Reward: .65, Count: 1, At: noon}}
	wantSame(t, "the file", entries(t, s), want)
	wantSame(t, "the memory", all(r), want)
}
