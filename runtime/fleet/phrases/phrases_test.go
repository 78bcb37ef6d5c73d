package phrases_test

import (
	"fmt"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/fleet/phrases"
)

func TestAllAreRead(t *testing.T) {
	if n := phrases.Len(); n < 300 {
		t.Errorf("%d tools are known", n)
	}
}

func TestOf(t *testing.T) {
	for _, c := range []struct {
		tool   string
		params []string
		known  bool
	}{
		{"list_directory", []string{"path"}, true},
		{"list_directory", []string{"path", "depth"}, true},
		{"list_directory", []string{"tenant", "office", "people"}, false},
		{"read_graph", nil, true},
		{"git_status", []string{"path", "includeUntracked"}, true},
		{"git_status", []string{"repo_path"}, false},
		{"pods_list", []string{"fieldSelector", "labelSelector"}, true},
		{"no_such_tool", nil, false},
	} {
		if got := phrases.Of(c.tool, c.params); (len(got) > 0) != c.known {
			t.Errorf("%s%v: %q", c.tool, c.params, got)
		}
	}
	// Two servers have a tool of this name; their parameters tell which is meant.
	code, graph := phrases.Of("create_issue", []string{"owner", "repo", "title", "body"}), phrases.Of("create_issue", []string{"project_id", "title", "description", "labels", "assignee_ids", "milestone_id"})
	if len(code) == 0 || len(graph) == 0 || code[0] == graph[0] {
		t.Error(code, graph)
	}
}

func Example() {
	fmt.Println(phrases.Of("list_directory", []string{"path"})[0])
	// Output: ls ~/Downloads
}
