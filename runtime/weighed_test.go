package runtime

import "testing"

// Whether another verb is meant is up to the words, whatever outcomes do to the lead
// of what lies behind it: they order the options of such a question as they will, and
// where it is none they put nothing first that the words would refuse by itself.
func TestWhatLiesElsewhereIsUpToTheWords(t *testing.T) {
	const ample, little = 0, 1
	for name, tt := range map[string]struct {
		elsewhere int32
		reason    Reason
		first     int32
	}{
		"it leads by the words":           {160, OtherVerb, little},
		"it leads by what was learned":    {145, Clear, ample},
		"it does not lead either way":     {100, Clear, ample},
		"there is nothing behind another": {0, Clear, ample},
	} {
		t.Run(name, func(t *testing.T) {
			r := &Router{tables: &Tables{Fit: Fit{MinCoverage: 40}}, caps: make([]capability, 3), index: &index{}}
			req := &request{whole: -1, info: 1000}
			sel := &selector{r: r, req: req, elsewhere: hit{id: 2, score: tt.elsewhere, cover: 500}}
			var byWords, ordered topK
			byWords.hits[0], byWords.hits[1] = hit{id: ample, score: 100, cover: 500}, hit{id: little, score: 90, cover: 10}
			ordered.hits[0], ordered.hits[1] = hit{id: little, score: 95, learned: 5, cover: 10}, hit{id: ample, score: 60, learned: -40, cover: 500}
			byWords.n, ordered.n = 2, 2

			d, c := r.weighed(nil, req, sel, &byWords, &ordered, MaxK)
			if d.Reason != tt.reason || d.Overturned != (tt.first != byWords.hits[0].id) || c[0].Number != int(tt.first) {
				t.Errorf("reason %d, want %d; overturned %v; %v, want %d first", d.Reason, tt.reason, d.Overturned, c, tt.first)
			}
		})
	}
}
