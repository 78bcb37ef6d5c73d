package index

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

// harbour is a surface of tools with descriptions; examples are those of the
// first, the only one that has any.
func harbour(t *testing.T, examples ...string) *catalog.Catalog {
	t.Helper()
	descriptors := []string{fmt.Sprintf(`{"id":"tug_order","one_line":"Order a tug for a ship.","examples":[%s]}`, quoteAll(examples))}
	for _, about := range []string{"Returns the tide at a place", "Lists the ships in port", "Create a berth for a ship", "Delete a berth", "Print the papers of a ship"} {
		words := strings.Fields(strings.ToLower(about))
		descriptors = append(descriptors, fmt.Sprintf(`{"id":"%s_%s","one_line":"%s."}`, words[2], words[0], about))
	}
	file, diags := source.ParseCapabilities("test.json", []byte(`{"capabilities":[`+strings.Join(descriptors, ",")+`]}`))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	cat, diags := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return cat
}

func quoteAll(texts []string) string {
	var out []string
	for _, s := range texts {
		out = append(out, fmt.Sprintf("%q", s))
	}
	return strings.Join(out, ",")
}

// The first tool that gets examples is reached by them and does not draw the
// requests of the others, whose everyday words no description holds.
func TestFewExamplesDrawOnlyTheirOwn(t *testing.T) {
	r, err := Router(context.Background(), harbour(t,
		"could you please get me help for which I am waiting", "what do you have that can pull her in",
		"show me who is able to push", "please give her a push", "is there anything that can tow",
		"I would like to have a hand with the big one", "we need a strong friend at the bow"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for intent, want := range map[string]string{
		"give me the tide for tomorrow":        "tide_returns",
		"show me which ships we have in port":  "ships_lists",
		"I would like to have a berth created": "berth_create",
		"can it tow and push":                  "tug_order",
	} {
		// The ids are made of the words of the descriptions.
		_, found := r.Resolve(nil, runtime.Query{Intent: intent})
		if len(found) == 0 || found[0].ID != want {
			t.Errorf("%q: %v, want %s", intent, found, want)
		}
	}
}

func TestSpread(t *testing.T) {
	cat := harbour(t)
	for _, c := range []struct {
		have int
		want spread
	}{{0, few}, {1, few}, {2, few}, {3, many}, {5, many}, {6, every}} {
		examples := map[string][]string{"nowhere": {"a"}}
		for _, one := range cat.Capabilities[:c.have] {
			examples[one.ID] = []string{"a request"}
		}
		if got := spreadOf(cat, examples); got != c.want {
			t.Errorf("%d of %d tools: %d, want %d", c.have, len(cat.Capabilities), got, c.want)
		}
	}
}
