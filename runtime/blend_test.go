package runtime_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/generated"
	"github.com/sextant-mcp/sextant/runtime"
)

// painters holds two tools that are told apart by little in "paint on a wall" and by
// much in "paint the fence".
const painters = `
{"id":"brush_work","one_line":"Paint a fence or a wall with a brush.","intent_verbs":["act"]},
{"id":"spray_work","one_line":"Spray paint on a wall.","intent_verbs":["act"]},
{"id":"fence_repair","one_line":"Repair a broken fence.","intent_verbs":["act"]},
{"id":"roof_wash","one_line":"Wash the roof with water under pressure.","intent_verbs":["act"]},
{"id":"mail_send","one_line":"Send a mail to one or more people.","intent_verbs":["act"]}`

func TestOneSuccessOrdersTwins(t *testing.T) {
	twins := `{"id":"qa","one_line":"paint the fence","intent_verbs":["act"]},{"id":"qb","one_line":"paint the fence","intent_verbs":["act"]}`
	r := compile(t, twins)
	w := newRewards(t, runtime.RewardOptions{})
	q := runtime.Query{Verb: runtime.Act, Intent: "paint fence", Rewards: w}
	if d, c := r.Resolve(nil, q); d.Outcome != runtime.AskBack || c[0].ID != "qa" || d.Overturned {
		t.Fatalf("before: %+v %v", d, c)
	}
	w.Record(key("qb"), 1, noon)
	d, c := r.Resolve(nil, q)
	if d.Outcome != runtime.AskBack || c[0].ID != "qb" || !d.Overturned || c[0].Learned <= 0 || c[1].Learned != 0 {
		t.Fatalf("after one success: %+v %v", d, c)
	}
	q.Scope = runtime.ScopeOf("somebody else")
	if _, c := r.Resolve(nil, q); c[0].ID != "qa" {
		t.Fatalf("another scope learned of it: %v", c)
	}
}

func TestFailuresOverturnASmallLead(t *testing.T) {
	r := compile(t, painters)
	for _, tt := range []struct {
		intent, first, after string
		small                bool
	}{
		{"paint on a wall", "spray_work", "brush_work", true},
		{"paint the fence", "brush_work", "brush_work", false},
		{"paint the old garden fence white", "brush_work", "brush_work", false},
	} {
		w := newRewards(t, runtime.RewardOptions{})
		q := runtime.Query{Verb: runtime.Act, Intent: tt.intent, Rewards: w}
		d, c := r.Resolve(nil, q)
		if d.Outcome != runtime.Route || c[0].ID != tt.first || (d.Margin < w.Line()) != tt.small {
			t.Fatalf("%s: %+v %v", tt.intent, d, c)
		}
		for range 11 {
			w.Record(key(tt.first), 0, noon)
		}
		d, c = r.Resolve(nil, q)
		if d.Outcome != runtime.Route || c[0].ID != tt.after || d.Overturned != tt.small {
			t.Errorf("%s after 11 failures: %+v %v", tt.intent, d, c)
		}
		e := r.Explain(q)
		if tt.small != strings.Contains(e.Why, "comes first by what came of earlier calls") {
			t.Errorf("%s: why is %q", tt.intent, e.Why)
		}
	}
}

// surfaces are what the properties are tried on, with words to make requests of.
func surfaces(t *testing.T) []surface {
	return []surface{
		{compile(t, platform), strings.Fields("mail calendar appointment meeting team slides week cache stats changes send find show who pizza mail_send friday")},
		{crowd(t, 95), strings.Fields("create list delete update search export invoice customer order ticket report contract region 7 12 zebra create_invoice_0")},
		{compile(t, painters), strings.Fields("paint wall fence brush spray repair broken roof wash water mail people a the old moon")},
	}
}

type surface struct {
	r     *runtime.Router
	words []string
}

// drawn is a random query and random rewards for the surface.
func (s surface) query(t *rapid.T) runtime.Query {
	return runtime.Query{
		Verb:   rapid.SampledFrom(append(runtime.Verbs[:], runtime.Any)).Draw(t, "verb"),
		Intent: strings.Join(rapid.SliceOfN(rapid.SampledFrom(s.words), 1, 6).Draw(t, "words"), " "),
		K:      rapid.IntRange(1, runtime.MaxK).Draw(t, "k"),
	}
}

func (s surface) teach(t *rapid.T, w *runtime.Rewards) {
	ids := s.r.Behind(runtime.Any)
	for range rapid.IntRange(0, 12).Draw(t, "lessons") {
		k := runtime.RewardKey{Verb: rapid.SampledFrom(runtime.Verbs[:]).Draw(t, "verb"), Capability: rapid.SampledFrom(ids).Draw(t, "capability")}
		// As many outcomes as a reward can be in want of, so that the ends are tried.
		x := rapid.SampledFrom([]float64{0, 1}).Draw(t, "x")
		for range rapid.SampledFrom([]int{1, 3, 60}).Draw(t, "times") {
			w.Record(k, x, noon)
		}
	}
}

