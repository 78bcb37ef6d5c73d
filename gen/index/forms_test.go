package index

import (
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

// usesOf are so many uses of each form for each capability.
func usesOf(counts map[use]int) (out []use) {
	for u, n := range counts {
		out = append(out, slices.Repeat([]use{u}, n)...)
	}
	return out
}

func TestTold(t *testing.T) {
	for _, tt := range []struct {
		name  string
		uses  map[use]int
		least float64
		most  float64
	}{
		{"one form", map[use]int{{"kilns", 1}: 20, {"kilns", 2}: 20}, 0, 0},
		{"each form its own", map[use]int{{"kiln", 1}: 20, {"kilns", 2}: 20}, 30, 40},
		{"each form its own, seldom", map[use]int{{"kiln", 1}: 2, {"kilns", 2}: 2}, 0, leastTold - 1},
		{"both forms alike", map[use]int{{"kiln", 1}: 10, {"kilns", 1}: 10, {"kiln", 2}: 10, {"kilns", 2}: 10}, -10, 0},
		{"one capability alone", map[use]int{{"kiln", 1}: 20, {"kilns", 1}: 20}, -1, 2},
		{"by chance", map[use]int{{"kiln", 1}: 1, {"kilns", 2}: 1, {"kilned", 3}: 1}, -10, 1},
	} {
		if bits := told(usesOf(tt.uses), 40); bits < tt.least || bits > tt.most {
			t.Errorf("%s: %.2f bits, want %g to %g", tt.name, bits, tt.least, tt.most)
		}
	}
}

// What descriptions say is no use of a word: they are written, not spoken.
func TestDescriptionsTellNoForms(t *testing.T) {
	var rows []Row
	var of [][]int
	for range 20 {
		rows = append(rows, Row{Intent: "a kiln"}, Row{Intent: "the kilns"})
		of = append(of, []int{1}, []int{2})
	}
	if got := tellingForms(rows, of); !got["kiln"] || len(got) != 1 {
		t.Errorf("requests: %v", got)
	}
	for i := range rows {
		rows[i].described = true
	}
	if got := tellingForms(rows, of); len(got) != 0 {
		t.Errorf("descriptions: %v", got)
	}
}

// hasRow tells whether a feature has learned weights.
func hasRow(res *Result, feature string) bool {
	return strings.Contains(res.Tables.Learned, "\n"+feature+" ")
}

// Where the number of a word tells two tools apart in the requests learned from it
// does so in others, and where it tells nothing no form has a row.
func TestFormsTellSiblingsApart(t *testing.T) {
	one := []string{"what is in my kiln", "open my kiln", "look into the kiln", "kiln please", "my kiln now", "how hot is this kiln",
		"is the kiln ready", "let me see the kiln", "check on the kiln", "what does the kiln hold", "has my kiln cooled", "peek at that kiln"}
	many := []string{"which kilns are there", "list kilns", "all the kilns", "my kilns all over", "name my kilns", "how many kilns have we",
		"what kilns do you know", "give me the kilns", "the kilns of the yard", "tell me the kilns", "enumerate the kilns", "kilns in use"}
	mixed := func(a, b []string) (out []string) { return append(slices.Clone(a[:6]), b[6:]...) }
	for _, tt := range []struct {
		name           string
		inside, listed []string
		want           map[string]string
	}{
		{"telling", one, many, map[string]string{"show me my kilns": "kiln_list", "show me my kiln": "kiln_inside", "kilns": "kiln_list"}},
		{"not telling", mixed(one, many), mixed(many, one), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cat := CatalogOf(t, `{"id":"kiln_inside","one_line":"Tells what burns."}`, `{"id":"kiln_list","one_line":"Says what burns."}`, `{"id":"clay_order","one_line":"Orders clay."}`)
			var rows []Row
			for id, intents := range map[string][]string{"kiln_inside": tt.inside, "kiln_list": tt.listed, "clay_order": {"buy clay", "more clay", "order red clay"}} {
				for _, intent := range intents {
					rows = append(rows, Row{Intent: intent, Gold: []string{id}})
				}
			}
			slices.SortFunc(rows, func(a, b Row) int { return strings.Compare(a.Intent, b.Intent) })
			res, err := Build(t.Context(), cat, Options{Train: rows})
			if err != nil {
				t.Fatal(err)
			}
			if has := strings.Contains(res.Tables.Learned, "\n"+string(runtime.FormFeature(nil, []byte("kiln")))); has != (tt.want != nil) {
				t.Fatalf("rows of forms: %v", has)
			}
			// A pair of words holds the form, where it tells, and not the stem too.
			byForm, byStem := hasRow(res, "my_'kiln"), hasRow(res, "my_kiln")
			if telling := tt.want != nil; byForm != telling || byStem == telling {
				t.Errorf("rows of pairs by form %v, by stem %v", byForm, byStem)
			}
			r, err := runtime.New(res.Tables)
			if err != nil {
				t.Fatal(err)
			}
			dst := make([]runtime.Candidate, 0, runtime.MaxK)
			for intent, want := range tt.want {
				if _, found := r.Resolve(nil, runtime.Query{Intent: intent}); len(found) == 0 || found[0].ID != want {
					t.Errorf("%q: %v, want %s", intent, found, want)
				}
				evidence := ""
				candidates := r.Explain(runtime.Query{Intent: intent}).Candidates
				for _, e := range candidates[0].Evidence {
					evidence += e.Feature + "\n"
				}
				// A form speaks for those whose requests have it and against nobody.
				for _, c := range candidates[1:] {
					for _, e := range c.Evidence {
						if isForm(e.Feature) && e.Impact < 0 {
							t.Errorf("%q: %s speaks against %s", intent, e.Feature, c.ID)
						}
					}
				}
				if strings.HasSuffix(intent, "my kiln") && !strings.Contains(evidence, "my_'kiln") {
					t.Errorf("%q: its pair of words by form does not speak for it:\n%s", intent, evidence)
				}
				if a := testing.AllocsPerRun(100, func() { r.Resolve(dst[:0], runtime.Query{Intent: intent}) }); a != 0 {
					t.Errorf("%q: %v allocations, want 0", intent, a)
				}
			}
		})
	}
}
