package measure_test

import (
	"context"
	"slices"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

const office = `
{"id":"mail_send","one_line":"Send a mail to one or more people.","intent_verbs":["act"]},
{"id":"mail_search","one_line":"Find mails by sender or subject.","intent_verbs":["ask"]},
{"id":"cal_create","one_line":"Put an appointment into the calendar.","intent_verbs":["write"]},
{"id":"cal_list","one_line":"Show the appointments of a day.","intent_verbs":["ask"]}`

func catalogOf(t testing.TB, descriptors string) *catalog.Catalog {
	t.Helper()
	file, diags := source.ParseCapabilities("test.json", []byte(`{"capabilities":[`+descriptors+`]}`))
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	cat, diags := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	return cat
}

func officeRouter(t testing.TB) *runtime.Router {
	t.Helper()
	r, err := index.Router(context.Background(), catalogOf(t, office), index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestFromRouterAnswersLikeTheRouter(t *testing.T) {
	r := officeRouter(t)
	ranker := measure.FromRouter(r)
	for _, q := range []measure.Question{
		{Intent: "send a mail to people"}, {Intent: "appointments", Verb: runtime.Ask},
		{Intent: "send", Verb: runtime.Ask}, {Intent: "zzz"}, {Intent: ""},
	} {
		d, candidates := r.Resolve(nil, runtime.Query{Verb: q.Verb, Intent: q.Intent, K: runtime.MaxK})
		a := ranker.Rank(q)
		var ids []string
		for _, c := range candidates {
			ids = append(ids, c.ID)
		}
		if a.Outcome != d.Outcome || a.Confidence != d.Confidence || !slices.Equal(a.IDs, ids) {
			t.Errorf("%+v: answer %+v, decision %+v with %v", q, a, d, ids)
		}
	}
}

func TestFromRouterKeepsToThePool(t *testing.T) {
	ranker := measure.FromRouter(officeRouter(t))
	a := ranker.Rank(measure.Question{Intent: "send mail", Pool: []string{"mail_search", "cal_list", "no_such_tool"}})
	if !slices.Equal(a.IDs, []string{"mail_search"}) {
		t.Errorf("%v, want the one of the pool that knows a word", a.IDs)
	}
	if a := ranker.Rank(measure.Question{Intent: "send a mail", Pool: []string{}}); len(a.IDs) > 0 || a.Outcome != runtime.NoMatch {
		t.Errorf("an empty pool offers %+v", a)
	}
}

func TestFromRouterExplains(t *testing.T) {
	x, ok := measure.FromRouter(officeRouter(t)).(measure.Explainer)
	if !ok {
		t.Fatal("no explainer")
	}
	evidence := x.Evidence(measure.Question{Intent: "send it"}, "mail_send")
	if !slices.ContainsFunc(evidence, func(e runtime.Evidence) bool { return e.Words == "send" && e.Impact > 0 }) {
		t.Errorf("%+v: want the word send", evidence)
	}
	if e := x.Evidence(measure.Question{Intent: "send it"}, "cal_list"); e != nil {
		t.Errorf("evidence %+v for what is no candidate", e)
	}
}

func TestFromRouterTimesResolve(t *testing.T) {
	s := measure.MeasureSpeed(measure.FromRouter(officeRouter(t)), []measure.Question{{Intent: "send a mail"}, {Intent: "zzz"}}, 2)
	if s.Allocs != 0 {
		t.Errorf("%v allocations an answer, want none", s.Allocs)
	}
}

func TestMutating(t *testing.T) {
	mutates := measure.Mutating(catalogOf(t, `
		{"id":"reads","one_line":"x","does":[{"action":"list","mutates":false},{"action":"get","mutates":"false"}]},
		{"id":"also_writes","one_line":"x","does":[{"action":"list","mutates":false},{"action":"put","mutates":true}]},
		{"id":"unknown","one_line":"x","does":[{"action":"list","mutates":"~true"}]},
		{"id":"unsaid","one_line":"x","does":[{"action":"list"}]},
		{"id":"no_actions","one_line":"x"},
		{"id":"says_it_reads","one_line":"x","annotations":{"readOnlyHint":true}},
		{"id":"says_it_writes","one_line":"x","annotations":{"readOnlyHint":false}},
		{"id":"a_skill","one_line":"x","kind":"skill"}`))
	for id, want := range map[string]bool{
		"reads": false, "also_writes": true, "unknown": true, "unsaid": true, "no_actions": true,
		"says_it_reads": false, "says_it_writes": true, "a_skill": false, "no_such_tool": false,
	} {
		if got := mutates(id); got != want {
			t.Errorf("%s mutates: %v, want %v", id, got, want)
		}
	}
}
