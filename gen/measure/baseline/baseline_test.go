package baseline_test

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/gen/measure/baseline"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

const desk = `
{"id":"mail_send","one_line":"Send a mail to people.","intent_verbs":["act"],"examples":["tell ann"]},
{"id":"mail_search","one_line":"Find mails by sender.","intent_verbs":["ask","find"],"does":[{"action":"by_subject"}]},
{"id":"note_add","one_line":"Keep a note.","intent_verbs":["write"]},
{"id":"note_zap","one_line":"Throw a note away.","intent_verbs":["write"]}`

func TestNewKnowsTheBaselines(t *testing.T) {
	cat := build(t, desk)
	for _, name := range []string{"seed", "bm25"} {
		if r, err := baseline.New(name, cat); err != nil || r == nil {
			t.Errorf("%s: %v, %v", name, r, err)
		}
	}
	if _, err := baseline.New("bm52", cat); err == nil || !strings.Contains(err.Error(), `"bm52": use seed or bm25`) {
		t.Errorf("error %v", err)
	}
}

func TestSeedScores(t *testing.T) {
	seed := baseline.NewSeed(build(t, desk))
	for _, tt := range []struct {
		name, intent string
		verb         runtime.Verb
		want         []baseline.SeedHit
	}{
		{"a word of the name counts double", "send it to ann", runtime.Act,
			// send 2 + ann 1 of two words, and one of two words of the name
			[]baseline.SeedHit{{ID: "mail_send", Score: 3./2 + .005, Matched: []string{"send", "ann"}}}},
		{"a repeated word counts again", "ann ann send", runtime.Act,
			[]baseline.SeedHit{{ID: "mail_send", Score: 4./3 + .005, Matched: []string{"ann", "send"}}}},
		{"ties go to the last name", "note", runtime.Write,
			[]baseline.SeedHit{{ID: "note_zap", Score: 2.005, Matched: []string{"note"}}, {ID: "note_add", Score: 2.005, Matched: []string{"note"}}}},
		{"actions count", "subject", runtime.Ask,
			[]baseline.SeedHit{{ID: "mail_search", Score: 1, Matched: []string{"subject"}}}},
		{"no stemming", "searching subjects", runtime.Ask,
			[]baseline.SeedHit{{ID: "mail_search", Matched: []string{}}}},
		{"only common words", "what is it", runtime.Ask,
			[]baseline.SeedHit{{ID: "mail_search", Matched: []string{}}}},
		{"a verb without tools", "note", runtime.Why, []baseline.SeedHit{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := seed.Hits(measure.Question{Verb: tt.verb, Intent: tt.intent})
			if len(got) != len(tt.want) {
				t.Fatalf("got %+v, want %+v", got, tt.want)
			}
			for i, w := range tt.want {
				if got[i].ID != w.ID || math.Abs(got[i].Score-w.Score) > 1e-12 || !slices.Equal(got[i].Matched, w.Matched) {
					t.Errorf("got %+v, want %+v", got[i], w)
				}
			}
		})
	}
}

func TestSeedReadsASCIIOnly(t *testing.T) {
	seed := baseline.NewSeed(build(t, desk))
	for intent, want := range map[string][]string{"Überführung": {}, "MAIL": {"mail"}, "e-mail!": {"mail"}, "İmail": {"mail"}, "naïve ann": {"ann"}} {
		if got := seed.Hits(measure.Question{Verb: runtime.Act, Intent: intent})[0].Matched; !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", intent, got, want)
		}
	}
}

func TestSeedJoinsItsOwnVerbs(t *testing.T) {
	// Its table has graph_analyze behind ask and why too.
	seed := baseline.NewSeed(build(t, `{"id":"graph_analyze","one_line":"x","intent_verbs":["manage"]},{"id":"quantum","one_line":"x","intent_verbs":["manage"]}`))
	for verb, want := range map[runtime.Verb]int{runtime.Manage: 2, runtime.Why: 1, runtime.Ask: 1, runtime.Write: 0, runtime.Any: 2, runtime.Find: 2} {
		if got := len(seed.Hits(measure.Question{Verb: verb, Intent: "x"})); got != want {
			t.Errorf("behind %q are %d tools, want %d", verb, got, want)
		}
	}
}

