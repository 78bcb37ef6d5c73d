package runtime

import "testing"

// A request that looks like those that several capabilities serve is asked back,
// unless it has only one that more speaks for than against: a question would have
// nothing to offer beside it.
func TestLooksAmbiguousNeedsASecond(t *testing.T) {
	r := &Router{caps: make([]capability, 2), index: &index{ownInfo: 1000}, tables: &Tables{Fit: Fit{Learned: true, Requests: true, MaxWhich: 40}}}
	for _, tt := range []struct {
		which  float64
		second hit
		want   Reason
	}{
		{.05, hit{id: 1, score: 60, cover: 50}, LooksAmbiguous},
		{.03, hit{id: 1, score: 60, cover: 50}, Clear},
		{.05, hit{id: 1, score: -6, cover: 50}, Clear},
		{.05, hit{id: 1, score: 0, cover: 50, learned: -1}, LooksAmbiguous}, // what rewards take away has no say
		{.05, hit{id: 1, score: 1, cover: 50, learned: 1}, Clear},
	} {
		d := Decision{Elsewhere: -1, Which: tt.which, Margin: 1}
		req := &request{info: 100, whole: -1}
		got := r.reason(&d, req, &selector{elsewhere: hit{id: -1}}, []hit{{score: 600, cover: 90}, tt.second})
		if got != tt.want {
			t.Errorf("%+v: %v, want %v", tt, got, tt.want)
		}
	}
}
