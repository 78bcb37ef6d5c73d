package runtime_test

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/runtime"
)

// noon is when outcomes of the tests come in.
var noon = time.Date(2026, 11, 3, 12, 0, 0, 0, time.UTC)

func newRewards(t testing.TB, opt runtime.RewardOptions) *runtime.Rewards {
	t.Helper()
	r, err := runtime.NewRewards(opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func key(capability string) runtime.RewardKey {
	return runtime.RewardKey{Verb: runtime.Act, Capability: capability}
}

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

// exact is how exact a stored reward is, however many outcomes it came from.
const exact = 2e-9

func TestRewardsFollowTheFormula(t *testing.T) {
	for _, tt := range []struct {
		name string
		x    float64
		want []float64
	}{
		{"successes", 1, []float64{.65, .755, .8285}},
		{"failures", 0, []float64{.35, .245, .1715}},
		{"out of range", 7, []float64{.65}},
		{"no number", math.NaN(), []float64{.5}},
	} {
		r := newRewards(t, runtime.RewardOptions{})
		if got := r.Reward(key("a")); got != runtime.DefaultPrior {
			t.Errorf("%s: %v before any outcome", tt.name, got)
		}
		for i, want := range tt.want {
			r.Record(key("a"), tt.x, noon)
			if got := r.Reward(key("a")); !near(got, want, exact) {
				t.Errorf("%s: %v after %d, want %v", tt.name, got, i+1, want)
			}
		}
	}
}

func TestRewardsKeepKeysApart(t *testing.T) {
	r := newRewards(t, runtime.RewardOptions{})
	ada := runtime.ScopeOf("ada")
	r.Record(runtime.RewardKey{Scope: ada, Verb: runtime.Act, Capability: "a"}, 1, noon)
	for _, other := range []runtime.RewardKey{
		{Verb: runtime.Act, Capability: "a"}, {Scope: ada, Verb: runtime.Ask, Capability: "a"}, {Scope: ada, Verb: runtime.Act, Capability: "b"},
	} {
		if _, known := r.Value(other); known || r.Reward(other) != runtime.DefaultPrior {
			t.Errorf("%v learned what was recorded of another", other)
		}
	}
}

func TestRewardOptionsAreChecked(t *testing.T) {
	for name, opt := range map[string]runtime.RewardOptions{
		"Alpha": {Alpha: 1.1}, "Prior": {Prior: 1}, "Weight": {Weight: -0.1}, "HalfLife": {HalfLife: time.Millisecond}, "Keys": {Keys: -1},
	} {
		if _, err := runtime.NewRewards(opt); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A prior of one's own is what outcomes begin at, what a reset goes back to, what
// is faded to, and what counts as neither good nor bad.
func TestPrior(t *testing.T) {
	now := noon
	r := newRewards(t, runtime.RewardOptions{Prior: .8, HalfLife: time.Hour, Now: func() time.Time { return now }})
	if got := r.Reward(key("a")); got != .8 {
		t.Errorf("before any outcome: %v", got)
	}
	r.Record(key("a"), 0, now)
	for _, want := range []float64{.56, .68, .74} {
		if got := r.Reward(key("a")); !near(got, want, exact) {
			t.Errorf("at %v: %v, want %v", now, got, want)
		}
		now = now.Add(time.Hour)
	}
	r.Reset(func(runtime.RewardKey) bool { return true })
	if v, known := r.Value(key("a")); known || !near(r.Reward(key("a")), .8, exact) {
		t.Errorf("after a reset: %+v", v)
	}
	if line := r.Line(); !near(line, .35/1.07, 1e-12) {
		t.Errorf("the line is %v", line)
	}
}

// What was learned fades to the prior, for reading and for the next outcome.
func TestHalfLife(t *testing.T) {
	now := noon
	r := newRewards(t, runtime.RewardOptions{HalfLife: time.Hour, Now: func() time.Time { return now }})
	r.Record(key("a"), 1, now)
	for _, want := range []float64{.65, .575, .5375} {
		if got := r.Reward(key("a")); !near(got, want, exact) {
			t.Errorf("at %v: %v, want %v", now, got, want)
		}
		now = now.Add(time.Hour)
	}
	r.Record(key("a"), 0, now) // 0.7 of 0.51875
	if got := r.Reward(key("a")); !near(got, .363125, exact) {
		t.Errorf("after a failure three hours later: %v", got)
	}
	r.Record(key("a"), 0, now.Add(-time.Hour)) // a clock that is behind does not run time back
	if v, _ := r.Value(key("a")); !v.At.Equal(now) || !near(v.Reward, .7*.363125, exact) || v.Count != 3 {
		t.Errorf("after an outcome of the past: %+v", v)
	}
}

// A clock that was far ahead for a while does not keep things from fading once it is
// right again; one that is behind a little does not run time back.
func TestClockThatJumped(t *testing.T) {
	now := noon
	r := newRewards(t, runtime.RewardOptions{HalfLife: time.Hour, Now: func() time.Time { return now }})
	r.Record(key("a"), 1, noon.AddDate(70, 0, 0))
	r.Record(key("a"), 1, now)
	if v, _ := r.Value(key("a")); !v.At.Equal(now) || v.Count != 2 || !near(v.Reward, .755, exact) {
		t.Errorf("once the clock is right: %+v", v)
	}
	now = now.Add(time.Hour)
	if got := r.Reward(key("a")); !near(got, .6275, exact) {
		t.Errorf("an hour later: %v", got)
	}
	r.Apply(key("a"), r.Step(1), now.AddDate(-1, 0, 0)) // a batch that waited for a year
	if v, _ := r.Value(key("a")); !v.At.Equal(noon) {
		t.Errorf("a batch that comes late runs time back: %+v", v)
	}
}

// Batches are one step, whatever way they are cut.
func TestStepsCompose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, err := runtime.NewRewards(runtime.RewardOptions{Alpha: rapid.Float64Range(0.01, 1).Draw(t, "alpha")})
		if err != nil {
			t.Fatal(err)
		}
		xs := rapid.SliceOfN(rapid.Float64Range(0, 1), 0, 30).Draw(t, "outcomes")
		cut := rapid.IntRange(0, len(xs)).Draw(t, "cut")
		start := rapid.Float64Range(0, 1).Draw(t, "start")
		one, two, want := runtime.Identity, runtime.Identity, start
		for i, x := range xs {
			want = r.Step(x).Apply(want)
			if i < cut {
				one = one.Then(r.Step(x))
			} else {
				two = two.Then(r.Step(x))
			}
		}
		all := one.Then(two)
		if all.N != len(xs) || !near(all.Apply(start), want, 1e-12) {
			t.Fatalf("%+v makes %v of %v, want %v", all, all.Apply(start), start, want)
		}
	})
}

// Whatever comes in, a reward is what the formula says and stays within 0..1.
func TestRewardsAgreeWithAModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		prior := rapid.SampledFrom([]float64{runtime.DefaultPrior, .3, .9}).Draw(t, "prior")
		r, err := runtime.NewRewards(runtime.RewardOptions{Prior: prior})
		if err != nil {
			t.Fatal(err)
		}
		model, counts := map[runtime.RewardKey]float64{}, map[runtime.RewardKey]uint64{}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			k := key(rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "capability"))
			k.Scope = runtime.ScopeOf(rapid.SampledFrom([]string{"", "ada"}).Draw(t, "scope"))
			if _, known := model[k]; !known {
				model[k] = prior
			}
			x := rapid.Float64Range(0, 1).Draw(t, "x")
			switch rapid.SampledFrom([]string{"record", "apply", "set", "reset"}).Draw(t, "what") {
			case "record":
				r.Record(k, x, noon)
				model[k], counts[k] = .7*model[k]+.3*x, counts[k]+1
			case "apply":
				r.Apply(k, r.Step(x).Then(r.Step(1)), noon)
				model[k], counts[k] = .7*(.7*model[k]+.3*x)+.3, counts[k]+2
			case "set":
				r.Set(k, runtime.RewardValue{Reward: x, Count: 9, At: noon})
				model[k], counts[k] = x, 9
			case "reset":
				r.Reset(func(other runtime.RewardKey) bool { return other == k })
				delete(model, k)
				delete(counts, k)
			}
		}
		seen := 0
		for k, v := range r.All() {
			seen++
			if v.Count != counts[k] || !near(v.Reward, model[k], exact) {
				t.Fatalf("%v: %+v, want %v of %d", k, v, model[k], counts[k])
			}
		}
		if seen != len(model) {
			t.Fatalf("%d keys are listed, want %d", seen, len(model))
		}
	})
}

