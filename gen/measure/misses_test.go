package measure_test

import (
	"reflect"
	"testing"

	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

func TestFaults(t *testing.T) {
	for _, tt := range []struct {
		name   string
		row    source.Route
		answer measure.Answer
		want   measure.Fault
	}{
		{"right", source.Route{Gold: []string{"a"}}, measure.Answer{Outcome: runtime.Route, IDs: []string{"a"}}, ""},
		{"asked with the gold first", source.Route{Gold: []string{"a"}}, measure.Answer{Outcome: runtime.AskBack, IDs: []string{"a", "b"}}, ""},
		{"wrong", source.Route{Gold: []string{"a"}, Verb: "ask"}, measure.Answer{Outcome: runtime.Route, IDs: []string{"b"}}, measure.Wrong},
		{"asked with another first", source.Route{Gold: []string{"a"}}, measure.Answer{Outcome: runtime.AskBack, IDs: []string{"b", "a"}}, measure.Wrong},
		{"a wrong act", source.Route{Gold: []string{"a"}}, measure.Answer{Outcome: runtime.Route, IDs: []string{"b"}}, measure.WrongAct},
		{"refused", source.Route{Gold: []string{"a"}}, measure.Answer{IDs: []string{"a"}}, measure.Refused},
		{"refused with nothing", source.Route{Gold: []string{"a"}}, measure.Answer{}, measure.Wrong},
		{"offered", source.Route{}, measure.Answer{Outcome: runtime.AskBack, IDs: []string{"b"}}, measure.Offered},
		{"rightly refused", source.Route{}, measure.Answer{IDs: []string{"b"}}, ""},
		{"not asked", source.Route{Gold: []string{"a"}, Kind: "ambiguous"}, measure.Answer{Outcome: runtime.Route, IDs: []string{"a"}}, measure.NotAsked},
		{"rightly asked", source.Route{Gold: []string{"a"}, Kind: "ambiguous"}, measure.Answer{Outcome: runtime.AskBack, IDs: []string{"b"}}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.row.Intent = "x"
			ranker := scripted{"x": tt.answer}
			results := measure.Run(ranker, []source.Route{tt.row}, measure.Options{Mutates: func(id string) bool { return true }})
			misses, n := measure.Misses(ranker, results, -1, 3)
			switch {
			case n != len(misses):
				t.Fatalf("%d misses, %d in all", len(misses), n)
			case tt.want == "" && n > 0:
				t.Fatalf("missed: %+v", misses[0])
			case tt.want != "" && (n != 1 || misses[0].Fault != tt.want):
				t.Fatalf("%+v, want %s", misses, tt.want)
			}
		})
	}
}

func TestMissesShowTheGoldBelowTheFirst(t *testing.T) {
	row := source.Route{Intent: "xyz", Gold: []string{"d"}, Pos: source.Position{File: "f", Line: 3, Column: 1}}
	ranker := scripted{"xyz": {Outcome: runtime.Route, IDs: []string{"a", "b", "c", "d"}}}
	misses, _ := measure.Misses(ranker, measure.Run(ranker, []source.Route{row}, measure.Options{}), -1, 2)
	if len(misses) != 1 || misses[0].At != "f:3:1" {
		t.Fatalf("%+v", misses)
	}
	var got []string
	for _, c := range misses[0].Candidates {
		got = append(got, c.ID)
		if c.Gold != (c.ID == "d") || len(c.Evidence) != 2 || c.Evidence[0].Feature != "x" || c.Evidence[1].Feature != "first second" {
			t.Errorf("contender %+v", c)
		}
	}
	if !reflect.DeepEqual(got, []string{"a", "b", "d"}) || misses[0].Candidates[2].Rank != 4 {
		t.Errorf("candidates %v, want the first two and the gold, fourth", misses[0].Candidates)
	}
}

func TestTheWorstMissesComeFirst(t *testing.T) {
	results := measure.Run(answers, corpus(t), measure.Options{Mutates: mutating})
	var got []string
	misses, n := measure.Misses(answers, results, -1, 3)
	for _, m := range misses {
		got = append(got, string(m.Fault)+" "+m.ID)
	}
	want := []string{"wrong_act sibling", "wrong_act pizza", "wrong unknown-words", "wrong pool", "not_asked vaguer"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, limit := range []int{0, 2, 99} {
		if some, all := measure.Misses(answers, results, limit, 3); len(some) != min(limit, n) || all != n {
			t.Errorf("limit %d: %d of %d misses", limit, len(some), all)
		}
	}
}

func TestConfusion(t *testing.T) {
	rows := []source.Route{
		{Intent: "1", Gold: []string{"a"}}, {Intent: "2", Gold: []string{"a", "b"}}, {Intent: "3", Gold: []string{"b"}},
		{Intent: "4"}, {Intent: "5"}, {Intent: "6", Gold: []string{"a"}, Kind: "ambiguous"}, {Intent: "7", Gold: []string{"c", "d"}},
	}
	ranker := scripted{
		"1": {Outcome: runtime.Route, IDs: []string{"x", "a"}},
		"2": {Outcome: runtime.AskBack, IDs: []string{"x", "b", "a"}}, // meant b, the better ranked
		"3": {Outcome: runtime.NoMatch, IDs: []string{"x"}},
		"4": {Outcome: runtime.Route, IDs: []string{"y"}},
		"5": {Outcome: runtime.NoMatch, IDs: []string{"y"}}, // rightly refused
		"6": {Outcome: runtime.AskBack, IDs: []string{"x"}}, // ambiguous: no place of its own
		"7": {},
	}
	got := measure.Confusion(measure.Run(ranker, rows, measure.Options{}))
	want := []measure.Confused{{"b", "x", 2}, {"", "y", 1}, {"a", "x", 1}, {"c", "", 1}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
