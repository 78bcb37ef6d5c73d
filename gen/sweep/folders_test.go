package sweep_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

const plainSkill = "---\nname: NAME\ndescription: Waters plants. Use it when they are dry.\n---\n\n# Plants\n\nText.\n"

// writeSkill writes a skill that nothing is wrong with.
func writeSkill(t *testing.T, folder string) {
	t.Helper()
	text := strings.ReplaceAll(plainSkill, "NAME", filepath.Base(folder))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "SKILL.md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Skip("no symbolic links here:", err)
	}
}

// TestFolders tells how folders may be named: each skill counts once, however
// often and by whatever way it is named.
func TestFolders(t *testing.T) {
	t.Chdir(t.TempDir())
	writeSkill(t, "skills/a")
	writeSkill(t, "skills/b")
	writeSkill(t, "skills/.hidden/c")
	link(t, "skills", "linked")
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		dirs   string
		skills int
	}{
		{"skills", 2}, {"./skills/", 2}, {"skills skills", 2}, {"skills skills/a", 2}, {"skills/a skills", 2},
		{"skills " + filepath.Join(here, "skills"), 2}, {"skills/a", 1}, {"skills/a/SKILL.md", 1}, {"skills/a/SKILL.md skills/a", 1},
		{"skills/.hidden", 1}, {"linked", 2}, {"linked/a", 1}, {".", 2},
	} {
		project, err := sweep.Load(sweep.Options{Dirs: strings.Fields(c.dirs), Config: withoutResolver})
		if err != nil {
			t.Errorf("%s: %v", c.dirs, err)
			continue
		}
		if n, _ := project.Counts(); n != c.skills {
			t.Errorf("%s: %d skills, want %d", c.dirs, n, c.skills)
		}
		if found := project.Findings(); len(found) > 0 {
			t.Errorf("%s: %v", c.dirs, found)
		}
	}
	for _, dirs := range []string{"skills/none", "skills/a/README.md"} {
		if _, err := sweep.Load(sweep.Options{Dirs: []string{dirs}}); err == nil {
			t.Errorf("%s is read", dirs)
		}
	}
}

// TestLinkedSkill makes sure that a link to a skill is not passed over: the
// compiler refuses it.
func TestLinkedSkill(t *testing.T) {
	t.Chdir(t.TempDir())
	writeSkill(t, "elsewhere/a")
	writeSkill(t, "skills/b")
	link(t, "../elsewhere/a", "skills/a")
	link(t, ".", "skills/loop")
	link(t, "../elsewhere/a", "skills/.hidden")
	project, err := sweep.Load(sweep.Options{Dirs: []string{"skills"}, Config: withoutResolver})
	if err != nil {
		t.Fatal(err)
	}
	found := project.Findings()
	if len(found) != 1 || found[0].Rule != "skill-file" || found[0].Pos.File != "skills/a" {
		t.Errorf("found %v, want one about skills/a", found)
	}
	if repaired, err := project.Repair(); err != nil || len(repaired) > 0 {
		t.Errorf("%d files repaired, error %v", len(repaired), err)
	}
}

// TestOneSkillCoversNothing makes sure that a look at one skill does not ask
// it to wrap the tools of all others.
func TestOneSkillCoversNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	writeSkill(t, "skills/a")
	text := strings.ReplaceAll(plainSkill, "NAME", "a\ntier: core\nwraps: [one_tool]")
	if err := os.WriteFile("skills/a/SKILL.md", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	const tools = `{"capabilities":[{"id":"one_tool","one_line":"Does the one thing there is.","intent_verbs":["act"]},` +
		`{"id":"other_tool","one_line":"Counts stars in the night sky.","intent_verbs":["ask"]}]}`
	if err := os.WriteFile("cpd.json", []byte(tools), 0o644); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]int{"skills/a": 0, "skills": 1} {
		project, err := sweep.Load(sweep.Options{Dirs: []string{dir}, Descriptors: []string{"cpd.json"}, Config: withoutResolver})
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, f := range project.Findings() {
			if f.Rule == "tool-uncovered" {
				got++
			}
		}
		if got != want {
			t.Errorf("%s: %d tools without a skill, want %d", dir, got, want)
		}
	}
}
