package runtime_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

func only(ids ...string) func(*runtime.Record) bool {
	return func(rec *runtime.Record) bool { return slices.Contains(ids, rec.ID) }
}

func extract(t testing.TB, r *runtime.Router, ids ...string) *runtime.Router {
	t.Helper()
	part, err := r.Extract(only(ids...))
	if err != nil {
		t.Fatal(err)
	}
	return part
}

// What is not kept is nowhere in the tables, and a request for it fits nothing.
func TestExtract(t *testing.T) {
	skill := source.Skill{Name: "mail-ways", Path: "skills/mail-ways/SKILL.md", Tier: "core", Wraps: []string{"mail_send", "mail_search"}, Description: "Mail."}
	hint := `{"id":"cal_export","one_line":"Export the calendar to a file.","intent_verbs":["ask"],"when_not":["Someone is to be told: mail_send does that.","The file is huge."]}`
	whole := compile(t, platform+","+hint, skill)
	r := extract(t, whole, "cal_create_event", "cal_list_events", "cal_export", "mail-ways", "mail_search")
	if r.Len() != 5 || r.Ids() != whole.Ids() {
		t.Errorf("%d of %d", r.Len(), r.Ids())
	}
	tables := r.Tables()
	for _, rows := range []string{tables.Capabilities, tables.Lexical, tables.Schemas, tables.Notes, tables.Skills} {
		for _, word := range []string{"mail_send", "kvcache", "writeback", "slide"} {
			if strings.Contains(rows, word) {
				t.Errorf("%q is still in the tables: %s", word, rows)
			}
		}
	}
	if tables.Digest == whole.Tables().Digest || r.Tables().Verify() != nil {
		t.Errorf("digest %s, %v", tables.Digest, r.Tables().Verify())
	}
	for _, intent := range []string{"mail_send", "email ann the slides", "kv cache stats", "push proposed changes back"} {
		if d, got := resolve(r, runtime.Any, intent); d.Outcome == runtime.Route && d.Reason == runtime.ByName || slices.Contains(got, "mail_send") {
			t.Errorf("%q: %+v %v", intent, d, got)
		}
	}
	if d, got := resolve(r, runtime.Ask, "what is on today"); d.Outcome != runtime.Route || got[0] != "cal_list_events" {
		t.Errorf("what is kept: %+v %v", d, got)
	}
	number, _ := r.Lookup("mail-ways")
	if rec, err := r.Record(number); err != nil || !slices.Equal(rec.Wraps, []string{"mail_search"}) {
		t.Errorf("the skill wraps %v, %v", rec.Wraps, err)
	}
	number, _ = r.Lookup("cal_export")
	if rec, err := r.Record(number); err != nil || !slices.Equal(rec.WhenNot, []string{"The file is huge."}) {
		t.Errorf("when not: %v, %v", rec.WhenNot, err)
	}
}

func TestExtractNothing(t *testing.T) {
	if r, err := compile(t, platform).Extract(only()); err == nil {
		t.Errorf("a router of %d capabilities", r.Len())
	}
}

// Extracting everything changes no answer.
func TestExtractAll(t *testing.T) {
	whole := crowd(t, 60)
	all, err := whole.Extract(func(*runtime.Record) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		q := runtime.Query{Verb: runtime.Act, Intent: strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"list", "invoice", "refund", "7", "12", "create", "region"}), 1, 5).Draw(t, "words"), " ")}
		before, was := whole.Resolve(nil, q)
		after, is := all.Resolve(nil, q)
		if before != after || !slices.Equal(was, is) {
			t.Fatalf("%q: %+v %v, then %+v %v", q.Intent, before, was, after, is)
		}
	})
}

// A request in the words of what is absent looks like one that nothing serves.
func TestExtractTeachesWhatIsNotServed(t *testing.T) {
	whole := compile(t, platform)
	part := extract(t, whole, "cal_create_event", "cal_list_events")
	for _, intent := range []string{"mails from the bank since may", "where is the mail about the lease"} {
		before, _ := resolve(whole, runtime.Any, intent)
		after, got := resolve(part, runtime.Any, intent)
		if before.Outcome == runtime.NoMatch || after.Outcome != runtime.NoMatch || after.None <= before.None {
			t.Errorf("%q: %v with none %.2f, then %v with %.2f %v", intent, before.Outcome, before.None, after.Outcome, after.None, got)
		}
	}
}

func TestSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOf(rapid.IntRange(0, 300)).Draw(t, "in")
		var s runtime.Set
		for _, n := range in {
			s.Add(n)
		}
		for n := -1; n < 310; n++ {
			if s.Has(n) != slices.Contains(in, n) {
				t.Fatalf("%d in %v: %t", n, in, s.Has(n))
			}
		}
	})
	var none *runtime.Set
	if none.Has(0) {
		t.Error("nil holds 0")
	}
}

// Among restricts the candidates, whatever the verb, and nothing else.
func TestAmong(t *testing.T) {
	r := compile(t, platform)
	var among runtime.Set
	for _, id := range []string{"cal_create_event", "mail_search"} {
		number, _ := r.Lookup(id)
		among.Add(number)
	}
	q := runtime.Query{Verb: runtime.Any, Intent: "send a mail to the team about the appointment", Among: &among}
	d, got := r.Resolve(nil, q)
	for _, c := range got {
		if !among.Has(c.Number) {
			t.Errorf("%s is none of them", c.ID)
		}
	}
	if len(got) == 0 || d.Elsewhere >= 0 {
		t.Errorf("%+v %v", d, got)
	}
	if e := r.Explain(q); len(e.Candidates) != len(got) {
		t.Errorf("explained %v", e.Candidates)
	}
	dst := make([]runtime.Candidate, 0, runtime.DefaultK)
	if n := testing.AllocsPerRun(50, func() { r.Resolve(dst, q) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// Words that say nothing are no evidence, however much of the request they are.
func TestLittleEvidence(t *testing.T) {
	var shows []string
	for _, thing := range strings.Fields("lamp desk chair door window carpet shelf clock mirror heater kettle stove fridge piano") {
		shows = append(shows, strings.ReplaceAll(`{"id":"show_X","one_line":"Shows the X.","intent_verbs":["ask"],"examples":["what is the X like","what of the X"]}`, "X", thing))
	}
	r := compile(t, strings.Join(shows, ","))
	if d, got := resolve(r, runtime.Any, "what?"); d.Outcome != runtime.NoMatch {
		t.Errorf("%v %v %v", d.Outcome, d.Reason, got)
	}
	if d, got := resolve(r, runtime.Any, "what of the kettle?"); d.Outcome != runtime.Route || got[0] != "show_kettle" {
		t.Errorf("%v %v %v", d.Outcome, d.Reason, got)
	}
}

// Two short words make no compound that is not written so: for me is no form.
func TestShortWordsMakeNoCompound(t *testing.T) {
	r := compile(t, platform+`,{"id":"form_fill","one_line":"Fill in a form.","intent_verbs":["act"]}`)
	if _, got := resolve(r, runtime.Any, "pay for me"); slices.Contains(got, "form_fill") {
		t.Errorf("for me is taken for a form: %v", got)
	}
	if _, got := resolve(r, runtime.Any, "the form"); !slices.Contains(got, "form_fill") {
		t.Errorf("the form: %v", got)
	}
}
