package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
)

// What labelled requests say of the verbs of a capability comes before a guess
// and leaves a declaration alone.
func TestReachedBy(t *testing.T) {
	cat, diags := catalog.Build(catalog.Input{Descriptors: parse(t, `
		{"id":"wait_for","one_line":"Wait for a text to appear."},
		{"id":"get_page","one_line":"Returns a page."},
		{"id":"set_page","one_line":"Sets a page."},
		{"id":"ring","one_line":"Ring the bell.","intent_verbs":["act"]},
		{"id":"list_bells","one_line":"Lists bells."}`)})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	guessed := map[string][]string{}
	for _, c := range cat.Capabilities {
		guessed[c.ID] = slices.Clone(c.Verbs)
	}
	if !slices.Equal(guessed["get_page"], []string{"ask", "why"}) {
		t.Fatalf("get_page is guessed to be behind %v", guessed["get_page"])
	}
	taught := reached(t, cat, map[string][]string{
		"get_page": {"why", "act"}, "ring": {"manage"}, "nowhere": {"ask"},
	})
	for id, want := range map[string][]string{
		"get_page": {"why", "act", "ask"}, "ring": {"act"}, "list_bells": guessed["list_bells"], "wait_for": guessed["wait_for"],
	} {
		if got := taught.Lookup(id).Verbs; !slices.Equal(got, want) {
			t.Errorf("%s: behind %v, want %v", id, got, want)
		}
	}
	for _, c := range []struct {
		id, verb string
		want     bool
	}{{"get_page", "act", false}, {"get_page", "why", false}, {"set_page", "act", false}, {"set_page", "ask", true}} {
		if got := reached(t, cat, map[string][]string{c.id: {c.verb}}).Lookup(c.id).Changes; got != c.want {
			t.Errorf("%s behind %s: changes is %t, want %t", c.id, c.verb, got, c.want)
		}
	}
	for i, c := range cat.Capabilities {
		if !slices.Equal(c.Verbs, guessed[c.ID]) {
			t.Errorf("%s: the catalog that was taken from changed to %v", c.ID, c.Verbs)
		}
		if other := taught.Capabilities[i]; other.ID != c.ID || taught.Lookup(c.ID) != other {
			t.Errorf("place %d holds %s, want %s", i, other.ID, c.ID)
		}
	}
}

func reached(t *testing.T, cat *catalog.Catalog, verbs map[string][]string) *catalog.Catalog {
	t.Helper()
	out, diags := cat.ReachedBy(verbs)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	return out
}

// The note of a skill names the verb by which its first tool is really reached, and
// the skill stands behind that verb.
func TestNotesFollowTheVerb(t *testing.T) {
	cat, diags := catalog.Build(catalog.Input{
		Descriptors: parse(t, `{"id":"get_page","one_line":"Returns a page."},{"id":"ring","one_line":"Ring the bell.","intent_verbs":["act"]}`),
		Skills:      []source.Skill{skill("pages", "core", "get_page", "ring"), skill("bells", "core", "ring", "get_page"), skill("house", "meta")},
		Routes: map[string][]source.Route{"pages": {
			{Verb: "why", Intent: "what explains the blank page", Gold: []string{"get_page"}},
			{Verb: "manage", Intent: "the bell", Gold: []string{"ring"}},
		}},
		Notes: notes(t),
	})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	taught := reached(t, cat, catalog.LabelledVerbs(cat.RouteVerbs()))
	for i, want := range []struct{ name, verb string }{{"bells", "act"}, {"house", ""}, {"pages", "why"}} {
		s := taught.Skills[i]
		if s.Name != want.name || s.Verb != want.verb {
			t.Errorf("skill %d is %s behind %q, want %v", i, s.Name, s.Verb, want)
		}
		if named := strings.Contains(s.Note, "to `"+want.verb+"`"); named != (want.verb != "") {
			t.Errorf("%s: the note names %q: %t: %s", s.Name, want.verb, named, s.Note)
		}
	}
	if got := taught.Lookup("pages").Verbs; !slices.Equal(got, []string{"why"}) {
		t.Errorf("the skill is behind %v", got)
	}
	if s := cat.Skills[2]; s.Verb != "ask" || !strings.Contains(s.Note, "to `ask`") || !slices.Equal(cat.Lookup("pages").Verbs, []string{"ask"}) {
		t.Errorf("the catalog that was taken from changed: %q, %s", s.Verb, s.Note)
	}
}

// A template that can't be filled in with the other verb is told, and no note stands
// there for it.
func TestNoteThatFailsWithTheVerb(t *testing.T) {
	n, err := catalog.ParseNotes("{{if eq .Verb \"why\"}}{{index .Tools 9}}{{end}}Say it to {{.Verb}}.", "")
	if err != nil {
		t.Fatal(err)
	}
	cat, diags := catalog.Build(catalog.Input{
		Descriptors: parse(t, `{"id":"get_page","one_line":"Returns a page."}`), Skills: []source.Skill{skill("pages", "core", "get_page")}, Notes: n,
	})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	taught, diags := cat.ReachedBy(map[string][]string{"get_page": {"why"}})
	if len(diags) != 1 || diags[0].Code != "note-template" || diags[0].Pos.File != "pages/SKILL.md" || taught.Skills[0].Note != "" {
		t.Errorf("diagnostics %v, note %q", diags, taught.Skills[0].Note)
	}
}