func TestSeedReadsTheBeginningOfUndescribedTools(t *testing.T) {
	text := strings.Repeat("filler ", 60) + "needle" // from character 421
	seed := baseline.NewSeed(build(t, `{"id":"bare","one_line":"`+text+`"},{"id":"described","one_line":"`+text+`","intent_verbs":["ask"]}`))
	got := map[string]float64{}
	for _, h := range seed.Hits(measure.Question{Intent: "needle"}) {
		got[h.ID] = h.Score
	}
	if want := map[string]float64{"bare": 0, "described": 1}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSeedAlwaysRoutes(t *testing.T) {
	a := baseline.NewSeed(build(t, desk)).Rank(measure.Question{Verb: runtime.Write, Intent: "will it rain"})
	if a.Outcome != runtime.Route || a.Confidence != 0 || a.IDs[0] != "note_zap" {
		t.Errorf("%+v, want a route on no evidence", a)
	}
}

func TestBM25Scores(t *testing.T) {
	m := baseline.NewBM25(build(t, `
		{"id":"one","one_line":"apple banana"},
		{"id":"two","one_line":"apple apple cherry plum"},
		{"id":"three","one_line":"date"}`))
	// Lengths with the name 3, 5, 2; the average is 10/3. apple is in two of
	// three: idf = ln(1 + 1.5/2.5).
	idf := math.Log(1.6)
	part := func(tf, length float64) float64 {
		return idf * tf * 2.5 / (tf + 1.5*(.25+.75*length/(10./3)))
	}
	a := m.Rank(measure.Question{Intent: "an apple, APPLES"})
	if !slices.Equal(a.IDs, []string{"two", "one"}) || math.Abs(a.Confidence-part(2, 5)) > 1e-12 {
		t.Errorf("%+v, want two with %v", a, part(2, 5))
	}
	if part(1, 3) >= part(2, 5) {
		t.Error("the test's own figures are wrong")
	}
	a = m.Rank(measure.Question{Intent: "cherries"})
	if want := math.Log(1+2.5/1.5) * 2.5 / (1 + 1.5*(.25+.75*5/(10./3))); !slices.Equal(a.IDs, []string{"two"}) || math.Abs(a.Confidence-want) > 1e-12 {
		t.Errorf("%+v, want two with %v", a, want)
	}
}

func TestBM25Words(t *testing.T) {
	// Each request finds the tool by one word only.
	for _, tt := range []struct{ tool, intent string }{
		{"createIssue", "issues"}, {"HTTPServer", "the server"}, {"get_policies", "policy"}, {"caches", "cache"},
		{"status", "status"}, {"Größe", "größe"}, {"list-v2", "V2"}, {"проверка", "Проверка"},
	} {
		a := baseline.NewBM25(build(t, `{"id":"`+tt.tool+`","one_line":"-"}`)).Rank(measure.Question{Intent: tt.intent})
		if !slices.Equal(a.IDs, []string{tt.tool}) {
			t.Errorf("%q does not find %q", tt.intent, tt.tool)
		}
	}
	m := baseline.NewBM25(build(t, desk))
	if a := m.Rank(measure.Question{Intent: "what is it to you"}); a.Outcome != runtime.NoMatch || len(a.IDs) != 0 {
		t.Errorf("common words find %+v", a)
	}
}

func TestBM25KeepsSkillsToSearching(t *testing.T) {
	file, diags := source.ParseCapabilities("test.json", []byte(`{"capabilities":[`+desk+`,{"id":"mail-skill","kind":"skill","one_line":"All about mail.","intent_verbs":["act"]}]}`))
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	cat, _ := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	for verb, want := range map[runtime.Verb]bool{runtime.Act: false, runtime.Find: true, runtime.Any: true} {
		a := baseline.NewBM25(cat).Rank(measure.Question{Verb: verb, Intent: "mail"})
		if slices.Contains(a.IDs, "mail-skill") != want {
			t.Errorf("%q finds %v; the skill should be there: %v", verb, a.IDs, want)
		}
		if ids := baseline.NewSeed(cat).Rank(measure.Question{Verb: verb, Intent: "mail"}).IDs; slices.Contains(ids, "mail-skill") {
			t.Errorf("the original ranks a skill: %v", ids)
		}
	}
}

// TestBaselinesAreFunctions: an answer depends on the question only, names
// nothing twice, and keeps to the verb and the pool.
func TestBaselinesAreFunctions(t *testing.T) {
	cat := build(t, desk)
	all := []string{"mail_send", "mail_search", "note_add", "note_zap"}
	for _, name := range []string{"seed", "bm25"} {
		ranker, err := baseline.New(name, cat)
		if err != nil {
			t.Fatal(err)
		}
		question := rapid.Custom(func(t *rapid.T) measure.Question {
			q := measure.Question{
				Verb:   rapid.SampledFrom([]runtime.Verb{runtime.Any, runtime.Ask, runtime.Write, runtime.Why}).Draw(t, "verb"),
				Intent: strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"mail", "notes", "send", "ann", "the", "zzz"}), 0, 5).Draw(t, "words"), " "),
			}
			if rapid.Bool().Draw(t, "restricted") {
				q.Pool = rapid.SliceOfDistinct(rapid.SampledFrom(all), rapid.ID).Draw(t, "pool")
			}
			return q
		})
		rapid.Check(t, func(t *rapid.T) {
			q := question.Draw(t, "q")
			first := ranker.Rank(q)
			ranker.Rank(question.Draw(t, "other"))
			if again := ranker.Rank(q); !reflect.DeepEqual(first, again) {
				t.Fatalf("%s: %+v, then %+v", name, first, again)
			}
			for i, id := range first.IDs {
				if slices.Contains(first.IDs[:i], id) || q.Pool != nil && !slices.Contains(q.Pool, id) {
					t.Fatalf("%s: %v of pool %v", name, first.IDs, q.Pool)
				}
				if q.Verb != runtime.Any && !slices.Contains(cat.Lookup(id).Verbs, q.Verb.String()) {
					t.Fatalf("%s: %s is not behind %s", name, id, q.Verb)
				}
			}
		})
	}
}
