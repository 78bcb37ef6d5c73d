package runtime

import "slices"

// Explanation is a decision with its evidence, for people and logs.
type Explanation struct {
	Decision   Decision
	Candidates []Explained
	// Unknown are the words of the request that no capability holds.
	Unknown []string
	// Question and Options are set when the decision is to ask back.
	Question string
	Options  []Option
	// Why is one sentence that says what was decided and on what evidence.
	Why string
}

// Explained is one candidate with the evidence for it.
type Explained struct {
	Candidate
	// Reward is what was learned of the capability for the query's scope, under the
	// verb whose outcomes count: 0..1, DefaultPrior where the query has no rewards.
	Reward float64
	// Matched are the user's own words that speak for the capability, the
	// strongest first.
	Matched []string
	// Evidence lists every feature that added to the score, the strongest
	// first.
	Evidence []Evidence
}

// Evidence is one feature's part in a score.
type Evidence struct {
	// Feature is the feature as the tables hold it; a pair of words is joined
	// by "_", a whole name begins with "=", a word that is another way of saying
	// the capability's own with "~", the word that the request leads with with
	// "^", a word as it is written with "'". "(verb)" is the bonus of a
	// capability that declares the query's verb first, "(uncovered)" what is
	// taken off for the part of the request it does not account for, "(learned)"
	// what rewards added or took.
	Feature string
	// Words are the user's words it was read from, "" for pairs and names.
	Words string
	// How is "", or "split", "corrected" or "synonym" for a word that was not
	// known as it was written.
	How string
	// Impact is what it added, negative when it spoke against.
	Impact int
}

// Explain resolves the query and shows its evidence. It allocates; its
// decision and ranking are those of Resolve.
func (r *Router) Explain(q Query) *Explanation {
	var req request
	t := newTrace()
	e := r.judge(q, &req, &t)
	for i := range e.Candidates {
		x := &e.Candidates[i]
		x.Evidence = r.evidenceFor(x.Candidate, q.Verb, &req, &t)
		x.Reward = r.reward(q, x.Number)
	}
	return e
}

// Judge is Explain without the Evidence and the Reward of the candidates: what a
// caller needs who goes by the decision and tells why, for a fraction of the work.
func (r *Router) Judge(q Query) *Explanation {
	var req request
	t := newTrace()
	return r.judge(q, &req, &t)
}

// judge leaves how the request was read behind.
func (r *Router) judge(q Query, req *request, t *trace) *Explanation {
	// A question needs its options however few candidates were asked for.
	wanted := wantedK(q.K)
	q.K = max(wanted, maxOptions)
	var room [max(DefaultK, maxOptions)]Candidate
	d, candidates := r.resolve(room[:0], q, req, t)
	e := &Explanation{Decision: d, Candidates: make([]Explained, 0, len(candidates))}
	for _, w := range t.words {
		if w.how == unknownWord {
			e.Unknown = append(e.Unknown, w.text)
		}
	}
	for _, c := range candidates {
		e.Candidates = append(e.Candidates, Explained{Candidate: c, Matched: r.matched(c.Number, req, t)})
	}
	r.ask(q, e)
	e.Why = r.why(q, e)
	e.Candidates = e.Candidates[:min(len(e.Candidates), wanted)]
	return e
}

// evidenceFor lists what made up a candidate's score, the strongest first.
func (r *Router) evidenceFor(c Candidate, verb Verb, req *request, t *trace) []Evidence {
	var list evidenceList
	total := 0
	for i, f := range req.features[:req.n] {
		impact := int(r.index.impact(int(f), int32(c.Number)))
		if impact == 0 {
			continue
		}
		ev := Evidence{Feature: r.index.lex.features[f], Impact: impact}
		if r.speaks(req, i) {
			ev.Words, ev.How = t.source(int(f))
		}
		list = append(list, ev)
		total += impact
	}
	byWords := c.Score - c.Learned
	bonus := int(r.caps[c.Number].verbBonus(verb, int32(byWords)*verbShare/(verbShare+1)))
	list.add(uncoveredEvidence, byWords-total-bonus)
	list.add(verbEvidence, bonus)
	list.add(learnedEvidence, c.Learned)
	slices.SortStableFunc(list, func(a, b Evidence) int { return b.Impact - a.Impact })
	return list
}

// Names of evidence that is no feature; no feature holds a bracket.
const (
	verbEvidence      = "(verb)"
	uncoveredEvidence = "(uncovered)"
	learnedEvidence   = "(learned)"
)

type evidenceList []Evidence

func (l *evidenceList) add(feature string, impact int) {
	if impact != 0 {
		*l = append(*l, Evidence{Feature: feature, Impact: impact})
	}
}

// source returns the user's words that a feature was read from.
func (t *trace) source(feature int) (words, how string) {
	for _, w := range t.words {
		if w.feature == feature {
			return w.text, [...]string{"", "split", "corrected", "synonym", ""}[w.how]
		}
	}
	return "", ""
}
