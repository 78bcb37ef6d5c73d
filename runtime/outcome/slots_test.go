package outcome

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/sextant-mcp/sextant/runtime"
)

func slotsOf(s *bucketStore) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.slots)
}

// A bucket with more keys than a replica keeps rewards of takes no more of its
// memory, and nothing that it records, lists or forgets is less than right.
func TestMoreKeysThanSlots(t *testing.T) {
	const few, many = 8, 60
	spec := bucketAt(serve(t, server.Options{}))
	large, rl := share(t, spec, Options{})
	for n := range many {
		rl.Record(key(fmt.Sprintf("c%02d", n)), float64(n%2), noon)
	}
	flush(t, large)
	small, rs := share(t, spec, Options{Rewards: newRewards(t, runtime.RewardOptions{Keys: few})})
	if n, st := slotsOf(small), small.Status(); n > few || st.Beyond != many-few {
		t.Errorf("%d slots, %+v", n, st)
	}
	wantSame(t, "all of it", entries(t, small), all(rl))

	for n := range many { // each key once more, of which it knows a few only
		rs.Record(key(fmt.Sprintf("c%02d", n)), 1, noon)
	}
	wantCounts(t, "what waited is listed", entries(t, small), many, 2)
	flush(t, small)
	until(t, "all outcomes", 10*time.Second, func() bool {
		for _, v := range all(rl) {
			if v.Count != 2 {
				return false
			}
		}
		return true
	})
	wantSame(t, "all of it again", entries(t, small), all(rl))
	if n, st := slotsOf(small), small.Status(); n > few || st.Dropped+st.Doubtful > 0 || st.Conflicts < many-few {
		t.Errorf("%d slots, %+v", n, st)
	}

	n, err := small.Reset(t.Context(), func(k runtime.RewardKey) bool { return k.Capability >= "c30" })
	if err != nil || n != many-30 || slotsOf(small) > few {
		t.Errorf("reset %d, %d slots: %v", n, slotsOf(small), err)
	}
	until(t, "the reset", 10*time.Second, func() bool { return len(all(rl)) == 30 })
	wantCounts(t, "what is left", entries(t, small), 30, 2)
	if large.Status().Beyond != 0 {
		t.Errorf("%+v", large.Status())
	}
}

// counted is how many outcomes values are made of.
func counted(values Values) (n uint64) {
	for _, v := range values {
		n += v.Count
	}
	return n
}

func wantCounts(t *testing.T, what string, values Values, keys int, count uint64) {
	t.Helper()
	if len(values) != keys {
		t.Errorf("%s: %d keys, want %d", what, len(values), keys)
	}
	for k, v := range values {
		if v.Count != count {
			t.Errorf("%s: %v has %d outcomes, want %d", what, k, v.Count, count)
		}
	}
}

// Replicas that remember few revisions, or one, contend for keys as others do:
// each batch counts once.
func TestContentionWithoutSlots(t *testing.T) {
	const keys, each = 12, 300
	spec := bucketAt(serve(t, server.Options{}))
	var log journal
	watching, rw := share(t, spec, Options{acknowledged: log.add})
	var wg sync.WaitGroup
	stores := []*bucketStore{watching}
	for _, room := range []int{1, 4, keys} {
		s, r := share(t, spec, Options{Rewards: newRewards(t, runtime.RewardOptions{Keys: room}), FlushEvery: time.Millisecond, acknowledged: log.add})
		stores = append(stores, s)
		wg.Go(func() {
			for n := range each {
				r.Record(key(fmt.Sprintf("c%02d", n%keys)), float64((n/keys+room)%3)/2, noon)
				if n%20 == 0 {
					if err := s.Flush(context.Background()); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	for _, s := range stores {
		flush(t, s)
	}
	reach(t, "outcomes", func() uint64 { return outcomes(rw) }, 3*each)
	want := log.replay(t, rw)
	for i, s := range stores {
		// Each hears of the others' writes in its own time.
		reach(t, fmt.Sprintf("outcomes on replica %d", i), func() uint64 { return counted(entries(t, s)) }, 3*each)
		wantSame(t, fmt.Sprintf("replica %d and a replay", i), entries(t, s), want)
		if st := s.Status(); st.Dropped+st.Doubtful > 0 {
			t.Errorf("replica %d: %+v", i, st)
		}
	}
}
