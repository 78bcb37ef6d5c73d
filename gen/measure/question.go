package measure

import "github.com/sextant-mcp/sextant/runtime"

// Question is one request as a ranker sees it: without its label.
type Question struct {
	// Verb is the verb it is asked under, runtime.Any when the row has none.
	Verb   runtime.Verb
	Intent string
	// Pool holds the only ids that are offered for this request; nil means the
	// whole surface.
	Pool []string
}

// Answer is what a ranker makes of a question.
type Answer struct {
	Outcome runtime.Outcome
	// Confidence grows with how sure the ranker is that its first candidate
	// serves the request. Its unit is the ranker's own: a share for the router,
	// a score for a baseline; only its order is measured, except by the
	// reliability curve.
	Confidence float64
	// IDs are the candidates, best first, none twice.
	IDs []string
}

// Ranker answers questions. It need not be safe for concurrent use.
type Ranker interface {
	Rank(q Question) Answer
}

// Explainer is a Ranker that can say why: the evidence that speaks for one
// capability, the strongest first, nil when there is none.
type Explainer interface {
	Evidence(q Question, id string) []runtime.Evidence
}

// Timed is a Ranker whose Rank does more than a server does for a request. Op
// returns what a server does, to be timed in its place.
type Timed interface {
	Op() func(q Question)
}