// What rewards may do, and what not.
func TestWhereTheLineIs(t *testing.T) {
	all := surfaces(t)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(all).Draw(t, "surface")
		w, err := runtime.NewRewards(runtime.RewardOptions{
			Weight: rapid.SampledFrom([]float64{0, .1, 1}).Draw(t, "weight"), Prior: rapid.SampledFrom([]float64{0, .2, .9}).Draw(t, "prior"),
		})
		if err != nil {
			t.Fatal(err)
		}
		s.teach(t, w)
		q := s.query(t)
		d, byWords := s.r.Resolve(nil, q)
		q.Rewards = w
		e, learned := s.r.Resolve(nil, q)
		checkDecision(t, d, e, byWords, learned)
		checkScores(t, w, learned)

		q.Rewards, q.K = nil, runtime.MaxK
		_, wordsAll := s.r.Resolve(nil, q)
		q.Rewards = w
		f, learnedAll := s.r.Resolve(nil, q)
		checkLine(t, w.Line(), wordsAll, learnedAll)
		if f.Outcome != e.Outcome || len(learned) > 0 && learned[0] != learnedAll[0] {
			t.Fatalf("with K %d: %+v %v, with %d: %+v %v", len(learned), e, learned, q.K, f, learnedAll)
		}
	})
}

// Rewards choose what comes first; they make no answer where there was none.
func checkDecision(t *rapid.T, d, e runtime.Decision, byWords, learned []runtime.Candidate) {
	if e.Outcome != d.Outcome || e.Reason != d.Reason || e.Elsewhere != d.Elsewhere {
		t.Fatalf("rewards made %+v of %+v", e, d)
	}
	if same := e == d && slices.Equal(byWords, learned); !same && (d.Outcome == runtime.NoMatch || d.Reason == runtime.ByName) {
		t.Fatalf("rewards moved what they have no say in: %+v %v, %+v %v", d, byWords, e, learned)
	}
	if moved := len(byWords) > 0 && byWords[0].ID != learned[0].ID; moved != e.Overturned {
		t.Fatalf("overturned is %v of %v and %v", e.Overturned, byWords, learned)
	}
}

// No score moves by more than the weight says, up or down, and the order is that of scores.
func checkScores(t *rapid.T, w *runtime.Rewards, learned []runtime.Candidate) {
	for i, c := range learned {
		by := c.Score - c.Learned
		opt := w.Options()
		most := opt.Weight * float64(max(by, 0))
		if float64(c.Learned) > most*(1-opt.Prior)+1e-6 || float64(-c.Learned) > most*opt.Prior+1e-6 {
			t.Fatalf("%+v moved by more than its share of %v", c, most)
		}
		// A capability whose name the request is goes first whatever its score, and
		// accounts for all of it.
		if i > 0 && c.Score > learned[i-1].Score && learned[i-1].Confidence < 1 {
			t.Fatalf("out of order: %v", learned)
		}
	}
}

// A lead of the line or more stands, whatever was recorded.
func checkLine(t *rapid.T, line float64, byWords, learned []runtime.Candidate) {
	at := map[string]int{}
	for i, c := range learned {
		at[c.ID] = i + 1
	}
	for i, a := range byWords {
		for _, b := range byWords[i+1:] {
			if lead := float64(a.Score-b.Score) / float64(a.Score); a.Score > 0 && lead >= line && at[a.ID] > 0 && at[b.ID] > 0 && at[a.ID] > at[b.ID] {
				t.Fatalf("%s led %s by %.3f, the line is %.3f, and comes behind it: %v", a.ID, b.ID, lead, line, learned)
			}
		}
	}
}

// The line is where it is said to be: just below it outcomes can overturn a lead.
func TestTheLineIsTight(t *testing.T) {
	r := compile(t, painters)
	q := runtime.Query{Verb: runtime.Act, Intent: "paint on a wall"}
	lead, _ := r.Resolve(nil, q)
	// weight is the weight at which the line is the lead: w/(1+w(1-prior)) = lead.
	weight := func(prior float64) float64 { return lead.Margin / (1 - lead.Margin*(1-prior)) }
	for _, tt := range []struct {
		prior, weight float64
		first         string
	}{
		{.5, weight(.5) * 0.97, "spray_work"}, {.5, weight(.5) * 1.03, "brush_work"},
		{.2, weight(.2) * 0.97, "spray_work"}, {.2, weight(.2) * 1.03, "brush_work"},
		{.9, weight(.9) * 0.97, "spray_work"}, {.9, weight(.9) * 1.03, "brush_work"},
	} {
		w := newRewards(t, runtime.RewardOptions{Weight: tt.weight, Prior: tt.prior})
		for range 60 {
			w.Record(key("spray_work"), 0, noon)
			w.Record(key("brush_work"), 1, noon)
		}
		q.Rewards = w
		if _, c := r.Resolve(nil, q); c[0].ID != tt.first {
			t.Errorf("weight %.3f, line %.4f, lead %.4f: %v", tt.weight, w.Line(), lead.Margin, c)
		}
	}
}

