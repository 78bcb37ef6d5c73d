package sweep_test

import (
	"os"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

// loadBody loads a skill of this body that wraps the tool one_tool.
func loadBody(t *testing.T, body string) *sweep.Project {
	t.Helper()
	t.Chdir(t.TempDir())
	writeSkill(t, "skills/a")
	text := "---\nname: a\ndescription: Waters plants. Use it when they are dry.\ntier: core\nwraps: [one_tool]\n---\n" + body
	if err := os.WriteFile("skills/a/SKILL.md", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	const tools = `{"capabilities":[{"id":"one_tool","one_line":"Does the one thing there is.","intent_verbs":["act"],` +
		`"typed_io":{"input_params":[{"name":"query","type":"string"}]}}]}`
	if err := os.WriteFile("cpd.json", []byte(tools), 0o644); err != nil {
		t.Fatal(err)
	}
	project, err := sweep.Load(sweep.Options{Dirs: []string{"skills"}, Descriptors: []string{"cpd.json"}, Config: withoutResolver})
	if err != nil {
		t.Fatal(err)
	}
	return project
}

func countRule(findings []sweep.Finding, rule string) (n int) {
	for _, f := range findings {
		if f.Rule == rule {
			n++
		}
	}
	return n
}

// TestTooDeep makes sure that a body which the reader refuses is not read by
// anybody else: the time for it grows with the square of its length.
func TestTooDeep(t *testing.T) {
	project := loadBody(t, "# A\n\n"+strings.Repeat("> ", 2000)+"x\n")
	found := project.Findings()
	if countRule(found, "skill-file") != 1 || countRule(found, "note-missing") != 0 {
		t.Errorf("found %v, want the nesting and nothing about a note", found)
	}
	if repaired, err := project.Repair(); err != nil || len(repaired) > 0 {
		t.Errorf("%d repaired, error %v", len(repaired), err)
	}
}

// TestManyNotes makes sure that a repair comes to an end where hundreds of
// notes stand in one skill, and that a few are deleted.
func TestManyNotes(t *testing.T) {
	const note = "> **Behind the verbs.** old\n\n"
	project := loadBody(t, "# A\n\n"+strings.Repeat(note, 500))
	if n := countRule(project.Findings(), "note-unexpected"); n != 499 {
		t.Errorf("%d unexpected notes, want 499", n)
	}
	if repaired, err := project.Repair(); err != nil || len(repaired) > 0 {
		t.Errorf("%d repaired, error %v", len(repaired), err)
	}
	project = loadBody(t, "# A\n\n"+strings.Repeat(note, 5))
	if repaired, err := project.Repair(); err != nil || len(repaired) != 1 || strings.Count(string(repaired[0].Now), "Behind the verbs") != 1 {
		t.Errorf("%d repaired, error %v, want one with one note", len(repaired), err)
	}
}

// TestManyFindings places each of many findings in one code block.
func TestManyFindings(t *testing.T) {
	const calls = 2_000
	project := loadBody(t, "# A\n\n```\n"+strings.Repeat("one_tool(x=1)\n\n", calls)+"```\n")
	line := 10
	for _, f := range project.Findings() {
		if f.Rule != "call-argument" {
			continue
		}
		if f.Pos.Line != line || f.Pos.Column != len("one_tool(")+1 {
			t.Fatalf("found at %v, want line %d", f.Pos, line)
		}
		line += 2
	}
	if line != 10+2*calls {
		t.Errorf("the last call looked at is in line %d", line-2)
	}
}

// TestAnchors tells headings of one text apart by numbers, however many.
func TestAnchors(t *testing.T) {
	body := "# A\n\n" + strings.Repeat("## B\n\n", 2_000) + "## B-1\n\n[b](#b) [b](#b-1999) [b](#b-1-1) [none](#b-2000)\n"
	if n := countRule(loadBody(t, body).Findings(), "link-target"); n != 1 {
		t.Errorf("%d anchors not found, want one", n)
	}
}
