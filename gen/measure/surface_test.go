package measure_test

import (
	"flag"
	"os"
	"testing"

	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// scripted is a ranker that answers by heart, so that what is tested is the
// harness and not how well a surface routes.
type scripted map[string]measure.Answer

func (s scripted) Rank(q measure.Question) measure.Answer { return s[q.Intent] }

// Evidence says that every candidate has the request's first letter for it.
func (s scripted) Evidence(q measure.Question, id string) []runtime.Evidence {
	for i, known := range s[q.Intent].IDs {
		if known == id {
			return []runtime.Evidence{
				{Feature: "w", Words: q.Intent[:1], Impact: 90 - i},
				{Feature: "first_second", Impact: -1 - i},
			}
		}
	}
	return nil
}

// answers are what scripted says to the rows of testdata/corpus.jsonl.
var answers = scripted{
	"send a mail to the team":                     {Outcome: runtime.Route, Confidence: .9, IDs: []string{"mail_send", "mail_move", "cal_create"}},
	"put the offsite on monday":                   {Outcome: runtime.Route, Confidence: .8, IDs: []string{"cal_move", "cal_create"}},
	"free on friday, and what did the bank write": {Outcome: runtime.AskBack, Confidence: .5, IDs: []string{"cal_free", "x1", "x2", "x3", "x4", "mail_search", "cal_list"}},
	"anything from ann?":                          {Outcome: runtime.AskBack, Confidence: .4, IDs: []string{"mail_search", "cal_list"}},
	"move it to tuesday":                          {Outcome: runtime.Route, Confidence: .6, IDs: []string{"cal_move", "mail_move"}},
	"will it rain":                                {Outcome: runtime.NoMatch, Confidence: .1, IDs: []string{"cal_free"}},
	"order pizza for the team meeting":            {Outcome: runtime.Route, Confidence: .8, IDs: []string{"cal_create"}},
}

// mutating are the capabilities that change something.
func mutating(id string) bool { return id != "cal_list" && id != "cal_free" && id != "mail_search" }

func corpus(t testing.TB) []source.Route {
	t.Helper()
	rows, diags := source.ReadRoutes("testdata/corpus.jsonl")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	return rows
}

// speed stands in for what can't be the same on two machines.
var speed = measure.Speed{Latency: measure.Latency{P50: 1500, P99: 20000}}

// fixedReport is the report of the scripted ranker on the corpus.
func fixedReport(t testing.TB) *measure.Report {
	t.Helper()
	rows := corpus(t)
	opt := measure.Options{Mutates: mutating}
	results := measure.Run(answers, rows, opt)
	r := &measure.Report{Corpus: []string{"corpus.jsonl"}, Capabilities: 12, Seen: 1}
	r.Main = measure.Measured{Name: "sextant", Results: results, Summary: measure.Summarize(results, speed)}
	blind := measure.Run(scripted{}, rows, opt)
	r.Baselines = []measure.Measured{{Name: "blind", Results: blind, Summary: measure.Summarize(blind, measure.Speed{})}}
	r.Misses, r.Missed = measure.Misses(answers, results, 4, 1)
	return r
}

func compareGolden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s differs; look at it and run go test -update\n got:\n%s", path, got)
	}
}
