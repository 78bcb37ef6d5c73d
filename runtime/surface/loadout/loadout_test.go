package loadout

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// clock is a clock that tests set.
type clock struct{ now time.Time }

func (c *clock) time() time.Time { return c.now }

func newStore(opt Options) (*Store, *clock) {
	c := &clock{now: time.Unix(1000, 0)}
	opt.Now = c.time
	return New(opt), c
}

func names(entries []Entry) []string {
	var out []string
	for _, e := range entries {
		out = append(out, e.Name)
	}
	return out
}

func TestLoadAndUnload(t *testing.T) {
	s, c := newStore(Options{})
	added, already, err := s.Load("a", []string{"x", "y", "x"}, "to try them", false)
	if err != nil || !slices.Equal(added, []string{"x", "y"}) || already != nil {
		t.Fatal(added, already, err)
	}
	c.now = c.now.Add(time.Minute)
	added, already, err = s.Load("a", []string{"y", "z"}, "", false)
	if err != nil || !slices.Equal(added, []string{"z"}) || !slices.Equal(already, []string{"y"}) {
		t.Fatal(added, already, err)
	}
	loaded := s.Loaded("a")
	if !slices.Equal(names(loaded), []string{"x", "y", "z"}) || loaded[1].Why != "to try them" || loaded[1].Since != time.Unix(1000, 0) {
		t.Errorf("loaded are %+v", loaded)
	}
	if !s.Use("a", "x") || s.Use("a", "w") || s.Use("b", "x") {
		t.Error("a sees w, or b sees what a loaded")
	}
	removed, absent, err := s.Unload("a", []string{"x", "w", "x"})
	if err != nil || !slices.Equal(removed, []string{"x"}) || !slices.Equal(absent, []string{"w"}) || s.Use("a", "x") {
		t.Error(removed, absent, err)
	}
	s.Drop("a")
	s.Drop("a")
	if s.Len() != 0 || s.Use("a", "y") || s.Loaded("a") != nil {
		t.Error("a dropped key has state")
	}
}

func TestAutoUnload(t *testing.T) {
	s, _ := newStore(Options{})
	mustLoad(t, s, "a", true, "once", "kept")
	mustLoad(t, s, "a", false, "kept") // loaded again for good
	mustLoad(t, s, "a", false, "good")
	mustLoad(t, s, "a", true, "good") // stays for good
	for name, want := range map[string]bool{"once": true, "kept": false, "good": false, "absent": false} {
		if got := s.Succeeded("a", name); got != want {
			t.Errorf("%s retracted: %v", name, got)
		}
	}
	if got := names(s.Loaded("a")); !slices.Equal(got, []string{"kept", "good"}) {
		t.Errorf("left are %v", got)
	}
	if s.Succeeded("a", "once") || s.Loaded("a")[0].Calls != 1 {
		t.Error("a retracted tool was retracted again, or a call was not counted")
	}
}

func mustLoad(t *testing.T, s *Store, key string, auto bool, names ...string) {
	t.Helper()
	if _, _, err := s.Load(key, names, "", auto); err != nil {
		t.Fatal(err)
	}
}

// The empty key is nobody's.
func TestEmptyKeyIsRefused(t *testing.T) {
	s, _ := newStore(Options{})
	if _, _, err := s.Load("", []string{"x"}, "", false); !errors.Is(err, ErrNoKey) {
		t.Errorf("loading: %v", err)
	}
	if _, _, err := s.Unload("", []string{"x"}); !errors.Is(err, ErrNoKey) {
		t.Errorf("unloading: %v", err)
	}
	if s.Use("", "x") || s.Succeeded("", "x") || s.Loaded("") != nil || s.Len() != 0 {
		t.Error("the empty key has state")
	}
}

func TestBounds(t *testing.T) {
	s, c := newStore(Options{Keys: 2, Tools: 3, Idle: time.Minute})
	if _, _, err := s.Load("a", []string{"1", "2", "3", "4"}, "", false); err == nil || s.Len() != 0 {
		t.Fatalf("too many tools: %v, %d keys", err, s.Len())
	}
	mustLoad(t, s, "a", false, "1", "2", "3")
	if _, _, err := s.Load("a", []string{"3", "4"}, "", false); err == nil || len(s.Loaded("a")) != 3 {
		t.Errorf("too many tools: %v", err)
	}
	mustLoad(t, s, "b", false, "1")
	s.Use("a", "1")
	mustLoad(t, s, "c", false, "1") // b was used least recently
	if !s.Use("a", "1") || s.Use("b", "1") || !s.Use("c", "1") {
		t.Error("the wrong key went")
	}
	c.now = c.now.Add(30 * time.Second)
	s.Use("a", "1")
	c.now = c.now.Add(30 * time.Second)
	if s.Len() != 1 || !s.Use("a", "1") || s.Use("c", "1") {
		t.Error("a key that is idle for the time has state, or one that is not has none")
	}
	s.Touch("b")
	for range 5 {
		c.now = c.now.Add(30 * time.Second)
		s.Touch("a")
	}
	if _, _, err := s.Load("a", nil, "", false); err != nil || s.Len() != 1 {
		t.Errorf("loading nothing: %v", err)
	}
	mustLoad(t, s, "d", false)
	if s.Len() != 1 {
		t.Error("loading nothing began state")
	}
}

