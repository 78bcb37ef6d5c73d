package naming_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/runtime/naming"
)

func ExampleWords() {
	words := naming.Words("getOrShutDownHost")
	for i, w := range words {
		if s := naming.At(words, i); s.Class.Changes() {
			fmt.Println(w, s.Class == naming.Destroy, s.Verb)
		}
	}
	// Output: shut true act
}

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"":                "",
		"get_user":        "get user",
		"getUserById":     "get user by id",
		"HTTPFetch":       "http fetch",
		"listDBDrop":      "list db drop",
		"v2.users-remove": "v users remove",
		"DELETE_USER":     "delete user",
		"école/Créer":     "école créer",
	} {
		if got := strings.Join(naming.Words(name), " "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// Words lose and add no letter, whatever the name.
func TestWordsKeepLetters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringOf(rapid.RuneFrom([]rune("abzABZ_-./09 "))).Draw(t, "name")
		bare := strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "", "/", "", " ", "", "0", "", "9", "").Replace(name))
		words := naming.Words(name)
		if got := strings.Join(words, ""); got != bare {
			t.Fatalf("%q falls into %q", name, words)
		}
		if slices.Contains(words, "") {
			t.Fatalf("%q has an empty word in %q", name, words)
		}
	})
}

func TestSenses(t *testing.T) {
	for word, want := range map[string]naming.Sense{
		"get":     {Class: naming.State, Verb: "ask"},
		"explain": {Class: naming.Ask, Verb: "why"},
		"logs":    {Class: naming.State, Verb: "ask", Loose: true},
		"resolve": {Class: naming.VerbOrNoun, Verb: "manage"},
		"create":  {Class: naming.Change, Verb: "write"},
		"update":  {Class: naming.Change, Verb: "write", Loose: true},
		"disable": {Class: naming.Destroy, Verb: "manage"},
		"deleted": {},
		"shut":    {},
		"":        {},
	} {
		if got := naming.Of(word); got != want {
			t.Errorf("%s: %+v, want %+v", word, got, want)
		}
	}
	if pair := naming.At([]string{"shut", "down"}, 0); pair.Class != naming.Destroy {
		t.Errorf("shut down: %+v", pair)
	}
}

// Every word of the table stands in it once, as a name can be cut: in lower case,
// and with a verb of the six.
func TestTableIsWellFormed(t *testing.T) {
	n := 0
	for word, s := range naming.All() {
		n++
		if got := strings.Join(naming.Words(word), " "); got != word {
			t.Errorf("%q is never met: names give %q", word, got)
		}
		if s.Class == naming.None || s.Class.Reads() == s.Class.Changes() {
			t.Errorf("%s: class %d", word, s.Class)
		}
		if want := map[bool][]string{true: {"ask", "why"}, false: {"write", "act", "manage"}}[s.Class.Reads()]; !slices.Contains(want, s.Verb) {
			t.Errorf("%s: verb %q, want one of %v", word, s.Verb, want)
		}
	}
	if n != naming.Rows() {
		t.Errorf("%d words stand in %d places of the table", n, naming.Rows())
	}
}

func TestIsMode(t *testing.T) {
	for name, want := range map[string]bool{
		"action": true, "sub_command": true, "subCommand": true, "Sub-Command": true, "cmd": true,
		"actions": false, "model": false, "": false,
	} {
		if got := naming.IsMode(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
