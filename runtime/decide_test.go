package runtime

import "testing"

// A request that looks like those that several capabilities serve is asked back,
// unless it has only one that more speaks for than against: a question would have
// nothing to offer beside it.
func TestLooksAmbiguousNeedsASecond(t *testing.T) {
	r := &Router{caps: make([]capability, 2), index: &index{ownInfo: 1000}, tables: &Tables{Fit: Fit{Learned: true, Requests: true, MaxWhich: 40}}}
	for _, tt := range []struct {
		which, margin float64
		second        hit
		want          Reason
	}{
		{.05, usualLead, hit{id: 1, score: 60, cover: 50}, LooksAmbiguous},
		{.03, usualLead, hit{id: 1, score: 60, cover: 50}, Clear},
		{.05, usualLead, hit{id: 1, score: -6, cover: 50}, Clear},
		{.05, usualLead, hit{id: 1, score: 0, cover: 50, learned: -1}, LooksAmbiguous}, // what rewards take away has no say
		{.05, usualLead, hit{id: 1, score: 1, cover: 50, learned: 1}, Clear},
		{.05, usualLead + .02, hit{id: 1, score: 60, cover: 50}, Clear}, // the further ahead, the clearer
		{-.15, .1, hit{id: 1, score: 60, cover: 50}, LooksAmbiguous},
		{.25, mostLead, hit{id: 1, score: 60, cover: 50}, LooksAmbiguous},
		{.25, 1, hit{id: 1, score: 60, cover: 50}, LooksAmbiguous}, // up to a half
	} {
		d := Decision{Elsewhere: -1, Which: tt.which, Margin: tt.margin}
		req := &request{info: 100, whole: -1}
		got := r.reason(&d, req, &selector{elsewhere: hit{id: -1}}, []hit{{score: 600, cover: 90}, tt.second})
		if got != tt.want {
			t.Errorf("%+v: %v, want %v", tt, got, tt.want)
		}
	}
}

// A request that looks like one that nothing serves, and plainly like one that
// several do, is asked about if there are two to ask about, behind this verb, and
// enough speaks for its being served.
func TestPlainlySeveralIsAsked(t *testing.T) {
	// With a slope of one, served is .45 where None is .2 above its threshold.
	fit := Fit{Learned: true, Requests: true, MaxWhich: 40, MaxNone: 500, NoneSlope: 1000}
	first, second, against := hit{score: 600, cover: 50}, hit{id: 1, score: 60, cover: 50}, hit{id: 1, score: -6, cover: 50}
	beside := hit{id: 1, score: 900, cover: 80}
	for name, tt := range map[string]struct {
		which, none float64
		hits        []hit
		elsewhere   hit
		maxWhich    int
		want        Reason
	}{
		"two":                {muchWhich, .7, []hit{first, second}, hit{id: -1}, 40, LooksAmbiguous},
		"not plainly":        {muchWhich - .01, .7, []hit{first, second}, hit{id: -1}, 40, LooksForeign},
		"hardly served":      {muchWhich, 1.5, []hit{first, second}, hit{id: -1}, 40, LooksForeign},
		"one":                {muchWhich, .7, []hit{first}, hit{id: -1}, 40, LooksForeign},
		"a poor second":      {muchWhich, .7, []hit{first, against}, hit{id: -1}, 40, LooksForeign},
		"behind another":     {muchWhich, .7, []hit{first, second}, beside, 40, LooksForeign},
		"no class to ask by": {muchWhich, .7, []hit{first, second}, hit{id: -1}, 1 << 30, LooksForeign},
	} {
		fit.MaxWhich = tt.maxWhich
		r := &Router{caps: make([]capability, 2), index: &index{ownInfo: 1000}, tables: &Tables{Fit: fit}}
		d := Decision{Elsewhere: int(tt.elsewhere.id), None: tt.none, Which: tt.which, Margin: .4}
		req := &request{info: 100, whole: -1}
		sel := &selector{elsewhere: tt.elsewhere}
		d.Reason = r.reason(&d, req, sel, tt.hits)
		if d.Outcome = outcomeOf[d.Reason]; d.Reason != tt.want {
			t.Errorf("%s: %v, want %v", name, d.Reason, tt.want)
		}
		if !r.refuses(&d, req, sel, tt.hits) {
			t.Errorf("%s: rewards may order what the words would refuse", name)
		}
	}
}
