package runtime

import "testing"

// Evidence grows with what the words say for the first candidate and for the
// second, and with the things mentioned that the first has parameters for; none
// of them alone makes up for the others without bound.
func TestEvidence(t *testing.T) {
	r := &Router{tables: &Tables{}, caps: []capability{{}, {takes: 2}}, index: &index{ownInfo: 1000}}
	of := func(intent string, said, second int32, id int32) float64 {
		return r.evidence(&request{intent: intent}, hit{id: id, said: said}, hit{score: second})
	}
	base := of("a ferry", 500, 0, 0)
	for name, more := range map[string]float64{
		"more said":           of("a ferry", 900, 0, 0),
		"a second candidate":  of("a ferry", 500, 400, 0),
		"a mention to take":   of("a ferry 7", 500, 0, 1),
		"two, against one":    of("a ferry 7 8", 500, 0, 1) - of("a ferry 7", 500, 0, 1) + base,
		"two of three, bound": of("a ferry 7 8 9", 500, 0, 1),
	} {
		if more <= base {
			t.Errorf("%s: %.3f, without it %.3f", name, more, base)
		}
	}
	if got := of("a ferry 7", 500, 0, 0); got != base {
		t.Errorf("a mention that no parameter takes: %.3f, without it %.3f", got, base)
	}
	if two, three := of("a ferry 7 8", 500, 0, 1), of("a ferry 7 8 9", 500, 0, 1); two != three {
		t.Errorf("two parameters take %.3f of two mentions, %.3f of three", two, three)
	}
	if most := of("a ferry 7 8", 1<<30, 1<<30, 1); most > 1+secondShare+takenShare {
		t.Errorf("evidence %.3f is not bounded", most)
	}
}
