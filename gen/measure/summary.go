package measure

import "github.com/sextant-mcp/sextant/runtime"

// Summary is what one ranker reached on a corpus. Shares are 0..1; null in JSON
// stands for a share of no rows at all.
type Summary struct {
	N       int   `json:"n"` // rows of every class
	Top1    Share `json:"top1"`
	Top3    Share `json:"top3"`
	Top5    Share `json:"top5"`
	Recall5 Share `json:"recall5"`
	MRR     Share `json:"mrr"`
	NDCG10  Share `json:"ndcg10"`

	NoMatch   NoMatchSummary   `json:"no_match"`
	Ambiguous AmbiguousSummary `json:"ambiguous"`
	Clear     ClearSummary     `json:"clear"`
	Routed    RoutedSummary    `json:"routed"`
	// WrongAct is the share of WrongActs.N rows that would have executed a
	// mutating capability for a request it does not fit.
	WrongAct  Share           `json:"wrong_act_rate"`
	WrongActs WrongActSummary `json:"wrong_act"`

	Latency Latency     `json:"latency_ns"`
	Allocs  float64     `json:"allocs_per_op"`
	Args    *ArgSummary `json:"args,omitempty"`

	// Kinds breaks the rows down by kind; rows without one stand under the name
	// of their class.
	Kinds map[string]KindSummary `json:"kinds"`
}

// NoMatchSummary sums up the rows that nothing serves.
type NoMatchSummary struct {
	N       int `json:"n"`
	Refused int `json:"refused"`
	// FalseOffer is the share that was not refused: routed or asked back.
	FalseOffer Share `json:"false_offer_rate"`
	// AUROC tells how well confidence separates clear rows from these.
	AUROC Share `json:"auroc"`
}

// AmbiguousSummary sums up the rows that should be asked back.
type AmbiguousSummary struct {
	N       int   `json:"n"`
	Asked   int   `json:"asked"`
	AskRate Share `json:"ask_rate"`
}

// ClearSummary tells how many clear rows were not routed, right or wrong.
type ClearSummary struct {
	N       int   `json:"n"`
	Asked   Share `json:"asked_rate"`
	Refused Share `json:"refused_rate"`
}

// RoutedSummary sums up the clear rows that were routed: their share of the
// clear rows, and how many of them went to a gold.
type RoutedSummary struct {
	N        int   `json:"n"`
	Coverage Share `json:"coverage"`
	Accuracy Share `json:"accuracy"`
}

// WrongActSummary counts the rows whose answer could execute a mutation, that
// is those of write, act and manage and those without a verb, and the ones
// among them that would have executed a wrong one.
type WrongActSummary struct {
	N     int `json:"n"`
	Wrong int `json:"wrong"`
}

// KindSummary sums up the rows of one kind. The ranking's figures are null for
// kinds that are not clear.
type KindSummary struct {
	N       int   `json:"n"`
	Top1    Share `json:"top1"`
	Top3    Share `json:"top3"`
	Top5    Share `json:"top5"`
	MRR     Share `json:"mrr"`
	Routed  Share `json:"route"`
	Asked   Share `json:"ask_back"`
	Refused Share `json:"no_match"`
}

// Summarize sums results up. The order of results does not matter.
func Summarize(results []Result, speed Speed) Summary {
	s := Summary{N: len(results), Latency: speed.Latency, Allocs: speed.Allocs}
	s.Top1, s.Top3, s.Top5 = topK(results, isClear, 1), topK(results, isClear, 3), topK(results, isClear, 5)
	s.MRR = mean(results, isClear, reciprocal)
	s.Recall5 = mean(results, isClear, func(r *Result) float64 { return r.Recall5 })
	s.NDCG10 = mean(results, isClear, func(r *Result) float64 { return r.NDCG10 })
	s.decisions(results)
	s.NoMatch.AUROC = Share(AUROC(confidences(results, isClear), confidences(results, goldless)))
	s.Args = summarizeArgs(results)
	s.Kinds = byKind(results)
	return s
}

// decisions fills in what was decided on the rows of each class.
func (s *Summary) decisions(results []Result) {
	clear, unserved, ambiguous := decided(results, Clear), decided(results, Unserved), decided(results, Ambiguous)
	s.NoMatch.N, s.NoMatch.Refused = unserved.n, unserved.of[runtime.NoMatch]
	s.NoMatch.FalseOffer = share(unserved.n-s.NoMatch.Refused, unserved.n)
	s.Ambiguous.N, s.Ambiguous.Asked = ambiguous.n, ambiguous.of[runtime.AskBack]
	s.Ambiguous.AskRate = share(s.Ambiguous.Asked, ambiguous.n)
	s.Clear.N = clear.n
	s.Clear.Asked = share(clear.of[runtime.AskBack], clear.n)
	s.Clear.Refused = share(clear.of[runtime.NoMatch], clear.n)
	s.Routed.N = clear.of[runtime.Route]
	s.Routed.Coverage = share(s.Routed.N, clear.n)
	s.Routed.Accuracy = share(clear.routedRight, s.Routed.N)
	for i := range results {
		if results[i].CanAct {
			s.WrongActs.N++
		}
		if results[i].WrongAct {
			s.WrongActs.Wrong++
		}
	}
	s.WrongAct = share(s.WrongActs.Wrong, s.WrongActs.N)
}

// tally counts the decisions on the rows of one class.
type tally struct {
	n           int
	of          [runtime.Route + 1]int
	routedRight int
}

func decided(results []Result, class Class) (t tally) {
	for i := range results {
		r := &results[i]
		if r.Class != class {
			continue
		}
		t.n++
		t.of[r.Outcome]++
		if r.Outcome == runtime.Route && r.Rank == 1 {
			t.routedRight++
		}
	}
	return t
}

func isClear(r *Result) bool { return r.Class == Clear }

// goldless tells the rows that nothing serves, ambiguous ones without a gold
// left out.
func goldless(r *Result) bool { return r.Class == Unserved }

func reciprocal(r *Result) float64 { return ReciprocalRank(r.Rank) }

func topK(results []Result, keep func(*Result) bool, k int) Share {
	return mean(results, keep, func(r *Result) float64 {
		if r.Rank >= 1 && r.Rank <= k {
			return 1
		}
		return 0
	})
}

func confidences(results []Result, keep func(*Result) bool) []float64 {
	var out []float64
	for i := range results {
		if keep(&results[i]) {
			out = append(out, results[i].Confidence)
		}
	}
	return out
}

func byKind(results []Result) map[string]KindSummary {
	rows := map[string][]Result{}
	for _, r := range results {
		kind := kindOf(r.Row)
		rows[kind] = append(rows[kind], r)
	}
	out := make(map[string]KindSummary, len(rows))
	for kind, of := range rows {
		k := KindSummary{N: len(of), MRR: mean(of, isClear, reciprocal)}
		k.Top1, k.Top3, k.Top5 = topK(of, isClear, 1), topK(of, isClear, 3), topK(of, isClear, 5)
		var n [runtime.Route + 1]int
		for i := range of {
			n[of[i].Outcome]++
		}
		k.Routed, k.Asked, k.Refused = share(n[runtime.Route], len(of)), share(n[runtime.AskBack], len(of)), share(n[runtime.NoMatch], len(of))
		out[kind] = k
	}
	return out
}
