package measure_test

import (
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/measure"
)

func TestReliability(t *testing.T) {
	bins := measure.Reliability(measure.Run(answers, corpus(t), measure.Options{}))
	// Clear and unserved rows: 0 (twice, wrong), .1, .5 right, .8 (twice, wrong), .9 right.
	want := []measure.Bin{
		{Low: 0, High: .1, N: 2},
		{Low: .1, High: .2, N: 1, Confidence: .1},
		{Low: .5, High: .6, N: 1, Confidence: .5, Accuracy: 1},
		{Low: .8, High: .9, N: 2, Confidence: .8},
		{Low: .9, High: 1, N: 1, Confidence: .9, Accuracy: 1},
	}
	if !reflect.DeepEqual(bins, want) {
		t.Errorf("got  %+v\nwant %+v", bins, want)
	}
	if e := measure.CalibrationError(bins); !near(e, (.1+.5+1.6+.1)/7) {
		t.Errorf("calibration error %v, want %v", e, (.1+.5+1.6+.1)/7)
	}
	if e := measure.CalibrationError(nil); !math.IsNaN(e) {
		t.Errorf("calibration error of nothing is %v", e)
	}
}

func TestRiskCoverage(t *testing.T) {
	got := measure.RiskCoverage(measure.Run(answers, corpus(t), measure.Options{}))
	want := []measure.RiskPoint{
		{1. / 7, 0},      // .9 right
		{3. / 7, 2. / 3}, // .8 twice, wrong
		{4. / 7, 2. / 4}, // .5 right
		{5. / 7, 3. / 5}, // .1 wrong
		{1, 5. / 7},      // 0 twice, wrong
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func TestCurvesOfAnyResults(t *testing.T) {
	rows := corpus(t)
	rapid.Check(t, func(t *rapid.T) {
		results := measure.Run(anyAnswers(t, rows), rows, measure.Options{})
		n := 0
		for _, b := range measure.Reliability(results) {
			n += b.N
			if b.Confidence < b.Low-1e-9 || b.Confidence > b.High+1e-9 || b.Accuracy < 0 || b.Accuracy > 1 {
				t.Fatalf("bin %+v", b)
			}
		}
		if n != 7 {
			t.Fatalf("%d rows in the bins, want 7", n)
		}
		curve := measure.RiskCoverage(results)
		if last := curve[len(curve)-1]; last.Coverage != 1 {
			t.Fatalf("the curve ends at %v", last)
		}
		for i := 1; i < len(curve); i++ {
			if curve[i].Coverage <= curve[i-1].Coverage {
				t.Fatalf("coverage does not rise: %v", curve)
			}
		}
	})
}

func TestHistogram(t *testing.T) {
	for _, tt := range []struct {
		name      string
		values    []float64
		low, high float64
		want      []int
	}{
		{"inside", []float64{0, .1, .5, .9, .95}, 0, 1, []int{2, 0, 1, 2}},
		{"at the ends", []float64{-1, 1, 7}, 0, 1, []int{1, 0, 0, 2}},
		{"empty range", []float64{3, 3}, 3, 3, []int{2, 0, 0, 0}},
		{"nothing", nil, 0, 1, []int{0, 0, 0, 0}},
	} {
		if got := measure.Histogram(tt.values, tt.low, tt.high, 4); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
