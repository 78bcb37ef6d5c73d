package catalog_test

import (
	"slices"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
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
	taught := cat.ReachedBy(map[string][]string{
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
		if got := cat.ReachedBy(map[string][]string{c.id: {c.verb}}).Lookup(c.id).Changes; got != c.want {
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
