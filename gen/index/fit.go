package index

import (
	"math"
	"slices"

	"github.com/sextant-mcp/sextant/runtime"
)

// The decision's numbers that no training row can tell.
const (
	minCoverage        = 150 // thousandths of the request's information
	minCoverageLearned = 60  // the class "nothing fits" does most of it
	minMargin          = 15  // thousandths of the winner's score
)

// How many of the plain training rows, in thousandths, the fitted thresholds
// may turn away.
const (
	refusedShare = 20
	askedShare   = 30
)

// surelyNone bounds the threshold of "nothing fits", in thousandths: a request
// that is nearly at the margin of that class is refused even if the surface has
// too few examples to tell from cross-validation.
const surelyNone = 900

// folds is how many parts the rows are split into for cross-validation.
const folds = 5

// fitted chooses the thresholds of the two classes. Each row is scored by a
// classifier that has not seen it (five-fold cross-validation), and the
// threshold is put where the allowed share of the plain rows, those with one
// right answer, lies beyond it.
func (t *trainer) fitted() runtime.Fit {
	fit := runtime.Fit{MinCoverage: minCoverageLearned, MinMargin: minMargin, Learned: true}
	fit.MaxNone = min(t.threshold(runtime.NoneID, refusedShare), surelyNone)
	fit.MaxWhich = t.threshold(runtime.WhichID, askedShare)
	return fit
}

// unfitted are the numbers of a surface without training rows.
func unfitted() runtime.Fit {
	return runtime.Fit{MinCoverage: minCoverage, MinMargin: minMargin}
}

// never is a threshold that no score reaches.
const never = math.MaxInt32

// threshold is the score of a class, in thousandths, that at most share
// thousandths of the plain rows reach.
func (t *trainer) threshold(number, share int) int {
	i := slices.IndexFunc(t.classes, func(c class) bool { return c.number == number })
	if i < 0 || len(t.classes[i].positive) < folds {
		return never
	}
	var scores []float64
	for fold := range folds {
		set := t.set(t.classes[i], func(row int) bool { return row%folds != fold })
		weights := t.quantise(t.classes[i], t.svm.train(set))
		for row := fold; row < len(t.rows); row += folds {
			if len(t.of[row]) == 1 {
				scores = append(scores, t.score(weights, row))
			}
		}
	}
	if len(scores) == 0 {
		return never
	}
	slices.Sort(scores)
	at := len(scores) - 1 - len(scores)*share/1000
	return int(math.Ceil(scores[at]*1000)) + 1
}

// score is what the resolver will make of a row: the sum of the weights over
// the root of the number of features.
func (t *trainer) score(weights map[string]int, row int) float64 {
	sum := 0
	for _, f := range t.svm.rows[row] {
		if w, ok := weights[t.vocab.names[f]]; ok {
			sum += w - runtime.SignedWeightBias
		}
	}
	return float64(sum) / (runtime.LearnedUnit * math.Sqrt(float64(max(len(t.svm.rows[row]), 1))))
}
