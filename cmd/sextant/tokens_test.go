package main

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/generated"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

var update = flag.Bool("update", false, "write the golden files anew")

// maxIntentTokens bounds what the default mode costs with every request.
const maxIntentTokens = 1200

// What the lists of the shipped surface cost is recorded; a change has to be
// made on purpose, and shows in a diff.
func TestTokensOfTheShippedSurface(t *testing.T) {
	r, err := generated.NewRouter()
	if err != nil {
		t.Fatal(err)
	}
	costs, err := listCosts(r)
	if err != nil {
		t.Fatal(err)
	}
	if n := costs[string(surface.ModeIntent)].Tokens; n > maxIntentTokens {
		t.Errorf("the mode intent costs %d tokens, more than %d", n, maxIntentTokens)
	}
	got, err := json.MarshalIndent(costs, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	const path = "testdata/tokens.json"
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("the cost of a list has changed; if that is meant, run this test with -update (-want +got):\n%s", diff)
	}
}
