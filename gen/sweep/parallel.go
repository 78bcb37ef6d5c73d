package sweep

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// parallel calls fn for 0 to n-1, on all processors, and returns when all calls
// have. Reading and parsing skills is most of a run's work and shares nothing.
func parallel(n int, fn func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				fn(i)
			}
		})
	}
	group.Wait()
}
