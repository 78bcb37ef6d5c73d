package source_test

import (
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/source"
)

func TestBoundedMarkdown(t *testing.T) {
	emphases := strings.Repeat("*a_\n", 10_000)
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"nothing", "", true},
		{"a thousand markers", strings.Repeat("> ", 1000) + "x", true},
		{"one more", "text\n\n" + strings.Repeat("> ", 1001) + "x", false},
		{"ten thousand references", strings.Repeat("[a]: b\n", 10_000), true},
		{"one more of them", strings.Repeat("[a]: b\n", 10_001), false},
		{"twenty thousand emphases", emphases, true},
		{"as many in each paragraph", emphases + "\n" + emphases, true},
		{"one more in a paragraph", emphases + "_", false},
	} {
		if got := source.BoundedMarkdown([]byte(c.text)); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		const front = "---\nname: a\ndescription: b\n---\n"
		_, found := source.ParseSkill("a/SKILL.md", []byte(front+c.text))
		nested := false
		for _, d := range found {
			nested = nested || d.Code == source.CodeNesting
		}
		if nested == c.want {
			t.Errorf("%s: the reader found %v", c.name, found)
		}
	}
}
