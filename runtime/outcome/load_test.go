package outcome

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/sextant-mcp/sextant/runtime"
)

// Many replicas, ten thousand outcomes a second in all: what is written, and how
// soon everybody has it. docs/replicas.md has the arithmetic for more.
func TestLoad(t *testing.T) {
	if os.Getenv(fullVariable) == "" {
		t.Skip("only at full size; .ci/replicas runs it")
	}
	const replicas, keys, rate, length = 40, 200, 10_000, 10
	for _, setting := range []string{"?flush=2s&refresh=2s", "?flush=10s&refresh=5s"} {
		spec := bucketAt(serve(t, server.Options{})) + setting
		stores, rewards := make([]*bucketStore, replicas), make([]*runtime.Rewards, replicas)
		for i := range stores {
			stores[i], rewards[i] = share(t, spec, Options{})
		}
		var wg sync.WaitGroup
		began := time.Now()
		for i := range stores {
			wg.Go(func() {
				random := rand.New(rand.NewPCG(7, uint64(i)))
				for n := range rate * length / replicas {
					rewards[i].Record(key(fmt.Sprintf("capability_%d", random.IntN(keys))), float64(n%2), noon)
					if n%10 == 9 {
						time.Sleep(time.Until(began.Add(time.Duration(n) * replicas * time.Second / rate)))
					}
				}
			})
		}
		wg.Wait()
		recorded := time.Since(began)
		for _, s := range stores {
			wg.Go(func() {
				if err := s.Flush(context.Background()); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		flushed := time.Since(began)
		var sum Status
		for _, s := range stores {
			st := s.Status()
			sum.Recorded, sum.Written, sum.Writes, sum.Conflicts = sum.Recorded+st.Recorded, sum.Written+st.Written, sum.Writes+st.Writes, sum.Conflicts+st.Conflicts
			sum.Dropped, sum.Doubtful = sum.Dropped+st.Dropped, sum.Doubtful+st.Doubtful
		}
		for i, r := range rewards {
			reach(t, fmt.Sprintf("outcomes at replica %d", i), func() uint64 { return outcomes(r) }, sum.Recorded)
			wantSame(t, fmt.Sprintf("replica %d", i), all(r), all(rewards[0]))
		}
		t.Logf("%s: %d outcomes in %v, %d batches (%.1f outcomes each), %.2f messages a batch, %.2f conflicts a batch; kept after %v, everywhere after %v",
			setting, sum.Recorded, recorded.Round(time.Millisecond), sum.Written, float64(sum.Recorded)/float64(sum.Written),
			float64(sum.Writes)/float64(sum.Written), float64(sum.Conflicts)/float64(sum.Written), flushed.Round(time.Millisecond), time.Since(began).Round(time.Millisecond))
		if sum.Recorded != rate*length || sum.Dropped+sum.Doubtful > 0 {
			t.Errorf("%+v", sum)
		}
		for _, s := range stores {
			if err := s.Close(t.Context()); err != nil {
				t.Error(err)
			}
		}
	}
}

// The same write to one server and to three that replicate it.
func BenchmarkReplicated(b *testing.B) {
	for _, copies := range []int{1, 3} {
		b.Run(fmt.Sprintf("copies=%d", copies), func(b *testing.B) {
			var spec string
			if copies == 1 {
				spec = bucketAt(serve(b, server.Options{}))
			} else {
				spec = bucketAt(startCluster(b).servers[0]) + "?replicas=3"
			}
			s, r := share(b, spec, Options{FlushEvery: time.Hour})
			b.ResetTimer()
			for n := range b.N {
				r.Record(key(fmt.Sprintf("c%d", n%200)), 1, noon)
				if n%200 == 199 {
					flush(b, s)
				}
			}
			flush(b, s)
		})
	}
}
