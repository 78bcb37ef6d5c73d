package measure

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// figure is one number of a summary that a floor can be put under.
type figure struct {
	name string
	// atMost is set where less is better: the floor is then a ceiling.
	atMost bool
	// share is set where the number is a share, 0..1.
	share bool
	value func(*Summary) Share
}

// figures are named as JSON has them; the last part of a name will do.
var figures = []figure{
	{"top1", false, true, func(s *Summary) Share { return s.Top1 }},
	{"top3", false, true, func(s *Summary) Share { return s.Top3 }},
	{"top5", false, true, func(s *Summary) Share { return s.Top5 }},
	{"recall5", false, true, func(s *Summary) Share { return s.Recall5 }},
	{"mrr", false, true, func(s *Summary) Share { return s.MRR }},
	{"ndcg10", false, true, func(s *Summary) Share { return s.NDCG10 }},
	{"no_match.auroc", false, true, func(s *Summary) Share { return s.NoMatch.AUROC }},
	{"no_match.false_offer_rate", true, true, func(s *Summary) Share { return s.NoMatch.FalseOffer }},
	{"ambiguous.ask_rate", false, true, func(s *Summary) Share { return s.Ambiguous.AskRate }},
	{"clear.asked_rate", true, true, func(s *Summary) Share { return s.Clear.Asked }},
	{"clear.refused_rate", true, true, func(s *Summary) Share { return s.Clear.Refused }},
	{"routed.coverage", false, true, func(s *Summary) Share { return s.Routed.Coverage }},
	{"routed.accuracy", false, true, func(s *Summary) Share { return s.Routed.Accuracy }},
	{"wrong_act_rate", true, true, func(s *Summary) Share { return s.WrongAct }},
	{"latency_ns.p50", true, false, func(s *Summary) Share { return Share(s.Latency.P50) }},
	{"latency_ns.p99", true, false, func(s *Summary) Share { return Share(s.Latency.P99) }},
	{"allocs_per_op", true, false, func(s *Summary) Share { return Share(s.Allocs) }},
	{"args.precision", false, true, args(func(a *ArgSummary) Share { return a.Precision })},
	{"args.recall", false, true, args(func(a *ArgSummary) Share { return a.Recall })},
	{"args.exact", false, true, args(func(a *ArgSummary) Share { return a.Exact })},
}

// args reads a figure of the arguments, unknown where there are none.
func args(value func(*ArgSummary) Share) func(*Summary) Share {
	return func(s *Summary) Share {
		if s.Args == nil {
			return share(0, 0)
		}
		return value(s.Args)
	}
}

// FloorNames lists the names that ParseFloors knows, in the order of reports.
func FloorNames() []string {
	names := make([]string, len(figures))
	for i, f := range figures {
		names[i] = f.name
	}
	return names
}

// Floor is a bound that a figure must keep.
type Floor struct {
	figure figure
	bound  float64
}

// ParseFloors reads "name=value,name=value". A value is a least one, or a
// greatest one where less is better (false_offer_rate, asked_rate,
// refused_rate, wrong_act_rate, latency and allocations). A share is written
// 0..1. The empty text is no floor. The error says which part is wrong.
func ParseFloors(text string) ([]Floor, error) {
	var out []Floor
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok {
			return nil, fmt.Errorf("%q is no floor: write name=value, as in top1=.9", part)
		}
		f, ok := figureOf(strings.TrimSpace(name))
		if !ok {
			return nil, fmt.Errorf("no figure is called %q; use one of %s", name, strings.Join(FloorNames(), ", "))
		}
		bound, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(bound >= 0) || f.share && bound > 1 {
			return nil, fmt.Errorf("%s=%s: %s", f.name, value, f.wants())
		}
		out = append(out, Floor{f, bound})
	}
	return out, nil
}

func (f figure) wants() string {
	if f.share {
		return "a share is a number from 0 to 1, as in .9"
	}
	return "write a number that is not below 0"
}

func figureOf(name string) (figure, bool) {
	i := slices.IndexFunc(figures, func(f figure) bool {
		return f.name == name || strings.HasSuffix(f.name, "."+name)
	})
	if i < 0 {
		return figure{}, false
	}
	return figures[i], true
}

// slack forgives what floating point rounds.
const slack = 1e-9

// Check says in a sentence how the summary misses the floor, "" when it keeps
// it. A figure that could not be measured misses every floor.
func (f Floor) Check(s *Summary) string {
	v := f.figure.value(s)
	switch {
	case !v.Known():
		return fmt.Sprintf("%s was not measured: the corpus has no row for it", f.figure.name)
	case f.figure.atMost && float64(v) > f.bound+slack:
		return fmt.Sprintf("%s is %.4g, may be at most %.4g", f.figure.name, float64(v), f.bound)
	case !f.figure.atMost && float64(v) < f.bound-slack:
		return fmt.Sprintf("%s is %.4g, must be at least %.4g", f.figure.name, float64(v), f.bound)
	}
	return ""
}
