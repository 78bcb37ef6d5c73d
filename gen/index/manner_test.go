package index

import (
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
)

func TestSpread(t *testing.T) {
	cat := &catalog.Catalog{Capabilities: []*catalog.Capability{{ID: "skill", Kind: catalog.KindSkill}}}
	for _, id := range []string{"a", "b", "c", "d", "e", "f"} {
		cat.Capabilities = append(cat.Capabilities, &catalog.Capability{ID: id})
	}
	tools := cat.Capabilities[1:]
	for _, c := range []struct {
		have int
		want spread
	}{{0, few}, {1, few}, {2, few}, {3, many}, {5, many}, {6, every}} {
		examples := map[string][]phrasing{"nowhere": {{"a", 1}}}
		for _, one := range tools[:c.have] {
			examples[one.ID] = []phrasing{{"a request", 1}}
		}
		if got := spreadOf(cat, examples); got != c.want {
			t.Errorf("%d of %d tools: %d, want %d", c.have, len(tools), got, c.want)
		}
	}
}
