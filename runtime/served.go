package runtime

import (
	"cmp"
	"math"
)

// served is the probability that the surface serves the request, as far as the
// best candidates tell: logistic in the score of the class "nothing fits", in the
// first candidate's coverage and in the evidence that there is. Without training
// rows the coverage itself stands for it.
func (r *Router) served(d *Decision, req *request, first, second hit) float64 {
	if !r.tables.Fit.Learned {
		return r.coverage(req, first)
	}
	first.score, first.learned = first.byWords(), 0
	second.score, second.learned = second.byWords(), 0
	if m := &req.memo; !m.judged || m.first != first || m.second != second || m.none != d.None {
		m.judged, m.first, m.second, m.none = true, first, second, d.None
		m.served = r.servedByWords(d, req, first, second)
	}
	return req.memo.served
}

// servedByWords is served on a surface with training rows.
func (r *Router) servedByWords(d *Decision, req *request, first, second hit) float64 {
	fit := r.fitOf(first.id)
	var evidence float64
	if fit.Requests {
		// The verb says which capability is meant, not that one is.
		evidence = r.telling(first.byWords()-first.verb) - usualScore
	} else {
		evidence = r.evidence(req, first, second) - usualEvidence
	}
	logit := float64(fit.NoneSlope)*(float64(fit.MaxNone)/1000-d.None) +
		float64(fit.CoverSlope)*(r.coverage(req, first)-0.5) + float64(fit.ScoreSlope)*evidence
	return 1 / (1 + math.Exp(-logit/1000))
}

// memo is what deciding on a request asks for more than once: whether it is foreign
// and how sure that is, by the words and with what was learned.
type memo struct {
	// likely is one more than what the request mentions, zero before that is asked for.
	likely int
	// served is what was last worked out, of these hits without what was learned.
	judged        bool
	first, second hit
	none, served  float64
}

// mentioned is mentions of the intent, counted once.
func (q *request) mentioned() int {
	if q.memo.likely == 0 {
		q.memo.likely = mentions(q.intent) + 1
	}
	return q.memo.likely - 1
}

// evidence is how much speaks for the request being served, where no requests of
// users for the first candidate are known, as a number of little more than one: what
// the words say for the first candidate; that there is a second one, for a request
// that several capabilities come near to is about what the surface is about; and what
// the first would do with the things that the request mentions. A second one against
// which more speaks is none.
//
// What the words say is taken without what the candidate leaves open, unlike in
// the score, so that a long story with three telling words in it has as much of
// it as those three words alone.
func (r *Router) evidence(req *request, first, second hit) float64 {
	takes := float64(min(req.mentioned(), r.caps[first.id].takes))
	return r.telling(first.said) + secondShare*r.telling(max(second.byWords(), 0)) + takenShare*takes/(1+takes)
}

// telling bounds what words say, in words that no other capability holds, by one.
func (r *Router) telling(impact int32) float64 {
	return math.Tanh(float64(impact) / r.index.ownInfo / float64(cmp.Or(r.tables.Fit.MuchEvidence, muchEvidence)))
}

// How evidence counts, chosen on the development rows of several surfaces: above
// usualEvidence, or where users' requests are known usualScore, it speaks for the
// request being served.
const (
	muchEvidence  = 2
	usualScore    = 0.5
	secondShare   = 1.0 / 3
	takenShare    = 1.0 / 3
	usualEvidence = 0.45
)

// confidence is the probability that the surface serves the request, times
// what the lead of the first candidate adds. For one without examples it
// adds nothing: rivals are as close there for clear requests as for foreign ones.
func (r *Router) confidence(d *Decision, req *request, first, second hit) float64 {
	lead := leadBase + (1-leadBase)*min(d.Margin/clearLead, 1)
	switch fit := r.fitOf(first.id); {
	case d.Reason == ByName:
		return lead
	case fit.Learned && !fit.Requests:
		return r.served(d, req, first, second)
	}
	return r.served(d, req, first, second) * lead
}

// How the lead of the first candidate turns into a confidence.
const (
	leadBase  = 0.8
	clearLead = 0.3
)
