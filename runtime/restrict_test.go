package runtime_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

func without(ids ...string) func(*runtime.Record) bool {
	return func(rec *runtime.Record) bool { return !slices.Contains(ids, rec.ID) }
}

// What is taken out is named nowhere, and the rest is ranked as before.
func TestRestrict(t *testing.T) {
	whole := compile(t, platform)
	r := whole.Restrict(without("mail_send", "kvcache_stats"))
	if r.Len() != whole.Len()-2 || r.Ids() != whole.Ids() || r.Retired() != 0 {
		t.Errorf("%d of %d, %d retired", r.Len(), r.Ids(), r.Retired())
	}
	for _, id := range []string{"mail_send", "kvcache_stats"} {
		number, _ := whole.Lookup(id)
		if _, ok := r.Lookup(id); ok {
			t.Errorf("%s can be looked up", id)
		}
		if _, err := r.Record(number); err == nil {
			t.Errorf("the record of %s can be read", id)
		}
		for _, v := range runtime.Verbs {
			if slices.Contains(r.Behind(v), id) {
				t.Errorf("%s is behind %s", id, v)
			}
		}
		d, got := resolve(r, runtime.Any, id)
		if slices.Contains(got, id) || d.Elsewhere >= 0 {
			t.Errorf("%s: %+v %v", id, d, got)
		}
	}
	for _, intent := range []string{"send a mail to the team", "email ann the slides"} {
		q := runtime.Query{Verb: runtime.Act, Intent: intent}
		d, got := resolve(r, runtime.Act, intent)
		if slices.Contains(got, "mail_send") {
			t.Errorf("%q: %+v %v", intent, d, got)
		}
		if !r.Withheld(q) || whole.Withheld(q) {
			t.Errorf("%q: withheld %v, on the whole surface %v", intent, r.Withheld(q), whole.Withheld(q))
		}
		if e := r.Explain(q); strings.Contains(e.Why+e.Question, "mail_send") {
			t.Errorf("the explanation names what is withheld: %s %s", e.Why, e.Question)
		}
	}
	if q := (runtime.Query{Verb: runtime.Ask, Intent: "zzz qqq"}); r.Withheld(q) {
		t.Error("what nothing serves counts as withheld")
	}
	if _, got := resolve(r.Restrict(without("mail_search")), runtime.Any, "mails from the bank"); slices.Contains(got, "mail_search") || slices.Contains(got, "mail_send") {
		t.Errorf("restricted twice: %v", got)
	}
}

// Records do not name what is taken out.
func TestRestrictedRecords(t *testing.T) {
	skill := source.Skill{Name: "post", Description: "How mail is written here.", Wraps: []string{"mail_send", "mail_search"}}
	r := compile(t, platform, skill).Restrict(without("mail_send"))
	number, ok := r.Lookup("post")
	if !ok {
		t.Fatal("the skill is gone")
	}
	rec, err := r.Record(number)
	if err != nil || !slices.Equal(rec.Wraps, []string{"mail_search"}) {
		t.Errorf("the skill wraps %v, %v", rec.Wraps, err)
	}
}

// Whatever is asked, the candidates of a restricted router begin with those of
// the whole one without what was taken out, in the same order. Weak ones may
// follow that only what was taken out had made look worthless.
func TestRestrictKeepsTheOrder(t *testing.T) {
	whole := crowd(t, 96)
	ids := whole.Behind(runtime.Any)
	rapid.Check(t, func(t *rapid.T) {
		gone := rapid.SliceOfDistinct(rapid.SampledFrom(ids), rapid.ID[string]).Draw(t, "gone")
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"list", "invoice", "refund", "7", "12", "create", "order", "region"}), 1, 5).Draw(t, "words")
		q := runtime.Query{Verb: runtime.Any, Intent: strings.Join(words, " ")}
		var want, got []string
		for _, c := range whole.RankAll(q) {
			if !slices.Contains(gone, c.ID) {
				want = append(want, c.ID)
			}
		}
		for _, c := range whole.Restrict(without(gone...)).RankAll(q) {
			got = append(got, c.ID)
		}
		if len(got) < len(want) || !slices.Equal(want, got[:len(want)]) {
			t.Fatalf("without %v: got %v, want %v", gone, got, want)
		}
	})
}
