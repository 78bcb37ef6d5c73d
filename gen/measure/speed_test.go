package measure_test

import (
	"testing"

	"github.com/sextant-mcp/sextant/gen/measure"
)

// wasteful allocates three times an answer and counts its answers.
type wasteful struct{ answers int }

var sink [3]*int

func (w *wasteful) Rank(measure.Question) measure.Answer {
	w.answers++
	for i := range sink {
		sink[i] = new(int)
	}
	return measure.Answer{}
}

// thrifty does less for a request than its Rank.
type thrifty struct{ wasteful }

func (t *thrifty) Op() func(measure.Question) { return func(measure.Question) { t.answers += 100 } }

func TestMeasureSpeed(t *testing.T) {
	questions := make([]measure.Question, 10)
	w := &wasteful{}
	s := measure.MeasureSpeed(w, questions, 3)
	if s.Allocs != 3 {
		t.Errorf("%v allocations, want 3", s.Allocs)
	}
	if w.answers != 10*(2+3) {
		t.Errorf("%d answers, want two rounds for allocations and three for time", w.answers)
	}
	if s.Latency.P50 < 0 || s.Latency.P99 < s.Latency.P50 {
		t.Errorf("latency %+v", s.Latency)
	}
	x := &thrifty{}
	if s := measure.MeasureSpeed(x, questions, 1); s.Allocs != 0 || x.answers != 100*10*3 {
		t.Errorf("%v allocations and %d: Rank was timed, not Op", s.Allocs, x.answers)
	}
	if s := measure.MeasureSpeed(w, nil, 3); s != (measure.Speed{}) {
		t.Errorf("no questions take %+v", s)
	}
}
