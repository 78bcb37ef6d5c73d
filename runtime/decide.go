package runtime

import (
	"fmt"
	"math"
)

// Outcome is what the router makes of a ranking.
type Outcome uint8

// The outcomes of a decision.
const (
	// NoMatch: nothing on the surface accounts for the request.
	NoMatch Outcome = iota
	// AskBack: several capabilities fit about equally, or the best lies behind
	// another verb; ask which one is meant.
	AskBack
	// Route: the first candidate is the one.
	Route
)

var outcomeNames = [...]string{"no_match", "ask_back", "route"}

// String returns the outcome's name as replies carry it.
func (o Outcome) String() string {
	if int(o) < len(outcomeNames) {
		return outcomeNames[o]
	}
	return fmt.Sprintf("outcome(%d)", uint8(o))
}

// Decision is the router's verdict on one query.
type Decision struct {
	Outcome Outcome
	// Confidence is that of the first candidate, zero without one.
	Confidence float64
	// Margin is the lead of the first candidate over the second as a share of
	// the first's score: 0..1, 1 for an only candidate.
	Margin float64
	// None and Which say how much the request looks like one that nothing here
	// serves, and like one that several capabilities serve: the scores of the
	// two learned classes over the root of the number of features, about above zero
	// when they are taken for it. Both are zero on a surface without examples.
	None, Which float64
	// Elsewhere is the number of the capability with the best evidence when
	// that lies behind another verb only, else -1.
	Elsewhere int
	// Truncated is set when the intent had more than MaxTokens words.
	Truncated bool
}

// LearnedUnit is how many steps of a learned weight make one.
const LearnedUnit = 24

// decide turns the selected hits into candidates and a verdict.
func (r *Router) decide(dst []Candidate, req *request, sel *selector) (Decision, []Candidate) {
	d := Decision{Elsewhere: -1, Truncated: req.cut}
	norm := 1 / (learnedScale * LearnedUnit * math.Sqrt(float64(max(2*req.tokens-1, 1))))
	d.None, d.Which = float64(sel.none)*norm, float64(sel.which)*norm
	hits := sel.top.hits[:sel.top.n]
	for _, h := range hits {
		c := &r.caps[h.id]
		dst = append(dst, Candidate{
			Number: int(h.id), ID: c.id, Kind: c.kind, Score: int(h.score),
			Confidence: r.coverage(req, h.id),
		})
	}
	if sel.beaten(hits) {
		d.Elsewhere = int(sel.elsewhere.id)
	}
	if len(hits) == 0 {
		if d.Elsewhere >= 0 && r.convincing(r.coverage(req, sel.elsewhere.id)) && !r.refused(d) {
			d.Outcome = AskBack
		}
		return d, dst
	}
	first := dst[len(dst)-len(hits)]
	d.Confidence, d.Margin = first.Confidence, 1
	if len(hits) > 1 {
		d.Margin = float64(hits[0].score-hits[1].score) / float64(hits[0].score)
	}
	d.Outcome = r.verdict(d)
	if d.Elsewhere >= 0 && !r.refused(d) && r.convincing(r.coverage(req, sel.elsewhere.id)) {
		d.Outcome = AskBack
	}
	return d, dst[:min(len(dst), len(dst)-len(hits)+sel.k)]
}

func (r *Router) convincing(coverage float64) bool {
	return coverage*1000 >= float64(r.tables.Fit.MinCoverage)
}

// refused tells whether the request looks like one that nothing here serves.
func (r *Router) refused(d Decision) bool {
	fit := &r.tables.Fit
	return fit.Learned && d.None*1000 >= float64(fit.MaxNone)
}

// beaten tells whether the evidence is best behind another verb: clearly ahead
// of the best that the query's verb reaches, which has the verb's bonus.
func (s *selector) beaten(hits []hit) bool {
	if s.elsewhere.score <= 0 {
		return false
	}
	return len(hits) == 0 || 2*s.elsewhere.score > 3*hits[0].score
}

func (r *Router) verdict(d Decision) Outcome {
	fit := &r.tables.Fit
	switch {
	case !r.convincing(d.Confidence) || r.refused(d):
		return NoMatch
	case d.Margin*1000 < float64(fit.MinMargin) || fit.Learned && d.Which*1000 >= float64(fit.MaxWhich):
		return AskBack
	}
	return Route
}

// coverage is the share of the request's information that the capability
// accounts for: the info of the words that speak for it over the info of all
// words, 0..1.
func (r *Router) coverage(req *request, id int32) float64 {
	if req.whole >= 0 && r.index.impact(int(req.whole), id) > 0 {
		return 1
	}
	if req.info == 0 {
		return 0
	}
	var covered int32
	for _, f := range req.features[:req.words] {
		if r.index.impact(int(f), id) > 0 {
			covered += r.index.info[f]
		}
	}
	return float64(covered) / float64(req.info)
}