func TestEvidenceAddsUpWithRewards(t *testing.T) {
	r := compile(t, painters)
	w := newRewards(t, runtime.RewardOptions{})
	w.Record(key("brush_work"), 1, noon)
	w.Record(key("spray_work"), 0, noon)
	e := r.Explain(runtime.Query{Verb: runtime.Act, Intent: "paint on a wall", Rewards: w})
	for _, c := range e.Candidates {
		sum := 0
		var learned int
		for _, ev := range c.Evidence {
			sum += ev.Impact
			if ev.Feature == "(learned)" {
				learned = ev.Impact
			}
		}
		if sum != c.Score || learned != c.Learned || learned == 0 {
			t.Errorf("%s: evidence adds up to %d (%d learned), the score is %d (%d)", c.ID, sum, learned, c.Score, c.Learned)
		}
	}
}

// find executes nothing; what was learned behind a capability's own verb orders it.
func TestFindIsOrderedToo(t *testing.T) {
	r := compile(t, painters)
	w := newRewards(t, runtime.RewardOptions{})
	for range 11 {
		w.Record(key("spray_work"), 0, noon)
	}
	for _, v := range []runtime.Verb{runtime.Find, runtime.Any} {
		if _, c := r.Resolve(nil, runtime.Query{Verb: v, Intent: "paint on a wall", Rewards: w}); c[0].ID != "brush_work" {
			t.Errorf("%v: %v", v, c)
		}
	}
}

// A request that is a name goes where the name is, whatever came of it before.
func TestNamesAreNotMoved(t *testing.T) {
	r := compile(t, platform)
	w := newRewards(t, runtime.RewardOptions{Weight: 1})
	q := runtime.Query{Verb: runtime.Act, Intent: "mail_send"}
	d, byWords := r.Resolve(nil, q)
	for range 60 {
		w.Record(key("mail_send"), 0, noon)
		w.Record(key("cal_create_event"), 1, noon)
	}
	q.Rewards = w
	if e, c := r.Resolve(nil, q); d.Reason != runtime.ByName || e != d || !slices.Equal(byWords, c) {
		t.Errorf("%+v %v, before: %+v %v", e, c, d, byWords)
	}
}

// With the most that outcomes can say for the second candidate and against all
// others: what the words refuse stays refused, and what comes first is something
// that the words alone, without those it overtook, would not refuse.
func TestTheWordsBearItOut(t *testing.T) {
	r := generated.Router()
	words := strings.Fields("schedule goal list query graph memory store delete the cancel agent table sql pizza weather book film best cheap cache explain why")
	random := rand.New(rand.NewPCG(7, 11))
	refused, overtaken, borneBack := 0, 0, 0
	for range 4000 {
		var intent []string
		for range 1 + random.IntN(6) {
			intent = append(intent, words[random.IntN(len(words))])
		}
		q := runtime.Query{Verb: runtime.Verbs[random.IntN(len(runtime.Verbs))], Intent: strings.Join(intent, " ")}
		d, byWords := r.Resolve(nil, q)
		if len(byWords) < 2 || byWords[1].Score <= 0 || q.Verb == runtime.Find {
			continue
		}
		w := newRewards(t, runtime.RewardOptions{Weight: 1})
		for i, c := range byWords {
			w.Set(runtime.RewardKey{Verb: q.Verb, Capability: c.ID}, runtime.RewardValue{Reward: []float64{0, 1, 0, 0, 0}[i], Count: 60})
		}
		q.Rewards = w
		e, c := r.Resolve(nil, q)
		within := float64(byWords[0].Score-byWords[1].Score) < (w.Line()-.01)*float64(byWords[0].Score)
		switch {
		case d.Outcome == runtime.NoMatch:
			refused++
			if e != d || !slices.Equal(c, byWords) {
				t.Fatalf("%s %q was refused, and is now %+v %v", q.Verb, q.Intent, e, c)
			}
		case e.Overturned:
			overtaken++
			alone, _ := r.RankAmong(runtime.Query{Verb: q.Verb, Intent: q.Intent}, func(number int) bool { return number != byWords[0].Number })
			if alone.Outcome == runtime.NoMatch {
				t.Fatalf("%s %q goes to %s, which the words alone refuse", q.Verb, q.Intent, c[0].ID)
			}
		case within && d.Reason != runtime.ByName:
			borneBack++
		}
	}
	if refused < 50 || overtaken < 50 || borneBack < 5 {
		t.Errorf("tried too little: %d refused, %d overtaken, %d held back", refused, overtaken, borneBack)
	}
}
