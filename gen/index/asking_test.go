package index_test

import (
	"testing"

	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

// first is the candidate that a surface puts first, by words alone.
func first(t *testing.T, tools []tool, intent string) string {
	t.Helper()
	_, got := load(t, tools, index.Options{LexicalOnly: true}).Resolve(nil, runtime.Query{Intent: intent})
	if len(got) == 0 {
		return ""
	}
	return got[0].ID
}

// A request that asks goes to what reads, one that orders to what changes, where
// the subject is the same.
func TestQuestionsAreForWhatReads(t *testing.T) {
	kiln := []tool{
		{id: "fire_glaze", says: "Adds a glaze to the firing."},
		{id: "glaze_shelf", says: "Lists the glaze of the firing."},
	}
	for intent, want := range map[string]string{
		"what glaze is in the firing":            "glaze_shelf",
		"tell me the glaze of the firing":        "glaze_shelf",
		"could you show me the glaze for firing": "glaze_shelf",
		"add this glaze to the firing":           "fire_glaze",
	} {
		if got := first(t, kiln, intent); got != want {
			t.Errorf("%q goes to %q, want %s", intent, got, want)
		}
	}
}

// The name of an endpoint leads with its method; the end of its path says what is
// done only where something is sent there.
func TestEndpointsLeadWithTheirMethod(t *testing.T) {
	choir := []tool{
		{id: "GET /me/following", says: "Singers of the current user"},
		{id: "PUT /me/following", says: "Singers of the current user"},
		{id: "DELETE /me/following", says: "Singers of the current user"},
		{id: "GET /choir/pause", says: "The state of the choir"},
		{id: "PUT /choir/pause", says: "The state of the choir"},
	}
	for intent, want := range map[string]string{
		"follow these singers":   "PUT /me/following",
		"remove these singers":   "DELETE /me/following",
		"get my singers":         "GET /me/following",
		"pause the choir please": "PUT /choir/pause",
	} {
		if got := first(t, choir, intent); got != want {
			t.Errorf("%q goes to %q, want %s", intent, got, want)
		}
	}
}
