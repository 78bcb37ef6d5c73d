package sweep_test

import (
	"os"
	"slices"
	"testing"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

// TestCallNames tells the calls of functions from those of tools that do not
// exist, where tools have names such as get_issue.
func TestCallNames(t *testing.T) {
	t.Chdir(t.TempDir())
	writeSkill(t, "skills/a")
	const tools = `{"tools":[{"name":"get_issue","description":"Reads one issue of a project."},{"name":"get_labels","description":"Lists the colours of tags."},` +
		`{"name":"tracker_open","description":"Opens a file for good."},{"name":"tracker_close","description":"Ends the day at the desk."}]}`
	text := plainSkill + "\n```\nget_users(limit=1)\nget_isue(id=1)\nget_issue(id=1)\ncreate_engine(url=\"x\")\ntracker_shut(id=1)\n```\n"
	for path, text := range map[string]string{"tools.json": tools, "skills/a/SKILL.md": text} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	project, err := sweep.Load(sweep.Options{Dirs: []string{"skills"}, Descriptors: []string{"tools.json"}, Config: withoutResolver})
	if err != nil {
		t.Fatal(err)
	}
	var lines []int
	for _, f := range project.Findings() {
		if f.Rule == "call-tool" {
			lines = append(lines, f.Pos.Line)
		}
	}
	if want := []int{12, 15}; !slices.Equal(lines, want) {
		t.Errorf("unknown tools in lines %v, want %v", lines, want)
	}
}
