package measure_test

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

func TestSummaryOfTheCorpus(t *testing.T) {
	s := measure.Summarize(measure.Run(answers, corpus(t), measure.Options{Mutates: mutating}), speed)
	for _, tt := range []struct {
		name string
		got  measure.Share
		want float64
	}{
		{"top1", s.Top1, 2. / 5}, // mail_send, and cal_free of two slots
		{"top3", s.Top3, 4. / 5},
		{"top5", s.Top5, 4. / 5},
		{"recall5", s.Recall5, (1 + 1 + 0 + .5 + 1) / 5},
		{"mrr", s.MRR, (1 + .5 + 0 + 1 + .5) / 5},
		// Places 1, 2, none, 1 and 6 of two slots, and 2 of the pool by name.
		{"ndcg10", s.NDCG10, (1 + 0.6309297536 + 0 + 1.3562071871/1.6309297536 + 0.6309297536) / 5},
		{"false offers", s.NoMatch.FalseOffer, 1. / 2},
		{"auroc", s.NoMatch.AUROC, 4.5 / 10}, // .9 .8 0 .5 0 against .1 .8
		{"ask rate", s.Ambiguous.AskRate, 1. / 2},
		{"asked", s.Clear.Asked, 1. / 5},
		{"refused", s.Clear.Refused, 2. / 5},
		{"coverage", s.Routed.Coverage, 2. / 5},
		{"accuracy", s.Routed.Accuracy, 1. / 2},
		// put the offsite -> cal_move, order pizza -> cal_create.
		{"wrong acts", s.WrongAct, 2. / 6},
	} {
		if math.Abs(float64(tt.got)-tt.want) > 1e-6 {
			t.Errorf("%s is %v, want %v", tt.name, tt.got, tt.want)
		}
	}
	for _, tt := range []struct {
		name      string
		got, want int
	}{
		{"n", s.N, 9}, {"clear", s.Clear.N, 5}, {"ambiguous", s.Ambiguous.N, 2}, {"asked", s.Ambiguous.Asked, 1},
		{"no_match", s.NoMatch.N, 2}, {"refused", s.NoMatch.Refused, 1}, {"routed", s.Routed.N, 2},
		{"can act", s.WrongActs.N, 6}, {"wrong acts", s.WrongActs.Wrong, 2},
	} {
		if tt.got != tt.want {
			t.Errorf("%s is %d, want %d", tt.name, tt.got, tt.want)
		}
	}
}

func TestWrongActs(t *testing.T) {
	for _, tt := range []struct {
		name, verb string
		outcome    runtime.Outcome
		first      string
		kind       string
		can, wrong bool
	}{
		{"another mutation", "write", runtime.Route, "cal_move", "", true, true},
		{"behind no verb", "", runtime.Route, "cal_move", "", true, true},
		{"the gold", "write", runtime.Route, "mail_send", "", true, false},
		{"only reads", "act", runtime.Route, "cal_list", "", true, false},
		{"asked back", "manage", runtime.AskBack, "cal_move", "", true, false},
		{"refused", "manage", runtime.NoMatch, "cal_move", "", true, false},
		{"a reading verb", "ask", runtime.Route, "cal_move", "", false, false},
		{"ambiguous, and none of the meant", "act", runtime.Route, "cal_move", "ambiguous", true, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			row := source.Route{Verb: tt.verb, Intent: "x", Gold: []string{"mail_send"}, Kind: tt.kind}
			ranker := scripted{"x": {Outcome: tt.outcome, IDs: []string{tt.first}}}
			r := measure.Run(ranker, []source.Route{row}, measure.Options{Mutates: mutating})[0]
			if r.CanAct != tt.can || r.WrongAct != tt.wrong {
				t.Errorf("can act %v, wrong act %v; want %v, %v", r.CanAct, r.WrongAct, tt.can, tt.wrong)
			}
		})
	}
}