// Every outcome of many goroutines counts, and no reading is torn.
func TestRewardsUnderContention(t *testing.T) {
	const workers, each, keys = 8, 2000, 700
	r := newRewards(t, runtime.RewardOptions{})
	var events sync.Map
	r.Observe(func(e runtime.RewardEvent) { events.Store(e.Key, true) })
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := range each {
				r.Record(key("hot"), 1, noon)
				r.Record(key(fmt.Sprint("cold ", (i*7+w)%keys)), 0, noon)
				if got := r.Reward(key("hot")); got < .65-exact || got > 1 {
					t.Errorf("a success made %v", got)
					return
				}
			}
		})
	}
	wg.Wait()
	var total uint64
	n := 0
	for k, v := range r.All() {
		total += v.Count
		n++
		if _, seen := events.Load(k); !seen {
			t.Errorf("no observer saw %v", k)
		}
	}
	if total != 2*workers*each || n != keys+1 || r.Len() != n || r.Dropped() != 0 {
		t.Errorf("%d outcomes of %d keys (%d dropped), want %d of %d", total, n, r.Dropped(), 2*workers*each, keys+1)
	}
	if v, _ := r.Value(key("hot")); v.Count != workers*each || !near(v.Reward, 1, exact) {
		t.Errorf("hot: %+v", v)
	}
}

