package sweep_test

import (
	"os"
	"testing"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

// TestNotesAreKept makes sure that a run without the right descriptors, from
// another folder or behind a slip in wraps, deletes no note.
func TestNotesAreKept(t *testing.T) {
	t.Chdir(t.TempDir())
	const note = "\n# A\n\n> **Behind the verbs.** Say it, or call `load_tools(tools=[\"one_tool\"])` outside `MCP_TOOL_MODE=intent`.\n\nText.\n"
	front := "---\nname: a\ndescription: Waters plants. Use it when they are dry.\n"
	const tools = `{"capabilities":[{"id":"other_tool","one_line":"Counts stars in the night sky.","intent_verbs":["ask"]}]}`
	if err := os.WriteFile("cpd.json", []byte(tools), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, fields string
		descriptors  []string
		found, fixed int
	}{
		{"no descriptors", "tier: core\nwraps: [one_tool]\n", nil, 0, 0},
		{"no descriptors, and no tool", "tier: core\n", nil, 0, 0},
		{"no descriptors, and a tier without notes", "tier: meta\n", nil, 1, 1},
		{"a tool that nothing describes", "tier: core\nwraps: [one_tool]\n", []string{"cpd.json"}, 1, 0},
		{"no tool", "tier: core\n", []string{"cpd.json"}, 1, 1},
	} {
		writeSkill(t, "skills/a")
		if err := os.WriteFile("skills/a/SKILL.md", []byte(front+c.fields+"---\n"+note), 0o644); err != nil {
			t.Fatal(err)
		}
		project, err := sweep.Load(sweep.Options{Dirs: []string{"skills"}, Descriptors: c.descriptors, Config: withoutResolver})
		if err != nil {
			t.Fatal(err)
		}
		if n := countRule(project.Findings(), "note-unexpected"); n != c.found {
			t.Errorf("%s: %d notes unexpected, want %d", c.name, n, c.found)
		}
		if repaired, err := project.Repair(); err != nil || len(repaired) != c.fixed {
			t.Errorf("%s: %d files repaired, error %v, want %d", c.name, len(repaired), err, c.fixed)
		}
	}
}
