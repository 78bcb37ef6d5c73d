package measure

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// Fault says how an answer missed.
type Fault string

// The faults, the worst first.
const (
	WrongAct Fault = "wrong_act" // a mutating capability that does not fit would have been executed
	Wrong    Fault = "wrong"     // a clear request whose first candidate is no gold
	Offered  Fault = "offered"   // a request that nothing serves was not refused
	NotAsked Fault = "not_asked" // an ambiguous request was not asked back
	Refused  Fault = "refused"   // a clear request was refused although its gold is first
)

var faultOrder = []Fault{WrongAct, Wrong, Offered, NotAsked, Refused}

// Miss is an answer that is not what the row wants, and what spoke for it.
type Miss struct {
	// At is "file:line:column" of the row.
	At     string   `json:"at"`
	ID     string   `json:"id,omitempty"`
	Verb   string   `json:"verb,omitempty"`
	Intent string   `json:"intent"`
	Kind   string   `json:"kind,omitempty"`
	Gold   []string `json:"gold"`

	Fault      Fault  `json:"fault"`
	Decision   string `json:"decision"`
	Confidence Share  `json:"confidence"`
	// Candidates are the first of the ranking, and the best gold when it is not
	// among them.
	Candidates []Contender `json:"candidates"`
}

// Contender is one capability in a miss.
type Contender struct {
	ID string `json:"id"`
	// Rank counts from 1; 0 for a gold that is no candidate.
	Rank int  `json:"rank"`
	Gold bool `json:"gold"`
	// Evidence are the features that added most to the score, the strongest
	// first, each with what it added.
	Evidence []Evidence `json:"evidence"`
}

// Evidence is one feature's part in a score.
type Evidence struct {
	// Feature is the user's words, or the feature as the tables hold it.
	Feature string `json:"feature"`
	Impact  int    `json:"impact"`
}

// maxEvidence is how many features a contender shows.
const maxEvidence = 6

func (r *Result) offered() bool { return r.Class == Unserved && r.Outcome != runtime.NoMatch }

// fault tells how the result missed, "" when it did not. A clear request that is
// asked back with its gold first is no miss, only a cost.
func (r *Result) fault() Fault {
	switch {
	case r.WrongAct:
		return WrongAct
	case r.misplaced():
		return Wrong
	case r.offered():
		return Offered
	case r.Class == Ambiguous && r.Outcome != runtime.AskBack:
		return NotAsked
	case r.Class == Clear && r.Outcome == runtime.NoMatch:
		return Refused
	}
	return ""
}

// Misses returns at most limit misses (all of them when limit is negative) with
// their first k candidates: the worst faults first, among equals the most
// confident, then in the order of the rows. The ranker should be the one that
// made the results; if it is an Explainer the candidates carry evidence.
func Misses(r Ranker, results []Result, limit, k int) (misses []Miss, total int) {
	var missed []*Result
	for i := range results {
		if results[i].fault() != "" {
			missed = append(missed, &results[i])
		}
	}
	slices.SortStableFunc(missed, func(a, b *Result) int {
		return cmp.Or(
			cmp.Compare(slices.Index(faultOrder, a.fault()), slices.Index(faultOrder, b.fault())),
			cmp.Compare(b.Confidence, a.Confidence))
	})
	total = len(missed)
	if limit >= 0 && limit < total {
		missed = missed[:limit]
	}
	misses = make([]Miss, len(missed))
	for i, m := range missed {
		misses[i] = m.miss(r, k)
	}
	return misses, total
}

func (r *Result) miss(ranker Ranker, k int) Miss {
	m := Miss{
		At: r.Row.Pos.String(), ID: r.Row.ID, Verb: r.Row.Verb, Intent: r.Row.Intent, Kind: r.Row.Kind,
		Gold: append([]string{}, r.Row.Gold...), Fault: r.fault(), Decision: r.Outcome.String(),
		Confidence: Share(r.Confidence), Candidates: []Contender{},
	}
	for i, id := range r.Top[:min(k, len(r.Top))] {
		m.Candidates = append(m.Candidates, Contender{ID: id, Rank: i + 1, Gold: slices.Contains(r.Row.Gold, id)})
	}
	if r.Class != Unserved && len(r.Row.Gold) > 0 && (r.Rank == 0 || r.Rank > k) {
		m.Candidates = append(m.Candidates, Contender{ID: r.meant(), Rank: r.Rank, Gold: true})
	}
	for i := range m.Candidates {
		m.Candidates[i].Evidence = evidence(ranker, QuestionOf(r.Row), m.Candidates[i].ID)
	}
	return m
}

func evidence(ranker Ranker, q Question, id string) []Evidence {
	out := []Evidence{}
	x, ok := ranker.(Explainer)
	if !ok {
		return out
	}
	all := x.Evidence(q, id)
	for _, e := range all[:min(len(all), maxEvidence)] {
		name := e.Words
		if name == "" {
			name = strings.ReplaceAll(e.Feature, "_", " ")
		}
		out = append(out, Evidence{Feature: name, Impact: e.Impact})
	}
	return out
}
