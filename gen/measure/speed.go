package measure

import (
	goruntime "runtime"
	"slices"
	"time"
)

// Latency is how long one answer takes, in nanoseconds: the median over the
// requests and the value that 99 % of them do not exceed. For each request the
// median of several rounds counts, so that the tail is that of long requests
// and not of a busy machine.
type Latency struct {
	P50 int64 `json:"p50"`
	P99 int64 `json:"p99"`
}

// Speed is what an answer costs.
type Speed struct {
	Latency Latency
	// Allocs is the mean number of heap allocations per answer, rounded down:
	// the stray ones of the Go runtime itself are not the answer's.
	Allocs float64
}

// MeasureSpeed times the ranker on the questions, each in so many rounds, after
// one round to warm up. Nothing else should run meanwhile.
func MeasureSpeed(r Ranker, questions []Question, rounds int) Speed {
	op := func(q Question) { r.Rank(q) }
	if t, ok := r.(Timed); ok {
		op = t.Op()
	}
	if len(questions) == 0 || rounds < 1 {
		return Speed{}
	}
	s := Speed{Allocs: allocs(op, questions)}
	taken := make([][]int64, len(questions))
	for range rounds {
		for i, q := range questions {
			start := time.Now()
			op(q)
			taken[i] = append(taken[i], time.Since(start).Nanoseconds())
		}
	}
	medians := make([]int64, len(questions))
	for i, t := range taken {
		slices.Sort(t)
		medians[i] = Quantile(t, 0.5)
	}
	slices.Sort(medians)
	s.Latency = Latency{P50: Quantile(medians, 0.5), P99: Quantile(medians, 0.99)}
	return s
}

// allocs counts the allocations of one round after a warm-up round, with the
// other processors stopped so that only op's are seen.
func allocs(op func(Question), questions []Question) float64 {
	defer goruntime.GOMAXPROCS(goruntime.GOMAXPROCS(1))
	var before, after goruntime.MemStats
	for _, q := range questions {
		op(q)
	}
	goruntime.ReadMemStats(&before)
	for _, q := range questions {
		op(q)
	}
	goruntime.ReadMemStats(&after)
	return float64((after.Mallocs - before.Mallocs) / uint64(len(questions)))
}
