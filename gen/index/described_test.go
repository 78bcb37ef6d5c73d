package index

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

// yard is a surface of tools with descriptions, to which a few that have requests of
// users are added.
func yard(t *testing.T, taught int) *runtime.Router {
	t.Helper()
	var descriptors []string
	for _, d := range [][2]string{
		{"parcel_track", "Tracks a parcel by its number and tells where it is."}, {"weather_forecast", "Forecasts the weather of a city."},
		{"recipe_search", "Searches recipes by ingredient."}, {"invoice_create", "Creates an invoice for a customer."},
		{"playlist_add", "Adds a song to a playlist."}, {"flight_status", "Tells the status of a flight."},
	} {
		descriptors = append(descriptors, fmt.Sprintf(`{"id":%q,"one_line":%q}`, d[0], d[1]))
	}
	var rows []Row
	for i := range taught {
		id := fmt.Sprintf("table_%d", i)
		descriptors = append(descriptors, fmt.Sprintf(`{"id":%q,"one_line":"Counts routing table %d."}`, id, i))
		for _, intent := range []string{"how many routes has table %d", "count table %d", "rows of table %d", "size of routing table %d", "table %d total"} {
			rows = append(rows, Row{Intent: fmt.Sprintf(intent, i), Gold: []string{id}})
		}
	}
	r, err := Router(t.Context(), CatalogOf(t, descriptors...), Options{Train: rows})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Where most tools have examples, what they teach of speech holds for the others, too.
func TestFewAreTaught(t *testing.T) {
	if d := yard(t, 7).Tables().Described; d != (runtime.Described{}) {
		t.Errorf("seven taught of thirteen: %+v, want none", d)
	}
}

// Long polite requests for tools that have no examples are served as they were before
// others got some, and what nothing serves is refused as before.
func TestTaughtNeighboursRefuseNothing(t *testing.T) {
	served := []string{
		"Hey, could you please help me and track my parcel, I have been waiting for it since last week",
		"I would like to know whether I need an umbrella this weekend, so please give me the weather forecast for the city of Porto",
		"My customer keeps asking me, so can you create an invoice for the work that I did in the garden last month?",
		"I have so many tomatoes at home, could you search for recipes that I could cook for my family tonight?",
	}
	foreign := []string{"how old is the universe", "write me a poem about the sea", "who won the match last night"}
	alone, beside := yard(t, 0), yard(t, 3)
	if d := alone.Tables().Described; d != (runtime.Described{}) {
		t.Errorf("without any example: %+v, want none", d)
	}
	if d := beside.Tables().Described; len(strings.Fields(d.Numbers)) != 6 {
		t.Fatalf("beside taught ones: %+v, want six numbers", d)
	}
	for _, intent := range served {
		for name, r := range map[string]*runtime.Router{"alone": alone, "beside": beside} {
			if d, best := r.Resolve(nil, runtime.Query{Intent: intent}); d.Outcome == runtime.NoMatch {
				t.Errorf("%s: %q is refused (%v)", name, intent, best)
			}
		}
	}
	for _, intent := range foreign {
		if d, best := beside.Resolve(nil, runtime.Query{Intent: intent}); d.Outcome != runtime.NoMatch {
			t.Errorf("%q: %s %v, want no_match", intent, d.Outcome, best)
		}
	}
	dst := make([]runtime.Candidate, 0, runtime.MaxK)
	uncached := beside.WithCache(0)
	if a := testing.AllocsPerRun(100, func() { uncached.Resolve(dst[:0], runtime.Query{Intent: served[0]}) }); a != 0 {
		t.Errorf("%v allocations, want 0", a)
	}
}

// A part of the surface judges what it kept as the whole does.
func TestDescribedInAPart(t *testing.T) {
	r := yard(t, 3)
	part, err := r.Extract(func(c *runtime.Record) bool { return c.ID != "recipe_search" })
	if err != nil {
		t.Fatal(err)
	}
	q := runtime.Query{Intent: "Hey, could you please help me and track my parcel, I have been waiting for it since last week"}
	if d, best := part.Resolve(nil, q); d.Outcome == runtime.NoMatch || best[0].ID != "parcel_track" {
		t.Errorf("%s %v, want parcel_track", d.Outcome, best)
	}
	t.Run("broken numbers", func(t *testing.T) {
		for _, numbers := range []string{"x", "-1", "9999"} {
			tables := *r.Tables()
			tables.Described = runtime.Described{Numbers: numbers}
			tables.Checksum = tables.Sum()
			if _, err := runtime.New(&tables); err == nil || !strings.Contains(err.Error(), "described capability") {
				t.Errorf("%q: %v, want an error that names it", numbers, err)
			}
		}
	})
}

// What is known by descriptions alone is judged behind another verb, too, when
// outcomes change the order.
func TestDescribedWithRewards(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	overturned := 0
	for _, taught := range []int{0, 3} {
		r := yard(t, taught)
		rewards, err := runtime.NewRewards(runtime.RewardOptions{Weight: 1})
		if err != nil {
			t.Fatal(err)
		}
		for range 3000 {
			q := inTheYard(random)
			before, candidates := r.Resolve(nil, q)
			for i, c := range candidates {
				rewards.Set(runtime.RewardKey{Verb: q.Verb, Capability: c.ID}, runtime.RewardValue{Reward: float64(i % 2), Count: 60})
			}
			q.Rewards = rewards
			after, _ := r.Resolve(nil, q)
			if after.Outcome != before.Outcome {
				t.Fatalf("%s %q: %s became %s", q.Verb, q.Intent, before.Outcome, after.Outcome)
			}
			if after.Overturned {
				overturned++
			}
		}
	}
	if overturned < 20 {
		t.Errorf("outcomes overturned %d orders: too few to tell", overturned)
	}
}

// inTheYard is a request in words of the yard and of elsewhere.
func inTheYard(random *rand.Rand) runtime.Query {
	words := strings.Fields(`track parcel weather city recipe search create invoice customer add song playlist flight status table count
		where the and for routes please zebra old poem rows size total`)
	var intent []string
	for range 1 + random.IntN(6) {
		intent = append(intent, words[random.IntN(len(words))])
	}
	return runtime.Query{Verb: runtime.Verbs[random.IntN(len(runtime.Verbs))], Intent: strings.Join(intent, " ")}
}

// What lies behind another verb is asked about where it would be found without a verb,
// and not where it would be refused, though the first hit is judged otherwise. The
// runner-up differs, so a request that is just about served may be either.
func TestElsewhereIsJudgedByItself(t *testing.T) {
	r := yard(t, 3)
	described := map[string]bool{}
	for number := range strings.FieldsSeq(r.Tables().Described.Numbers) {
		described[number] = true
	}
	random := rand.New(rand.NewPCG(3, 5))
	compared := 0
	for range 30000 {
		q := inTheYard(random)
		d, hits := r.Resolve(nil, q)
		if d.Elsewhere < 0 || len(hits) == 0 || described[strconv.Itoa(d.Elsewhere)] == described[strconv.Itoa(hits[0].Number)] {
			continue
		}
		open, found := r.Resolve(nil, runtime.Query{Intent: q.Intent})
		if len(found) == 0 || found[0].Number != d.Elsewhere {
			continue
		}
		compared++
		if d.Reason == runtime.OtherVerb && open.Reason == runtime.LooksForeign || d.Reason == runtime.LooksForeign && open.Outcome == runtime.Route {
			t.Errorf("%s %q: %+v, without a verb %+v", q.Verb, q.Intent, d, open)
		}
	}
	if compared < 100 {
		t.Errorf("%d compared: too few to tell", compared)
	}
}

// How many candidates are wanted changes nothing of the decision.
func TestDescribedWhateverIsWanted(t *testing.T) {
	r := yard(t, 3)
	random := rand.New(rand.NewPCG(9, 2))
	for range 20000 {
		q := inTheYard(random)
		q.K = 1
		one, _ := r.Resolve(nil, q)
		q.K = runtime.MaxK
		if all, _ := r.Resolve(nil, q); all.Confidence != one.Confidence || all.Reason != one.Reason {
			t.Fatalf("%s %q: one wanted %+v, all %+v", q.Verb, q.Intent, one, all)
		}
	}
}

func TestJudgedByDescription(t *testing.T) {
	cat := CatalogOf(t, `{"id":"a","one_line":"Is a."}`, `{"id":"b","one_line":"Is b."}`, `{"id":"c","one_line":"Is c."}`, `{"id":"d","kind":"skill","one_line":"Is d."}`)
	lock, err := (*Lock)(nil).Extend([]string{"a", "b", "c", "d"})
	if err != nil {
		t.Fatal(err)
	}
	fit := runtime.Fit{MinCoverage: 40, MinMargin: 25, LearnedScale: 8, Learned: true, Requests: true, MaxNone: 300, MaxWhich: 7, NoneSlope: 3000, CoverSlope: 1, ScoreSlope: 4000}
	want := runtime.Described{Numbers: "0 2", Fit: runtime.Fit{
		MinCoverage: 40, MinMargin: describedMargin, LearnedScale: 8, Learned: true, MaxNone: noRequestsNone, MaxWhich: 7,
		NoneSlope: withoutRequests.none, CoverSlope: withoutRequests.cover, ScoreSlope: withoutRequests.score,
	}}
	requests := []Row{{Intent: "b please", Gold: []string{"b"}}, {Intent: "either", Gold: []string{"a", "b"}}}
	if got := judgedByDescription(cat, lock, requests, fit); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := judgedByDescription(cat, lock, append(requests, Row{Intent: "a please", Gold: []string{"a"}}), fit); got != (runtime.Described{}) {
		t.Errorf("two of three taught: %+v, want none", got)
	}
}

// An edit of what is described is an edit of the tables.
func TestSumKnowsWhatIsDescribed(t *testing.T) {
	tables := *yard(t, 3).Tables()
	sum := tables.Sum()
	numbers, fit := tables, tables
	numbers.Described.Numbers = "0"
	fit.Described.Fit.MaxNone++
	if numbers.Sum() == sum || fit.Sum() == sum {
		t.Errorf("sums %s and %s of altered tables, %s before", numbers.Sum(), fit.Sum(), sum)
	}
}
