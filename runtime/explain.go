package runtime

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

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
	// "^". "(verb)" is the bonus of a
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
	var t trace
	r.read(&req, q.Intent, &t)
	// A question needs its options however few candidates were asked for.
	wanted := wantedK(q.K)
	q.K = max(wanted, maxOptions)
	d, candidates := r.Resolve(nil, q)
	e := &Explanation{Decision: d}
	for _, w := range t.words {
		if w.how == unknownWord {
			e.Unknown = append(e.Unknown, w.text)
		}
	}
	for _, c := range candidates {
		x := r.explain(c, q.Verb, &req, &t)
		x.Reward = r.reward(q, c.Number)
		e.Candidates = append(e.Candidates, x)
	}
	r.ask(q, e)
	e.Why = r.why(q, e)
	e.Candidates = e.Candidates[:min(len(e.Candidates), wanted)]
	return e
}

func (r *Router) explain(c Candidate, verb Verb, req *request, t *trace) Explained {
	x := Explained{Candidate: c}
	total := 0
	for i, f := range req.features[:req.n] {
		impact := r.index.impact(int(f), int32(c.Number))
		if impact == 0 {
			continue
		}
		ev := Evidence{Feature: r.index.lex.features[f], Impact: int(impact)}
		if i < req.words || ev.Feature[0] == classMark {
			ev.Words, ev.How = t.source(int(f))
		}
		x.Evidence = append(x.Evidence, ev)
		total += int(impact)
	}
	byWords := c.Score - c.Learned
	bonus := int(r.caps[c.Number].verbBonus(verb, int32(byWords)*8/9))
	x.add(uncoveredEvidence, byWords-total-bonus)
	x.add(verbEvidence, bonus)
	x.add(learnedEvidence, c.Learned)
	sort.SliceStable(x.Evidence, func(i, j int) bool { return x.Evidence[i].Impact > x.Evidence[j].Impact })
	for _, ev := range x.Evidence {
		if ev.Words != "" && ev.Impact > 0 && !slices.Contains(x.Matched, ev.Words) {
			x.Matched = append(x.Matched, ev.Words)
		}
	}
	return x
}

// Names of evidence that is no feature; no feature holds a bracket.
const (
	verbEvidence      = "(verb)"
	uncoveredEvidence = "(uncovered)"
	learnedEvidence   = "(learned)"
)

func (x *Explained) add(feature string, impact int) {
	if impact != 0 {
		x.Evidence = append(x.Evidence, Evidence{Feature: feature, Impact: impact})
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

// why puts the decision in a sentence.
func (r *Router) why(q Query, e *Explanation) string {
	if e.Decision.Reason == OtherVerb {
		c := r.caps[e.Decision.Elsewhere]
		return fmt.Sprintf("Nothing behind %q fits as well as %s, which is behind %s.", q.Verb, c.id, strings.ReplaceAll(c.order, ",", " and "))
	}
	if len(e.Candidates) == 0 {
		return whyNothing(e)
	}
	first := e.Candidates[0]
	matched := strings.Join(first.Matched[:min(len(first.Matched), 6)], ", ")
	share := fmt.Sprintf("%.0f %%", 100*first.Confidence)
	switch e.Decision.Reason {
	case ByName:
		return fmt.Sprintf("The request is the name of %s.", first.ID)
	case LooksForeign:
		return fmt.Sprintf("Nothing fits: the request reads like those that this surface does not serve. The nearest is %s (%s).", first.ID, matched)
	case TooLittle:
		return fmt.Sprintf("Nothing fits: the nearest, %s, accounts for only %s of the request (%s).", first.ID, share, matched)
	case TooClose:
		return fmt.Sprintf("%s are about equally likely (%s).", names(e.Options), matched)
	case LooksAmbiguous:
		return fmt.Sprintf("The request reads like those that several capabilities serve; likeliest are %s (%s).", names(e.Options), matched)
	}
	if e.Decision.Overturned {
		return fmt.Sprintf("%s comes first by what came of earlier calls: it accounts for %s of the request (%s)%s.", first.ID, share, matched, lead(e))
	}
	return fmt.Sprintf("%s fits best: it accounts for %s of the request (%s)%s.", first.ID, share, matched, lead(e))
}

func whyNothing(e *Explanation) string {
	if len(e.Unknown) > 0 {
		return fmt.Sprintf("Nothing fits: no capability knows any of these words: %s.", strings.Join(e.Unknown, ", "))
	}
	return "Nothing fits: the request has no word to go by."
}

func lead(e *Explanation) string {
	if len(e.Candidates) < 2 {
		return ""
	}
	return fmt.Sprintf(", %.0f %% ahead of %s", 100*e.Decision.Margin, e.Candidates[1].ID)
}

func names(options []Option) string {
	ids := make([]string, len(options))
	for i, o := range options {
		ids[i] = o.ID
	}
	return strings.Join(ids, ", ")
}
