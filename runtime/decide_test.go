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
// several do, is asked about if there are two to ask about.
func TestPlainlySeveralIsAsked(t *testing.T) {
	r := &Router{caps: make([]capability, 2), index: &index{ownInfo: 1000}, tables: &Tables{Fit: Fit{Learned: true, Requests: true, MaxWhich: 40, MaxNone: 500, NoneSlope: 10_000}}}
	first, second, against := hit{score: 9, cover: 50}, hit{id: 1, score: 6, cover: 50}, hit{id: 1, score: -6, cover: 50}
	for _, tt := range []struct {
		which float64
		hits  []hit
		want  Reason
	}{
		{plainlySeveral, []hit{first, second}, LooksAmbiguous},
		{plainlySeveral - .01, []hit{first, second}, LooksForeign},
		{plainlySeveral, []hit{first}, LooksForeign},
		{plainlySeveral, []hit{first, against}, LooksForeign},
	} {
		d := Decision{Elsewhere: -1, None: .6, Which: tt.which, Margin: .4}
		req := &request{info: 100, whole: -1}
		sel := &selector{elsewhere: hit{id: -1}}
		if got := r.reason(&d, req, sel, tt.hits); got != tt.want {
			t.Errorf("%v: %v, want %v", tt, got, tt.want)
		}
		if d.Reason, d.Outcome = tt.want, outcomeOf[tt.want]; !r.refuses(&d, req, sel, tt.hits) {
			t.Errorf("%v: rewards may order what the words would refuse", tt)
		}
	}
}
