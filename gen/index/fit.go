package index

import (
	"math"
	"slices"

	"github.com/sextant-mcp/sextant/runtime"
)

// The decision's numbers that no training row can tell.
const (
	minCoverage = 40 // thousandths of the request's information
	minMargin   = 25 // thousandths of the winner's score
	// describedMargin is the same on a surface without examples: what is learned
	// from descriptions alone puts a little between capabilities that no request
	// has ever told apart.
	describedMargin = 45
)

// How many of the plain training rows, in thousandths, the fitted thresholds
// may turn away.
const (
	refusedShare = 20
	askedShare   = 30
)

// The threshold of "nothing fits" is kept between these, in thousandths: a
// request of words that nothing was learned of scores zero and must not be
// refused for that, and one that is nearly at the margin of the class is, even
// on a surface with too few examples to tell from cross-validation.
const (
	hardlyNone = 200
	surelyNone = 900
)

// noRequestsNone is the threshold of a surface without any example: how its
// users speak is not known, so only what is very foreign is refused.
const noRequestsNone = 1000

// slopes say how evidence turns into the probability that a request is served;
// see runtime.Fit. Where users' requests are known, the class "nothing fits" has
// learned from them and tells as much as the score of the first candidate;
// without them what speaks for the candidates tells most. Of the share of the
// request that the first one accounts for little is to be learned beside that.
// Where the capabilities were trained together nearly every word says something
// of each, and the share that the first one accounts for tells more. All were
// chosen on development rows.
type slopes struct{ none, cover, score int }

var (
	withRequests    = slopes{none: 3000, cover: 1000, score: 4000}
	withoutRequests = slopes{none: 300, cover: 1000, score: 6000}
	trainedTogether = slopes{none: 3000, cover: 4000, score: 6000}
)

func (s slopes) apply(fit *runtime.Fit) {
	fit.NoneSlope, fit.CoverSlope, fit.ScoreSlope = s.none, s.cover, s.score
}

// folds is how many parts the rows are split into for cross-validation.
const folds = 5

// fitted chooses the thresholds of the two classes. Each row is scored by a
// classifier that has not seen it (five-fold cross-validation), and the
// threshold is put where the allowed share of the plain requests, those with
// one right answer, lies beyond it.
func (t *trainer) fitted() runtime.Fit {
	s, maxNone, margin := withoutRequests, noRequestsNone, describedMargin
	if t.requests {
		s, margin = withRequests, minMargin
		maxNone = min(max(t.threshold(runtime.NoneID, refusedShare), hardlyNone), surelyNone)
	}
	fit := runtime.Fit{
		MinCoverage: minCoverage, MinMargin: margin, Learned: true, Requests: t.requests, LearnedScale: usualPlan.scale,
		MaxNone: maxNone, MaxWhich: t.threshold(runtime.WhichID, askedShare),
	}
	s.apply(&fit)
	return fit
}

// never is a threshold that no score reaches.
const never = math.MaxInt32

// threshold is the score of a class, in thousandths, that at most share
// thousandths of the plain requests reach.
func (t *trainer) threshold(number, share int) int {
	i := slices.IndexFunc(t.classes, func(c class) bool { return c.number == number })
	if i < 0 || len(t.classes[i].positive) < folds {
		return never
	}
	scores := t.crossValidated(t.classes[i])
	if len(scores) == 0 {
		return never
	}
	slices.Sort(scores)
	at := len(scores) - 1 - len(scores)*share/1000
	return int(math.Ceil(scores[at]*1000)) + 1
}

// crossValidated are the scores that a class gives to the plain requests.
func (t *trainer) crossValidated(c class) []float64 {
	var scores []float64
	m := newMachines(t.set).get()
	for fold := range folds {
		set := t.examplesOf(c, func(row int) bool { return row%folds != fold })
		weights := t.quantise(c, m.train(t.points(c), set))
		for row := fold; row < len(t.rows); row += folds {
			if t.isRequest(row) {
				scores = append(scores, t.score(weights, row))
			}
		}
	}
	return scores
}

// isRequest tells the plain requests: those of users with one right answer.
func (t *trainer) isRequest(row int) bool {
	return len(t.of[row]) == 1 && !t.rows[row].described
}

func (t *trainer) hasRequests() bool {
	for row := range t.rows {
		if t.isRequest(row) {
			return true
		}
	}
	return false
}

// score is what the resolver will make of a row: the sum of the weights over
// the root of the number of its words and pairs.
func (t *trainer) score(weights map[string]int, row int) float64 {
	sum := 0
	for _, f := range t.set.rows[row] {
		if w, ok := weights[t.vocab.names[f]]; ok {
			sum += w - runtime.SignedWeightBias
		}
	}
	return float64(sum) / (runtime.LearnedUnit * math.Sqrt(float64(max(t.vocab.length[row], 1))))
}
