package outcome

import (
	"context"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sextant-mcp/sextant/runtime"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(victimVariable); path != "" {
		victim(path)
		return
	}
	if spec, folder, ok := strings.Cut(os.Getenv(parkerVariable), " "); ok {
		parker(spec, folder)
		return
	}
	goleak.VerifyTestMain(m)
}

var noon = time.Date(2026, 11, 3, 12, 0, 0, 0, time.UTC)

func newRewards(t testing.TB, opt runtime.RewardOptions) *runtime.Rewards {
	t.Helper()
	r, err := runtime.NewRewards(opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func open(t testing.TB, spec string, opt Options) Store {
	t.Helper()
	s, err := Open(t.Context(), spec, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(context.Background()) }) // the tests that look at closing close by themselves
	return s
}

func key(capability string) runtime.RewardKey {
	return runtime.RewardKey{Verb: runtime.Act, Capability: capability}
}

func flush(t testing.TB, s Store) {
	t.Helper()
	if err := s.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func entries(t testing.TB, s Store) Values {
	t.Helper()
	values, err := s.Entries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// same is how near a kept reward and the one in memory are: the latter is a
// 32-bit fraction.
func same(a, b runtime.RewardValue) bool {
	return math.Abs(a.Reward-b.Reward) < 4e-9 && a.Count == b.Count && a.At.Equal(b.At)
}

func wantSame(t *testing.T, what string, got, want Values) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d keys, want %d", what, len(got), len(want))
	}
	for k, v := range want {
		if !same(got[k], v) {
			t.Errorf("%s: %v is %+v, want %+v", what, k, got[k], v)
		}
	}
}

func all(r *runtime.Rewards) Values {
	out := Values{}
	for k, v := range r.All() {
		out[k] = v
	}
	return out
}
