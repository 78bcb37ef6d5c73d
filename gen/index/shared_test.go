package index

import (
	"reflect"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

func TestPhrasings(t *testing.T) {
	got := phrasings([]Row{
		{Intent: "either", Gold: []string{"a", "b"}},
		{Intent: "only a", Gold: []string{"a"}},
		{Intent: "any", Gold: []string{"a", "b", "c", "d"}},
		{Intent: "only b", Gold: []string{"b"}},
		{Intent: "none"},
	})
	want := map[string][]phrasing{
		"a": {{"only a", 1}, {"either", 0.5}, {"any", 0.25}},
		"b": {{"only b", 1}, {"either", 0.5}, {"any", 0.25}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// sharedRows are requests of a pottery, some of which could mean the kilns' heat or
// their contents.
func sharedRows() []Row {
	var rows []Row
	for id, intents := range map[string][]string{
		"kiln_heat":   {"how hot are the kilns", "read the thermometer", "degrees right now", "is it over a thousand degrees"},
		"kiln_inside": {"which pots are in there", "list the load", "what was put in", "the load of today"},
		"clay_order":  {"buy clay", "more clay", "order red clay", "get us a ton of stoneware"},
	} {
		for _, intent := range intents {
			rows = append(rows, Row{Intent: intent, Gold: []string{id}})
		}
	}
	for _, intent := range []string{"zorbing report", "a zorbing overview", "zorbing please", "the zorbing summary", "zorbing"} {
		rows = append(rows, Row{Intent: intent, Gold: []string{"kiln_heat", "kiln_inside", "glaze_mix"}})
	}
	return rows
}

// A word that only requests with several right answers hold speaks for each of
// these, by its text and by what is learned, for nothing else, and not for what no
// request means alone.
func TestSharedRequestsSpeakForEach(t *testing.T) {
	cat := CatalogOf(t, `{"id":"kiln_heat","one_line":"Tells the temperature."}`, `{"id":"kiln_inside","one_line":"Says what burns."}`,
		`{"id":"clay_order","one_line":"Orders clay."}`, `{"id":"glaze_mix","one_line":"Mixes a glaze."}`)
	speaks := func(opt Options) map[string]int {
		opt.Train = sharedRows()
		r, err := Router(t.Context(), cat, opt)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]int{}
		for _, c := range r.Explain(runtime.Query{Intent: "the zorbing of clay and glaze, degrees and load", K: runtime.MaxK}).Candidates {
			for _, e := range c.Evidence {
				if e.Feature == "zorb" && e.Impact > 0 {
					out[c.ID] = e.Impact
				}
			}
		}
		return out
	}
	byText, all := speaks(Options{LexicalOnly: true}), speaks(Options{})
	if len(byText) != 2 || byText["kiln_heat"] == 0 || byText["kiln_inside"] == 0 {
		t.Errorf("by its text the word speaks for %v, want the two that it could mean", byText)
	}
	if len(all) != 2 || all["kiln_heat"] <= byText["kiln_heat"] || all["kiln_inside"] <= byText["kiln_inside"] {
		t.Errorf("with what is learned the word speaks for %v, want more for the same two than %v", all, byText)
	}
}

// In the documents and in training a request counts as much as its share.
func TestSharesCount(t *testing.T) {
	cat := CatalogOf(t, `{"id":"kiln_heat","one_line":"Tells the temperature."}`)
	d := newDocument(cat.Capabilities[0], []phrasing{{"zorbing degrees", 1}, {"zorbing", 0.25}}, &exemplified, nil)
	if got, length := d.counts[fieldExamples]["zorb"], d.length[fieldExamples]; got != 1.25 || length != 2.25 {
		t.Errorf("the word counts %g of %g, want 1.25 of 2.25", got, length)
	}
	tr := &trainer{of: [][]int{{3}, {3, 4}, {3, 4, 5, 6}}}
	for row, want := range []float64{1, 0.5, 0.25} {
		if got := tr.share(class{number: 3}, row); got != want {
			t.Errorf("row %d counts %g for a capability, want %g", row, got, want)
		}
		if got := tr.share(class{number: runtime.WhichID}, row); got != 1 {
			t.Errorf("row %d counts %g for the class of such rows, want 1", row, got)
		}
	}
}

// The training set of a class holds its own rows at the cost of their shares.
func TestSharesCostInTraining(t *testing.T) {
	cat := CatalogOf(t, `{"id":"kiln_heat","one_line":"Tells the temperature."}`, `{"id":"kiln_inside","one_line":"Says what burns."}`)
	lock, err := (*Lock)(nil).Extend([]string{"kiln_heat", "kiln_inside"})
	if err != nil {
		t.Fatal(err)
	}
	rows := []Row{{Intent: "how hot", Gold: []string{"kiln_heat"}}, {Intent: "which pots", Gold: []string{"kiln_inside"}}, {Intent: "zorbing", Gold: []string{"kiln_heat", "kiln_inside"}}}
	tr := newTrainer(cat, lock, rows, usualPlan, nil)
	for _, c := range tr.classes {
		if !c.isCapability() {
			continue
		}
		cost := map[int32]float64{}
		for _, e := range tr.examplesOf(c, all) {
			cost[e.row] = e.cost * e.sign
		}
		if own := int32(c.number); cost[own] <= 0 || cost[2] != cost[own]/2 || cost[1-own] >= 0 {
			t.Errorf("class %d: rows cost %v, want half of its own for the shared one", c.number, cost)
		}
	}
}

// Right answers that are named twice or unknown are no others to choose between.
func TestResolved(t *testing.T) {
	cat := CatalogOf(t, `{"id":"a","one_line":"Is a."}`, `{"id":"b","one_line":"Is b."}`)
	rows := []Row{
		{Intent: "1", Gold: []string{"a", "a"}}, {Intent: "2", Gold: []string{"gone", "b"}}, {Intent: "3", Gold: []string{"gone"}},
		{Intent: "4", Gold: []string{"b", "a"}}, {Intent: "5"},
	}
	want := [][]string{{"a"}, {"b"}, {"gone"}, {"b", "a"}, nil}
	for i, r := range resolved(cat, rows) {
		if !reflect.DeepEqual(r.Gold, want[i]) {
			t.Errorf("row %s means %v, want %v", r.Intent, r.Gold, want[i])
		}
	}
	if len(rows[0].Gold) != 2 {
		t.Error("the rows that were given are changed")
	}
}

// A right answer that is named twice, or beside one that is unknown, is learned from
// like one that is named alone.
func TestBuildResolves(t *testing.T) {
	cat := CatalogOf(t, `{"id":"kiln_heat","one_line":"Tells the temperature."}`, `{"id":"clay_order","one_line":"Orders clay."}`)
	build := func(gold ...string) *runtime.Tables {
		res, err := Build(t.Context(), cat, Options{Train: []Row{{Intent: "how hot", Gold: gold}, {Intent: "more clay", Gold: []string{"clay_order"}}}})
		if err != nil {
			t.Fatal(err)
		}
		return res.Tables
	}
	want := build("kiln_heat")
	for _, gold := range [][]string{{"kiln_heat", "kiln_heat"}, {"gone", "kiln_heat"}} {
		if got := build(gold...); !reflect.DeepEqual(got, want) {
			t.Errorf("%v: other tables than with one right answer", gold)
		}
	}
}
