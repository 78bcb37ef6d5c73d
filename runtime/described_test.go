package runtime

import "testing"

// described is a router with two capabilities that differ in how they are known: of
// the first users' requests, of the second its description alone.
func described(t *testing.T) *Router {
	t.Helper()
	body := `{"params":[{"name":"a"},{"name":"b"}]}`
	r := &Router{caps: []capability{{body: body}, {body: body}}, index: &index{ownInfo: 1000}}
	r.tables = &Tables{
		Fit:       Fit{Learned: true, Requests: true, NoneSlope: 1000, MaxNone: 200},
		Described: Described{Numbers: "1", Fit: Fit{Learned: true, NoneSlope: 1000, ScoreSlope: 1000, MaxNone: 200}},
	}
	if err := r.markDescribed(); err != nil {
		t.Fatal(err)
	}
	return r
}

// What a request mentions counts where the first candidate has parameters for it, if
// it is known by its description alone: it speaks for the request being served.
func TestDescribedTakesWhatIsMentioned(t *testing.T) {
	r := described(t)
	served := func(id int32, intent string) float64 {
		return r.served(&Decision{}, &request{whole: -1, info: 100, intent: intent}, hit{id: id, score: 500, said: 500, cover: 50}, hit{})
	}
	if plain, one, two, three := served(1, "a ferry"), served(1, "a ferry 7"), served(1, "a ferry 7 8"), served(1, "a ferry 7 8 9"); !(plain < one && one < two && two == three) {
		t.Errorf("with two parameters: %.3f without a mention, %.3f with one, %.3f with two, %.3f with three", plain, one, two, three)
	}
	if plain, two := served(0, "a ferry"), served(0, "a ferry 7 8"); plain != two {
		t.Errorf("one whose requests are known: %.3f without a mention, %.3f with two", plain, two)
	}
}

// How sure a decision is depends on the lead of the first candidate where requests for
// it are known, and not where its description is all there is.
func TestLeadOfDescribedAddsNothing(t *testing.T) {
	r := described(t)
	confidence := func(id int32, margin float64, reason Reason) float64 {
		return r.confidence(&Decision{Margin: margin, Reason: reason}, &request{whole: -1, info: 100, intent: "a ferry"}, hit{id: id, score: 500, said: 500, cover: 50}, hit{})
	}
	for name, tt := range map[string]struct {
		id     int32
		reason Reason
		grows  bool
	}{
		"requests are known":                  {0, Clear, true},
		"its description alone":               {1, Clear, false},
		"its description alone, by its name":  {1, ByName, true},
		"requests are known, called by name":  {0, ByName, true},
		"its description alone, too close":    {1, TooClose, false},
		"requests are known, yet it is close": {0, TooClose, true},
	} {
		none, full := confidence(tt.id, 0, tt.reason), confidence(tt.id, clearLead, tt.reason)
		if none <= 0 || (none < full) != tt.grows || none > full {
			t.Errorf("%s: %.3f without a lead, %.3f with one", name, none, full)
		}
	}
	// By its name it is as sure as its lead says, however little is served.
	if got := confidence(0, 1, ByName); got != 1 {
		t.Errorf("by name, all ahead: %.3f, want 1", got)
	}
}

// One capability's description does not change how another is judged.
func TestFitOf(t *testing.T) {
	r := described(t)
	for id, want := range map[int32]*Fit{-1: &r.tables.Fit, 0: &r.tables.Fit, 1: &r.tables.Described.Fit} {
		if got := r.fitOf(id); got != want {
			t.Errorf("%d is judged by %+v", id, got)
		}
	}
	if r.caps[0].takes != 0 || r.caps[1].takes != 2 {
		t.Errorf("parameters that count: %d and %d, want 0 and 2", r.caps[0].takes, r.caps[1].takes)
	}
}
