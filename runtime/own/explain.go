package own

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// maxEvidence bounds the evidence that is shown of one candidate.
const maxEvidence = 12

type explanation struct {
	Intent     string      `json:"intent"`
	Verb       string      `json:"verb"` // "" when every verb was searched
	Decision   verdict     `json:"decision"`
	Why        string      `json:"why"`
	Question   string      `json:"question,omitempty"`
	Unknown    []string    `json:"unknown_words"`
	Candidates []candidate `json:"candidates"`
	// Learned is what outcomes changed, absent where nothing is learned.
	Learned *lessons `json:"learned,omitempty"`
}

// lessons tell what outcomes of earlier calls did to a ranking.
type lessons struct {
	// ByWords are the ids as the words alone order them, Candidates those as a
	// request is really served.
	ByWords []string `json:"by_words"`
	// Changed says that the two differ, Overturned that they begin differently.
	Changed    bool `json:"changed"`
	Overturned bool `json:"overturned"`
	// Line is the lead, as a share of the score, from which on an order by words
	// stands whatever was learned.
	Line  float64       `json:"line"`
	Scope runtime.Scope `json:"scope"` // whose outcomes count for the caller
}

type verdict struct {
	Outcome    string  `json:"outcome"`
	Confidence float64 `json:"confidence"`
	Margin     float64 `json:"margin"`
	None       float64 `json:"none"`
	Which      float64 `json:"which"`
	// Elsewhere is the better fit behind another verb, "" when there is none.
	Elsewhere string `json:"elsewhere"`
	Truncated bool   `json:"truncated"`
}

type candidate struct {
	ID         string   `json:"id"`
	Kind       string   `json:"kind"`
	Verbs      []string `json:"verbs"`
	Score      int      `json:"score"`
	Confidence float64  `json:"confidence"`
	// Reward is what was learned of it, and Learned what that adds to the score;
	// both are absent where nothing is learned.
	Reward   *float64   `json:"reward,omitempty"`
	Learned  *int       `json:"learned,omitempty"`
	Matched  []string   `json:"matched"`
	Evidence []evidence `json:"evidence"`
	// More is how many lesser pieces of evidence are not shown.
	More int `json:"more_evidence"`
}

type evidence struct {
	Feature string `json:"feature"`
	Words   string `json:"words,omitempty"`
	How     string `json:"how,omitempty"`
	Impact  int    `json:"impact"`
}

// explainRoute shows the whole evidence for where a request of the caller would go.
func (s *Server) explainRoute(_ context.Context, c dispatch.Call) (any, error) {
	var args struct {
		Intent string `json:"intent"`
		Verb   string `json:"verb"`
		TopK   int    `json:"top_k"`
	}
	if err := decode(c.Args, &args); err != nil {
		return nil, err
	}
	if strings.TrimSpace(args.Intent) == "" {
		return nil, errors.New("intent is empty; give the request whose routing you want to see")
	}
	if len(args.Intent) > dispatch.MaxIntent {
		return nil, fmt.Errorf("intent has %d bytes; the limit is %d, as for the verbs themselves", len(args.Intent), dispatch.MaxIntent)
	}
	if args.TopK < 0 || args.TopK > runtime.MaxK {
		return nil, fmt.Errorf("top_k is %d; give 1 to %d", args.TopK, runtime.MaxK)
	}
	verb, err := runtime.ParseVerb(args.Verb)
	if err != nil {
		return nil, err
	}
	q := runtime.Query{Verb: verb, Intent: args.Intent, K: args.TopK, Rewards: s.learned, Scope: c.Scope}
	e := s.router.Explain(q)
	out := explanation{
		Intent: args.Intent, Verb: args.Verb, Why: e.Why, Question: e.Question,
		Unknown: orEmpty(e.Unknown), Decision: s.verdict(e.Decision), Candidates: []candidate{},
	}
	for _, c := range e.Candidates {
		out.Candidates = append(out.Candidates, s.candidate(c))
	}
	if s.learned != nil {
		out.Learned = s.whatWasLearned(q, e)
	}
	return out, nil
}

// whatWasLearned compares the ranking with that of the words alone.
func (s *Server) whatWasLearned(q runtime.Query, e *runtime.Explanation) *lessons {
	q.Rewards = nil
	_, byWords := s.router.Resolve(nil, q)
	out := &lessons{ByWords: []string{}, Overturned: e.Decision.Overturned, Line: s.learned.Line(), Scope: q.Scope}
	for i, c := range byWords {
		out.ByWords = append(out.ByWords, c.ID)
		out.Changed = out.Changed || i >= len(e.Candidates) || e.Candidates[i].Number != c.Number
	}
	return out
}

func (s *Server) verdict(d runtime.Decision) verdict {
	v := verdict{
		Outcome: d.Outcome.String(), Confidence: d.Confidence, Margin: d.Margin,
		None: d.None, Which: d.Which, Truncated: d.Truncated,
	}
	if d.Elsewhere >= 0 {
		if rec, err := s.router.Record(d.Elsewhere); err == nil {
			v.Elsewhere = rec.ID
		}
	}
	return v
}

func (s *Server) candidate(c runtime.Explained) candidate {
	out := candidate{
		ID: c.ID, Kind: c.Kind.String(), Verbs: []string{}, Score: c.Score, Confidence: c.Confidence,
		Matched: orEmpty(c.Matched), Evidence: []evidence{}, More: max(len(c.Evidence)-maxEvidence, 0),
	}
	if s.learned != nil {
		reward := dispatch.Share(c.Reward)
		out.Reward, out.Learned = &reward, &c.Learned
	}
	if rec, err := s.router.Record(c.Number); err == nil {
		out.Verbs = verbNames(rec.Verbs)
	}
	for _, ev := range c.Evidence[:min(len(c.Evidence), maxEvidence)] {
		out.Evidence = append(out.Evidence, evidence{Feature: ev.Feature, Words: ev.Words, How: ev.How, Impact: ev.Impact})
	}
	return out
}

// orEmpty is the list, never null in JSON.
func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