func TestHandles(t *testing.T) {
	s, c := newStore(Options{Idle: time.Minute})
	mine, hers := s.Open("ann"), s.Open("")
	if mine == hers || !IsHandle(mine) || len(strings.TrimPrefix(mine, HandlePrefix)) < 26 { // 26 letters of 5 bits
		t.Fatalf("handles %q and %q", mine, hers)
	}
	key, err := s.Resolve(mine, "ann")
	if err != nil || key == "" {
		t.Fatal(err)
	}
	mustLoad(t, s, key, false, "x")
	for _, tc := range [][2]string{{mine, "bob"}, {mine, ""}, {hers, "ann"}, {"", ""}, {"loadout_", ""}, {"loadout_INVENTED", "ann"}, {key, "ann"}} {
		if _, err := s.Resolve(tc[0], tc[1]); !errors.Is(err, ErrNoHandle) {
			t.Errorf("%q for %q: %v", tc[0], tc[1], err)
		}
	}
	c.now = c.now.Add(time.Minute)
	if _, err := s.Resolve(mine, "ann"); !errors.Is(err, ErrNoHandle) || s.Len() != 0 {
		t.Errorf("an idle handle: %v, %d keys", err, s.Len())
	}
}

func TestReasonsAreClipped(t *testing.T) {
	s, _ := newStore(Options{})
	if _, _, err := s.Load("a", []string{"x"}, strings.Repeat("é", 4000), false); err != nil {
		t.Fatal(err)
	}
	if why := s.Loaded("a")[0].Why; len(why) > maxWhy+3 || !strings.HasSuffix(why, "é...") {
		t.Errorf("kept are %d bytes: %q", len(why), why)
	}
}

// Whatever is done, the store is as a map of maps would be.
func TestStoreIsAsAModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, _ := newStore(Options{Tools: 100})
		model := map[string]map[string]bool{} // key, tool, whether it goes with its next call
		key := rapid.SampledFrom([]string{"a", "b", "c"})
		tool := rapid.SampledFrom([]string{"1", "2", "3", "4"})
		t.Repeat(map[string]func(*rapid.T){
			"load": func(t *rapid.T) {
				k, auto := key.Draw(t, "key"), rapid.Bool().Draw(t, "auto")
				list := rapid.SliceOfDistinct(tool, rapid.ID[string]).Draw(t, "tools")
				added, _, err := s.Load(k, list, "", auto)
				if err != nil {
					t.Fatal(err)
				}
				for _, one := range list {
					old, had := model[k][one]
					if had == slices.Contains(added, one) {
						t.Fatalf("%s of %s: had %v, added %v", one, k, had, added)
					}
					if model[k] == nil {
						model[k] = map[string]bool{}
					}
					model[k][one] = auto && (!had || old)
				}
			},
			"unload": func(t *rapid.T) {
				k, list := key.Draw(t, "key"), rapid.SliceOf(tool).Draw(t, "tools")
				if _, _, err := s.Unload(k, list); err != nil {
					t.Fatal(err)
				}
				for _, one := range list {
					delete(model[k], one)
				}
			},
			"call": func(t *rapid.T) {
				k, one := key.Draw(t, "key"), tool.Draw(t, "tool")
				auto := model[k][one]
				if got := s.Succeeded(k, one); got != auto {
					t.Fatalf("%s of %s retracted: %v, want %v", one, k, got, auto)
				}
				if auto {
					delete(model[k], one)
				}
			},
			"drop": func(t *rapid.T) {
				k := key.Draw(t, "key")
				s.Drop(k)
				delete(model, k)
			},
			"": func(t *rapid.T) {
				for _, k := range []string{"a", "b", "c"} {
					got := names(s.Loaded(k))
					slices.Sort(got)
					var want []string
					for one := range model[k] {
						want = append(want, one)
					}
					slices.Sort(want)
					if !slices.Equal(got, want) {
						t.Fatalf("%s sees %v, want %v", k, got, want)
					}
				}
			},
		})
	})
}

// Many at once, each with its own: none sees another's.
func TestConcurrentKeys(t *testing.T) {
	s := New(Options{})
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			key, mine, hers := fmt.Sprint("key", i), fmt.Sprint("tool", i), fmt.Sprint("tool", (i+1)%200)
			for range 20 {
				if _, _, err := s.Load(key, []string{mine}, "", i%2 == 0); err != nil {
					t.Error(err)
				}
				if !s.Use(key, mine) || s.Use(key, hers) || len(s.Loaded(key)) != 1 {
					t.Errorf("%s sees %v", key, names(s.Loaded(key)))
				}
				if s.Succeeded(key, mine) != (i%2 == 0) {
					t.Errorf("%s was retracted when it should not be, or the reverse", mine)
				}
				if _, _, err := s.Unload(key, []string{mine}); err != nil {
					t.Error(err)
				}
			}
			s.Drop(key)
		})
	}
	wg.Wait()
	if s.Len() != 0 {
		t.Errorf("%d keys are left", s.Len())
	}
}

// Sessions that come and go leave nothing behind.
func TestHeapStaysFlat(t *testing.T) {
	s := New(Options{})
	cycle := func(from, to int) {
		for i := from; i < to; i++ {
			key := fmt.Sprint("session:", i)
			mustLoad(t, s, key, false, "a", "b", "c")
			s.Drop(key)
		}
	}
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	cycle(0, 1000)
	before := heap()
	cycle(1000, 11000)
	if after := heap(); after > before+256<<10 {
		t.Errorf("the heap grew from %d to %d bytes over 10,000 sessions", before, after)
	}
	if s.Len() != 0 {
		t.Errorf("%d keys are left", s.Len())
	}
}

// Asking whether a tool may be called, as every call does, allocates nothing.
func TestUseAllocatesNothing(t *testing.T) {
	s := New(Options{})
	mustLoad(t, s, "a", false, "x")
	if n := testing.AllocsPerRun(100, func() { s.Use("a", "x") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
