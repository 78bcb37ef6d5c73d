package index

import (
	"fmt"
	"math/rand/v2"
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
	words := strings.Fields("track parcel weather city recipe search create invoice customer add song playlist flight status table count where the and for")
	random := rand.New(rand.NewPCG(3, 5))
	overturned := 0
	for _, taught := range []int{0, 3} {
		r := yard(t, taught)
		rewards, err := runtime.NewRewards(runtime.RewardOptions{Weight: 1})
		if err != nil {
			t.Fatal(err)
		}
		for range 3000 {
			var intent []string
			for range 1 + random.IntN(6) {
				intent = append(intent, words[random.IntN(len(words))])
			}
			q := runtime.Query{Verb: runtime.Verbs[random.IntN(len(runtime.Verbs))], Intent: strings.Join(intent, " ")}
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