// A full table says so, and what it knows goes on learning.
func TestRewardsAreBounded(t *testing.T) {
	told, full := 0, 0
	r := newRewards(t, runtime.RewardOptions{Keys: 1000, Full: func() { full++ }})
	r.Observe(func(runtime.RewardEvent) { told++ })
	for i := range 1500 {
		r.Record(key(fmt.Sprint("tool ", i)), 1, noon)
	}
	if r.Len() != 1000 || r.Dropped() != 500 || told != 1500 || full != 1 {
		t.Errorf("%d keys, %d dropped, %d observed, told %d times", r.Len(), r.Dropped(), told, full)
	}
	r.Record(key("tool 3"), 1, noon)
	if got := r.Reward(key("tool 3")); !near(got, .755, exact) {
		t.Errorf("a known key: %v", got)
	}
	if got := r.Reward(key("tool 1200")); got != runtime.DefaultPrior {
		t.Errorf("a key that did not fit: %v", got)
	}
}

func TestMergeTakesWhatLacksNothing(t *testing.T) {
	r := newRewards(t, runtime.RewardOptions{})
	r.Record(key("a"), 1, noon)
	r.Record(key("a"), 1, noon)
	if r.Merge(key("a"), runtime.RewardValue{Reward: .1, Count: 1, At: noon}) {
		t.Error("a value that lacks an outcome was taken")
	}
	if !r.Merge(key("a"), runtime.RewardValue{Reward: .25, Count: 2, At: noon}) || r.Reward(key("a")) != .25 {
		t.Error("a value that lacks nothing was not taken")
	}
	if !r.Merge(key("b"), runtime.RewardValue{Reward: .75, Count: 4}) || r.Reward(key("b")) != .75 {
		t.Error("a value of an unknown key was not taken")
	}
}

func TestObserversCanLeave(t *testing.T) {
	r := newRewards(t, runtime.RewardOptions{})
	var first, second []runtime.RewardEvent
	stop := r.Observe(func(e runtime.RewardEvent) { first = append(first, e) })
	r.Observe(func(e runtime.RewardEvent) { second = append(second, e) })
	r.Record(key("a"), 1, noon)
	stop()
	r.Record(key("a"), 0, noon)
	r.Apply(key("a"), r.Step(0), noon) // what others recorded is no news
	if len(first) != 1 || len(second) != 2 || second[1] != (runtime.RewardEvent{Key: key("a"), X: 0, At: noon}) {
		t.Errorf("seen: %v and %v", first, second)
	}
}

func TestScopes(t *testing.T) {
	shared, ada := runtime.ScopeOf("", ""), runtime.ScopeOf("library", "ada")
	if shared != (runtime.Scope{}) || shared.String() != "shared" || ada == runtime.ScopeOf("librarya", "da") || ada == shared {
		t.Errorf("scopes: %v, %v", shared, ada)
	}
	for _, s := range []runtime.Scope{shared, ada} {
		if back, err := runtime.ParseScope(s.String()); err != nil || back != s {
			t.Errorf("%v reads back as %v, %v", s, back, err)
		}
	}
	for _, bad := range []string{"ada", "00", strings.Repeat("zz", 16)} {
		if _, err := runtime.ParseScope(bad); err == nil {
			t.Errorf("%q is a scope", bad)
		}
	}
}

func TestRewardsAllocateNothing(t *testing.T) {
	r := newRewards(t, runtime.RewardOptions{HalfLife: time.Hour})
	r.Observe(func(runtime.RewardEvent) {})
	k := key("a")
	r.Record(k, 1, noon)
	for name, f := range map[string]func(){
		"record": func() { r.Record(k, 1, noon) },
		"read":   func() { r.Reward(k) },
		"miss":   func() { r.Reward(runtime.RewardKey{Capability: "unknown"}) },
	} {
		if a := testing.AllocsPerRun(100, f); a != 0 {
			t.Errorf("%s: %v allocations", name, a)
		}
	}
}

func BenchmarkRewards(b *testing.B) {
	r := newRewards(b, runtime.RewardOptions{})
	keys := make([]runtime.RewardKey, 95)
	for i := range keys {
		keys[i] = key(fmt.Sprint("tool_", i))
		r.Record(keys[i], 1, noon)
	}
	for name, f := range map[string]func(i int){
		"record/one":  func(int) { r.Record(keys[0], 1, noon) },
		"record/many": func(i int) { r.Record(keys[i%len(keys)], 1, noon) },
		"read/one":    func(int) { r.Reward(keys[0]) },
		"read/many":   func(i int) { r.Reward(keys[i%len(keys)]) },
	} {
		b.Run(name+"/alone", func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				f(i)
			}
		})
		b.Run(name+"/parallel", func(b *testing.B) {
			b.ReportAllocs()
			b.SetParallelism(4)
			b.RunParallel(func(pb *testing.PB) {
				for i := 0; pb.Next(); i++ {
					f(i)
				}
			})
		})
	}
}
