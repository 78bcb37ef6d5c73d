package measure_test

import (
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/measure"
)

func TestFloors(t *testing.T) {
	s := measure.Summarize(measure.Run(answers, corpus(t), measure.Options{Mutates: mutating}), speed)
	for _, tt := range []struct{ floor, says string }{
		{"top1=.4", ""},
		{"top1=.41", "top1 is 0.4, must be at least 0.41"},
		{"top3=.8", ""},
		{"top5=.9", "top5 is 0.8, must be at least 0.9"},
		{"recall5=.71", "recall5 is 0.7, must be at least 0.71"},
		{"mrr=.6", ""},
		{"ndcg10=.7", "ndcg10 is 0.6187, must be at least 0.7"},
		{"auroc=.5", "no_match.auroc is 0.45, must be at least 0.5"},
		{"no_match.auroc=.45", ""},
		{"false_offer_rate=.5", ""},
		{"false_offer_rate=.1", "no_match.false_offer_rate is 0.5, may be at most 0.1"},
		{"ask_rate=.6", "ambiguous.ask_rate is 0.5, must be at least 0.6"},
		{"asked_rate=.1", "clear.asked_rate is 0.2, may be at most 0.1"},
		{"refused_rate=.4", ""},
		{"routed.coverage=.5", "routed.coverage is 0.4, must be at least 0.5"},
		{"routed.accuracy=.9", "routed.accuracy is 0.5, must be at least 0.9"},
		{"accuracy=.5", ""},
		{"wrong_act_rate=.02", "wrong_act_rate is 0.3333, may be at most 0.02"},
		{"p50=1000", "latency_ns.p50 is 1500, may be at most 1000"},
		{"latency_ns.p99=20000", ""},
		{"allocs_per_op=0", ""},
		{"args.precision=.9", "args.precision was not measured: the corpus has no row for it"},
	} {
		floors, err := measure.ParseFloors(tt.floor)
		if err != nil || len(floors) != 1 {
			t.Errorf("%s: %v, %v", tt.floor, floors, err)
			continue
		}
		if got := floors[0].Check(&s); got != tt.says {
			t.Errorf("%s: %q, want %q", tt.floor, got, tt.says)
		}
	}
}

func TestParseFloorsReadsLists(t *testing.T) {
	floors, err := measure.ParseFloors(" top1=.9, p99 = 5e4 ,false_offer_rate=0")
	if err != nil || len(floors) != 3 {
		t.Fatalf("%v, %v", floors, err)
	}
	if floors, err := measure.ParseFloors("  "); err != nil || floors != nil {
		t.Errorf("no floors are %v, %v", floors, err)
	}
}

func TestParseFloorsRefuses(t *testing.T) {
	for _, tt := range []struct{ text, says string }{
		{"top1", `"top1" is no floor: write name=value`},
		{"top1=.9,", `"" is no floor`},
		{"top2=.9", `no figure is called "top2"; use one of top1, top3,`},
		{"n=3", `no figure is called "n"`},
		{"top1=90", "a share is a number from 0 to 1"},
		{"top1=90%", "a share is a number from 0 to 1"},
		{"top1=-.1", "a share is a number from 0 to 1"},
		{"top1=NaN", "a share is a number from 0 to 1"},
		{"p50=-1", "a number that is not below 0"},
		{"p50=1ms", "a number that is not below 0"},
	} {
		if _, err := measure.ParseFloors(tt.text); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, want an error that says %q", tt.text, err, tt.says)
		}
	}
}

func TestEveryFigureHasAFloor(t *testing.T) {
	for _, name := range measure.FloorNames() {
		if _, err := measure.ParseFloors(name + "=.5"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		last := name[strings.LastIndexByte(name, '.')+1:]
		if _, err := measure.ParseFloors(last + "=.5"); err != nil {
			t.Errorf("%s: %v", last, err)
		}
	}
}

func FuzzParseFloors(f *testing.F) {
	for _, seed := range []string{"top1=.9", "auroc=1,false_offer_rate=.1", "=,=", "p50=1e309", "top1==1", "top1=0x1p-2"} {
		f.Add(seed)
	}
	s := measure.Summarize(nil, measure.Speed{})
	f.Fuzz(func(t *testing.T, text string) {
		floors, err := measure.ParseFloors(text)
		if err != nil && floors != nil {
			t.Fatalf("floors %v beside the error %v", floors, err)
		}
		if err == nil && strings.TrimSpace(text) != "" && len(floors) != 1+strings.Count(text, ",") {
			t.Fatalf("%q: %d floors", text, len(floors))
		}
		for _, floor := range floors {
			floor.Check(&s)
		}
	})
}