func TestKindsBreakDown(t *testing.T) {
	s := measure.Summarize(measure.Run(answers, corpus(t), measure.Options{}), speed)
	want := map[string]int{"plain": 3, "foreign": 1, "ambiguous": 2, "no_match": 2, "clear": 1}
	got := map[string]int{}
	for name, k := range s.Kinds {
		got[name] = k.N
		if sum := k.Routed + k.Asked + k.Refused; math.Abs(float64(sum)-1) > 1e-9 {
			t.Errorf("%s: decisions add up to %v", name, sum)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("kinds %v, want %v", got, want)
	}
	if k := s.Kinds["plain"]; math.Abs(float64(k.Top1)-2./3) > 1e-9 || k.Top3 != 1 {
		t.Errorf("plain: top-1 %v and top-3 %v, want 2/3 and 1", k.Top1, k.Top3)
	}
	if s.Kinds["ambiguous"].Top1.Known() {
		t.Error("ambiguous rows have a top-1")
	}
}

func TestAnEmptyCorpusMeasuresNothing(t *testing.T) {
	data, err := json.Marshal(measure.Summarize(nil, measure.Speed{}))
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if got["top1"] != nil || got["wrong_act_rate"] != nil || got["n"] != 0.0 {
		t.Errorf("%s: want null shares and n 0", data)
	}
}

// anyAnswers draws a ranker that says anything to the corpus.
func anyAnswers(t *rapid.T, rows []source.Route) scripted {
	ids := []string{"mail_send", "mail_search", "mail_move", "cal_create", "cal_list", "cal_free", "cal_move", "x1", "x2", "x3"}
	s := scripted{}
	for _, row := range rows {
		s[row.Intent] = measure.Answer{
			Outcome:    rapid.SampledFrom([]runtime.Outcome{runtime.NoMatch, runtime.AskBack, runtime.Route}).Draw(t, "outcome"),
			Confidence: float64(rapid.IntRange(0, 4).Draw(t, "confidence")) / 4,
			IDs:        rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 0, len(ids), rapid.ID).Draw(t, "ids"),
		}
	}
	return s
}

func TestSummariesStayInRange(t *testing.T) {
	rows := corpus(t)
	rapid.Check(t, func(t *rapid.T) {
		ranker := anyAnswers(t, rows)
		opt := measure.Options{Mutates: mutating}
		s := measure.Summarize(measure.Run(ranker, rows, opt), speed)
		for _, v := range []measure.Share{s.Top1, s.Top3, s.Top5, s.Recall5, s.MRR, s.NDCG10, s.NoMatch.FalseOffer, s.NoMatch.AUROC,
			s.Ambiguous.AskRate, s.Clear.Asked, s.Clear.Refused, s.Routed.Coverage, s.WrongAct} {
			if !(v >= 0 && v <= 1) {
				t.Fatalf("a share is %v: %+v", v, s)
			}
		}
		if s.Top1 > s.Top3 || s.Top3 > s.Top5 || s.MRR < s.Top1 {
			t.Fatalf("top-1 %v, top-3 %v, top-5 %v, MRR %v", s.Top1, s.Top3, s.Top5, s.MRR)
		}
		if sum := s.Clear.Asked + s.Clear.Refused + s.Routed.Coverage; math.Abs(float64(sum)-1) > 1e-9 {
			t.Fatalf("the decisions on clear rows add up to %v", sum)
		}
		shuffled := rapid.Permutation(rows).Draw(t, "rows")
		again := measure.Summarize(measure.Run(ranker, shuffled, opt), speed)
		if !sameJSON(s, again) {
			t.Fatalf("the order of the rows counts:\n%+v\n%+v", s, again)
		}
	})
}

func sameJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

// TestAPerfectRankerReachesEverything: all golds first, one of each slot.
func TestAPerfectRankerReachesEverything(t *testing.T) {
	rows := corpus(t)
	perfect := scripted{}
	for i := range rows {
		var ids []string
		for _, slot := range measure.Slots(&rows[i]) {
			ids = append(ids, slot[0])
		}
		a := measure.Answer{Outcome: runtime.Route, Confidence: 1, IDs: append(ids, "x1")}
		switch measure.ClassOf(&rows[i]) {
		case measure.Ambiguous:
			a.Outcome = runtime.AskBack
		case measure.Unserved:
			a = measure.Answer{Outcome: runtime.NoMatch}
		}
		perfect[rows[i].Intent] = a
	}
	results := measure.Run(perfect, rows, measure.Options{Mutates: mutating})
	s := measure.Summarize(results, speed)
	for name, v := range map[string]measure.Share{"top1": s.Top1, "recall5": s.Recall5, "mrr": s.MRR, "ndcg10": s.NDCG10,
		"auroc": s.NoMatch.AUROC, "ask_rate": s.Ambiguous.AskRate, "coverage": s.Routed.Coverage, "accuracy": s.Routed.Accuracy} {
		if math.Abs(float64(v)-1) > 1e-9 {
			t.Errorf("%s is %v, want 1", name, v)
		}
	}
	if s.NoMatch.FalseOffer != 0 || s.WrongAct != 0 {
		t.Errorf("false offers %v, wrong acts %v, want none", s.NoMatch.FalseOffer, s.WrongAct)
	}
	if misses, n := measure.Misses(perfect, results, -1, 3); n != 0 {
		t.Errorf("%d misses: %+v", n, misses)
	}
	if cells := measure.Confusion(results); len(cells) != 0 {
		t.Errorf("confused: %v", cells)
	}
}
