package index_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

// What a description does not say outright still counts: other words of the
// same meaning, and which word it leads with.
func TestOtherWordsForTheSame(t *testing.T) {
	studio := []tool{
		{id: "prints_delete", says: "Delete a print."},
		{id: "prints_rename", says: "Rename a print."},
		{id: "artists_followed", says: "List the artists whom a visitor came to follow."},
		{id: "artists_follow", says: "Follow an artist."},
	}
	r := load(t, studio, index.Options{LexicalOnly: true})
	for _, c := range []struct{ intent, want string }{
		{"erase the third print", "prints_delete"},
		{"get rid of this print", "prints_delete"},
		{"please relabel the print", "prints_rename"},
		{"follow this artist", "artists_follow"},
		{"subscribe to her", "artists_follow"},
	} {
		_, got := r.Resolve(nil, runtime.Query{Intent: c.intent})
		if len(got) == 0 || got[0].ID != c.want {
			t.Errorf("%q: %v, want %s first", c.intent, got, c.want)
		}
	}
}

// A synonym counts less than the capability's own word, and does not make that
// word commoner.
func TestSynonymsComeAfterTheWordItself(t *testing.T) {
	both := []tool{
		{id: "jar_erase", says: "Erase a jar."},
		{id: "jar_delete", says: "Delete a jar."},
	}
	r := load(t, both, index.Options{LexicalOnly: true})
	for word, want := range map[string]string{"erase": "jar_erase", "delete": "jar_delete"} {
		_, got := r.Resolve(nil, runtime.Query{Intent: word + " the jar"})
		if len(got) != 2 || got[0].ID != want || got[0].Score <= got[1].Score {
			t.Errorf("%s: %v, want %s clearly first", word, got, want)
		}
	}
}

// Explain says which of the user's words was taken for another.
func TestSynonymsAreExplained(t *testing.T) {
	r := load(t, []tool{{id: "jar_delete", says: "Delete a jar."}, {id: "jar_fill", says: "Fill a jar."}}, index.Options{LexicalOnly: true})
	e := r.Explain(runtime.Query{Intent: "erase it"})
	if len(e.Candidates) == 0 || len(e.Unknown) > 0 {
		t.Fatalf("candidates %v, unknown %q", e.Candidates, e.Unknown)
	}
	found := slices.ContainsFunc(e.Candidates[0].Evidence, func(ev runtime.Evidence) bool {
		return ev.Feature == "~eras" || ev.Feature == "~erase"
	})
	if !found || !slices.Equal(e.Candidates[0].Matched, []string{"erase"}) {
		t.Errorf("matched %q on %s", e.Candidates[0].Matched, fmt.Sprint(e.Candidates[0].Evidence))
	}
}

// Words of grammar count in names, where they are chosen, and hardly in prose.
func TestGrammarCountsInNamesOnly(t *testing.T) {
	r := load(t, []tool{
		{id: "lamp_switch_off", says: "Darken a lamp."},
		{id: "lamp_dim", says: strings.Repeat("Off, off with it, off again. ", 3) + "Dim a lamp."},
	}, index.Options{LexicalOnly: true})
	_, got := r.Resolve(nil, runtime.Query{Intent: "off"})
	if len(got) == 0 || got[0].ID != "lamp_switch_off" {
		t.Errorf("off: %v, want the name that holds it first", got)
	}
}
