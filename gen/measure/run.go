package measure

import (
	"slices"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

// Options adjust a run. The zero value is fine.
type Options struct {
	// Mutates tells whether the capability could change something when it is
	// executed. Without it no act is wrong and wrong_act_rate is 0.
	Mutates func(id string) bool
	// Arguments reads arguments from requests; nil leaves args out of the
	// summary.
	Arguments ArgumentReader
	// Progress is told how many of how many rows are answered; nil is fine.
	Progress func(done, total int)
}

// keptIDs is how many candidates of each answer are kept for reports.
const keptIDs = runtime.MaxK

// Result is one row, what the ranker made of it, and how right that is.
type Result struct {
	Row        *source.Route
	Class      Class
	Outcome    runtime.Outcome
	Confidence float64
	// Top are the first candidates, best first, at most 32.
	Top []string
	// Rank is the place of the best gold, 0 when no gold is a candidate;
	// BestGold is that gold, "" likewise.
	Rank     int
	BestGold string
	// Recall5 and NDCG10 are NaN for rows without golds.
	Recall5, NDCG10 float64
	// CanAct is set when an answer to this row could execute a mutation: its
	// verb is write, act or manage, or it has none. WrongAct is set when it
	// would have: the decision is to route, and what it routes to mutates and
	// is no gold.
	CanAct, WrongAct bool
	// Args counts the arguments read, nil when the row has none or there is no
	// reader.
	Args *ArgCount
}

// first is the best candidate, "" without one.
func (r *Result) first() string {
	if len(r.Top) == 0 {
		return ""
	}
	return r.Top[0]
}

// Run answers every row and grades the answers.
//
// A row's candidates restrict the pool. Then a choice among them is asked for,
// so members of the pool without any evidence follow at the end of the ranking,
// in order of name, whoever ranks; the decision stays what it was.
func Run(r Ranker, rows []source.Route, opt Options) []Result {
	out := make([]Result, len(rows))
	for i := range rows {
		q := QuestionOf(&rows[i])
		a := r.Rank(q)
		a.IDs = fill(a.IDs, q.Pool)
		out[i] = grade(&rows[i], a, opt)
		if opt.Progress != nil {
			opt.Progress(i+1, len(rows))
		}
	}
	return out
}

// QuestionOf is the row without its label.
func QuestionOf(row *source.Route) Question {
	verb, err := runtime.ParseVerb(row.Verb)
	if err != nil { // the reader lets no such row pass
		verb = runtime.Any
	}
	return Question{Verb: verb, Intent: row.Intent, Pool: row.Candidates}
}

// fill appends the members of the pool that are not ranked.
func fill(ids, pool []string) []string {
	if len(ids) >= len(pool) {
		return ids
	}
	ranked := make(map[string]bool, len(ids))
	for _, id := range ids {
		ranked[id] = true
	}
	var rest []string
	for _, id := range pool {
		if !ranked[id] {
			rest = append(rest, id)
			ranked[id] = true
		}
	}
	slices.Sort(rest)
	return append(slices.Clip(ids), rest...)
}

func grade(row *source.Route, a Answer, opt Options) Result {
	r := Result{Row: row, Class: ClassOf(row), Outcome: a.Outcome, Confidence: a.Confidence}
	r.Top = slices.Clone(a.IDs[:min(keptIDs, len(a.IDs))])
	if r.Rank = BestRank(a.IDs, row.Gold); r.Rank > 0 {
		r.BestGold = a.IDs[r.Rank-1]
	}
	slots := Slots(row)
	r.Recall5, r.NDCG10 = Recall(a.IDs, slots, 5), NDCG(a.IDs, slots, 10)
	r.gradeAct(opt.Mutates)
	if opt.Arguments != nil && row.Args != nil {
		r.Args = countArgs(row, opt.Arguments.ReadArguments(calledTool(row), row.Intent))
	}
	return r
}

func (r *Result) gradeAct(mutates func(string) bool) {
	switch verb := QuestionOf(r.Row).Verb; verb {
	case runtime.Any, runtime.Write, runtime.Act, runtime.Manage:
		r.CanAct = true
	}
	wrong := r.CanAct && r.Outcome == runtime.Route && r.Rank != 1 && len(r.Top) > 0
	r.WrongAct = wrong && mutates != nil && mutates(r.first())
}
