package measure

import (
	"cmp"
	"math"
	"slices"
)

// Bin is one bar of a reliability curve: the rows whose confidence lies in its
// tenth of the range.
type Bin struct {
	Low, High  float64
	N          int
	Confidence float64 // mean of the bin's rows
	Accuracy   float64 // share of them whose first candidate is right
}

const reliabilityBins = 10

// Reliability compares confidence with accuracy over the clear and the unserved
// rows; an unserved row has no right candidate. Bins without rows are left out.
// A confidence outside of 0..1 counts at the nearer end.
func Reliability(results []Result) []Bin {
	bins := make([]Bin, reliabilityBins)
	for i := range results {
		r := &results[i]
		if r.Class == Ambiguous {
			continue
		}
		c := min(max(r.Confidence, 0), 1)
		b := &bins[min(int(c*reliabilityBins), reliabilityBins-1)]
		b.N++
		b.Confidence += c
		b.Accuracy += right(r)
	}
	var out []Bin
	for i, b := range bins {
		if b.N > 0 {
			b.Low, b.High = float64(i)/reliabilityBins, float64(i+1)/reliabilityBins
			b.Confidence /= float64(b.N)
			b.Accuracy /= float64(b.N)
			out = append(out, b)
		}
	}
	return out
}

// right is 1 for a row whose first candidate is a gold, else 0.
func right(r *Result) float64 {
	if r.Class == Clear && r.Rank == 1 {
		return 1
	}
	return 0
}

// CalibrationError is the expected calibration error: the mean distance between
// confidence and accuracy of the bins, weighted by their rows. It is NaN
// without rows.
func CalibrationError(bins []Bin) float64 {
	sum, n := 0.0, 0
	for _, b := range bins {
		sum += float64(b.N) * math.Abs(b.Confidence-b.Accuracy)
		n += b.N
	}
	return sum / float64(n)
}

// RiskPoint is one point of a risk-coverage curve.
type RiskPoint struct {
	Coverage float64 // share of rows answered when only the surest are
	Risk     float64 // share of these whose first candidate is wrong
}

// RiskCoverage tells what refusing below a confidence would cost and save, over
// the clear and the unserved rows, from the surest rows to all of them. Rows of
// equal confidence are one step: no threshold can tell them apart.
func RiskCoverage(results []Result) []RiskPoint {
	var rows []*Result
	for i := range results {
		if results[i].Class != Ambiguous {
			rows = append(rows, &results[i])
		}
	}
	slices.SortStableFunc(rows, func(a, b *Result) int { return cmp.Compare(b.Confidence, a.Confidence) })
	var out []RiskPoint
	wrong := 0.0
	for i, r := range rows {
		wrong += 1 - right(r)
		if i+1 == len(rows) || rows[i+1].Confidence != r.Confidence {
			answered := float64(i + 1)
			out = append(out, RiskPoint{answered / float64(len(rows)), wrong / answered})
		}
	}
	return out
}

// Histogram counts values in n equal bins over low..high; values outside count
// at the nearer end.
func Histogram(values []float64, low, high float64, n int) []int {
	counts := make([]int, n)
	for _, v := range values {
		at := 0
		if high > low {
			at = int((v - low) / (high - low) * float64(n))
		}
		counts[min(max(at, 0), n-1)]++
	}
	return counts
}
