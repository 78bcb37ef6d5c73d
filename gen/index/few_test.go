package index_test

import (
	"testing"

	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

// The first tool that gets examples is reached by them and does not draw the
// requests of the others, whose everyday words no description holds.
func TestFewExamplesDrawOnlyTheirOwn(t *testing.T) {
	r, err := index.Router(t.Context(), surface(t,
		`{"id":"tug_order","one_line":"Order a tug for a ship.","examples":["could you please get me help for which I am waiting","what do you have that can pull her in",
		"show me who is able to push", "please give her a push", "is there anything that can tow",
		"I would like to have a hand with the big one", "we need a strong friend at the bow"]}`,
		`{"id":"tide_returns","one_line":"Returns the tide at a place."}`,
		`{"id":"ships_lists","one_line":"Lists the ships in port."}`,
		`{"id":"berth_create","one_line":"Create a berth for a ship."}`,
		`{"id":"berth_delete","one_line":"Delete a berth."}`,
		`{"id":"papers_print","one_line":"Print the papers of a ship."}`), index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for intent, want := range map[string]string{
		"give me the tide for tomorrow":        "tide_returns",
		"show me which ships we have in port":  "ships_lists",
		"I would like to have a berth created": "berth_create",
		"can it tow and push":                  "tug_order",
	} {
		_, found := r.Resolve(nil, runtime.Query{Intent: intent})
		if len(found) == 0 || found[0].ID != want {
			t.Errorf("%q: %v, want %s", intent, found, want)
		}
	}
}
