package index

import (
	"fmt"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

func TestEffectOf(t *testing.T) {
	yes, no := true, false
	says := func(mutates ...*bool) (out []catalog.Action) {
		for _, m := range mutates {
			out = append(out, catalog.Action{Mutates: m})
		}
		return out
	}
	for _, tt := range []struct {
		name    string
		actions []catalog.Action
		hint    *bool
		want    effect
	}{
		{"nothing is stated", nil, nil, effectUnstated},
		{"all actions read", says(&no, &no), nil, effectReads},
		{"all actions change", says(&yes, &yes), nil, effectChanges},
		{"some do, some don't", says(&yes, &no), nil, effectUnstated},
		{"one action leaves it open", says(&yes, nil), nil, effectUnstated},
		{"the annotation reads", nil, &yes, effectReads},
		{"the annotation changes", nil, &no, effectChanges},
		{"actions and annotation disagree", says(&no), &no, effectUnstated},
	} {
		c := &catalog.Capability{Actions: tt.actions}
		if tt.hint != nil {
			c.Hints = &source.Annotations{ReadOnly: tt.hint}
		}
		if got := effectOf(c); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

// effectSurface has capabilities whose requests for things that read begin with
// "what", some with "what kiln", and for things that change with "please"; those of
// the first two say neither.
func effectSurface(t *testing.T, hints func(reads bool) string, requests int) *runtime.Router {
	t.Helper()
	var descriptors []string
	var rows []Row
	for i := range 4 {
		for _, reads := range []bool{true, false} {
			id := fmt.Sprintf("%s_%d", map[bool]string{true: "north", false: "south"}[reads], i)
			descriptors = append(descriptors, fmt.Sprintf(`{"id":%q,"one_line":"Serves number %d."%s}`, id, i, hints(reads)))
			for n := range requests {
				says := map[bool]string{true: "what", false: "please"}[reads]
				if reads && n%3 == 0 {
					says += " kiln"
				}
				intent := fmt.Sprintf("%s q%dx%d", says, i, n)
				if i == 0 {
					intent = fmt.Sprintf("r%dx%d", i, n) // says neither
				}
				rows = append(rows, Row{Intent: intent, Gold: []string{id}})
			}
		}
	}
	res, err := Build(t.Context(), CatalogOf(t, descriptors...), Options{Train: rows})
	if err != nil {
		t.Fatal(err)
	}
	r, err := runtime.New(res.Tables)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// effectWeight is what a word is worth to each capability.
func effectWeight(r *runtime.Router, word string) map[string]int {
	weights := map[string]int{}
	for _, c := range r.Explain(runtime.Query{Intent: word + " north south", K: runtime.MaxK}).Candidates {
		for _, e := range c.Evidence {
			if e.Feature == word {
				weights[c.ID] += e.Impact
			}
		}
	}
	return weights
}

// Words of grammar tell what reads from what changes, for capabilities too whose own
// requests do not hold them, where it is stated which does which.
func TestGrammarTellsEffects(t *testing.T) {
	stated := func(reads bool) string { return fmt.Sprintf(`,"annotations":{"readOnlyHint":%t}`, reads) }
	unstated := func(bool) string { return "" }
	lead := func(r *runtime.Router, word string) int {
		w := effectWeight(r, word)
		return w["north_0"] - w["south_0"]
	}
	many := effectSurface(t, stated, 10)
	if what, please := lead(many, "what"), lead(many, "please"); what <= 0 || please >= 0 {
		t.Errorf("stated: 'what' is worth %+d to what reads, 'please' %+d; want more and less than nothing", what, please)
	}
	if kiln := lead(many, "kiln"); kiln != 0 {
		t.Errorf("'kiln', which is no word of grammar, is worth %+d, want 0", kiln)
	}
	if what := lead(effectSurface(t, unstated, 10), "what"); what != 0 {
		t.Errorf("nothing stated: 'what' is worth %+d, want 0", what)
	}
	if what := lead(effectSurface(t, stated, 4), "what"); what != 0 {
		t.Errorf("16 requests of either effect: 'what' is worth %+d, want 0", what)
	}
}

// A request that could mean both effects tells of neither, and either side costs the
// same in all, however many requests it has.
func TestExamplesOfEffects(t *testing.T) {
	tr := &trainer{effects: map[int]effect{0: effectReads, 1: effectChanges, 2: effectReads}}
	add := func(n int, described bool, golds ...int) {
		for range n {
			tr.rows, tr.of = append(tr.rows, Row{Intent: "x", described: described}), append(tr.of, golds)
		}
	}
	add(60, false, 0)
	add(20, false, 1)
	add(20, false, 0, 2)
	add(7, false, 0, 1) // either
	add(7, true, 1)     // a description
	add(7, false)       // nothing
	got, cost := map[float64]int{}, map[float64]float64{}
	for _, e := range tr.examplesOfEffects() {
		got[e.sign]++
		cost[e.sign] = e.cost
	}
	if got[-1] != 80 || got[1] != 20 {
		t.Errorf("%d read and %d change, want 80 and 20", got[-1], got[1])
	}
	if cost[1] != 4*cost[-1] {
		t.Errorf("costs %g and %g, want four to one", cost[1], cost[-1])
	}
}
