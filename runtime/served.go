package runtime

import "math"

// served is the probability that the surface serves the request, as far as the
// first candidate tells: logistic in the score of the class "nothing fits", in
// the candidate's coverage and in the evidence for it. Without training rows
// the coverage itself stands for it.
func (r *Router) served(d *Decision, req *request, first hit) float64 {
	fit, coverage := &r.tables.Fit, r.coverage(req, first)
	if !fit.Learned {
		return coverage
	}
	logit := float64(fit.NoneSlope)*(float64(fit.MaxNone)/1000-d.None) + float64(fit.CoverSlope)*(coverage-0.5)
	if fit.ScoreSlope != 0 {
		logit += float64(fit.ScoreSlope) * (math.Tanh(r.evidence(first)/muchEvidence) - usualEvidence)
	}
	return 1 / (1 + math.Exp(-logit/1000))
}

// Evidence is bounded like the hyperbolic tangent of its share of muchEvidence;
// above usualEvidence it speaks for the request being served.
const (
	muchEvidence  = 2
	usualEvidence = 0.33
)

// evidence is what the request's words say for a candidate, in words that no
// other capability holds. Unlike the score it does not fall with what the
// candidate leaves open, so that a long story with three telling words in it has
// as much of it as those three words alone.
func (r *Router) evidence(h hit) float64 { return float64(h.said) / r.index.ownInfo }

// confidence is the probability that the surface serves the request, times
// what the lead of the first candidate adds.
func (r *Router) confidence(d *Decision, req *request, first hit) float64 {
	base := leadBase
	if r.tables.Fit.ScoreSlope != 0 {
		base = unlearnedLeadBase
	}
	lead := base + (1-base)*min(d.Margin/clearLead, 1)
	if d.Reason == ByName {
		return lead
	}
	return r.served(d, req, first) * lead
}

// How the lead of the first candidate turns into a confidence. On a surface
// without examples rivals are as close for clear requests as for foreign ones.
const (
	leadBase          = 0.8
	unlearnedLeadBase = 0.95
	clearLead         = 0.3
)
