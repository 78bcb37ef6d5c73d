//go:build unix

package source_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/gen/source"
)

func TestReadSkillsLinks(t *testing.T) {
	root := tree(t, map[string]string{
		"tide/SKILL.md": skillText("tide"), "secret.txt": "secret", "linked/": "", "piped/SKILL.md": skillText("piped"),
	})
	link := func(target, name string) {
		if err := os.Symlink(target, filepath.Join(root, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	link("../secret.txt", "tide/secret.txt")
	link("..", "tide/up")
	link("tide", "copy")
	link("../tide/SKILL.md", "linked/SKILL.md")
	if err := syscall.Mkfifo(filepath.Join(root, "piped", "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	skills, diagnostics := source.ReadSkills(root)
	want := []string{
		"copy error symlink",
		"linked/SKILL.md error symlink",
		"piped/pipe error irregular",
		"tide/secret.txt error symlink",
		"tide/up error symlink",
	}
	if diff := cmp.Diff(want, found(root, diagnostics)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"piped", "tide"}, names(skills)); diff != "" {
		t.Error(diff)
	}
	for _, s := range skills {
		if !s.Broken || len(s.Files) != 1 || s.Files[0].Path != "SKILL.md" {
			t.Errorf("%s: broken %t, files %v", s.Name, s.Broken, s.Files)
		}
	}
}

// TestReadSkillRoutes reads rows from a file and from nothing else: a link is
// not followed, and a pipe that nobody writes into is not waited for.
func TestReadSkillRoutes(t *testing.T) {
	root := tree(t, map[string]string{"tide/routes.jsonl": `{"intent": "when is high water", "gold": "tide"}`, "folder/routes.jsonl/": ""})
	for _, dir := range []string{"linked", "piped"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../tide/routes.jsonl", filepath.Join(root, "linked", "routes.jsonl")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(root, "piped", "routes.jsonl"), 0o600); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string][]string{
		"tide": {}, "none": {},
		"linked": {"linked/routes.jsonl error symlink"}, "piped": {"piped/routes.jsonl error irregular"}, "folder": {"folder/routes.jsonl error irregular"},
	} {
		rows, diagnostics := source.ReadSkillRoutes(filepath.Join(root, dir), "routes.jsonl")
		if diff := cmp.Diff(want, found(root, diagnostics)); diff != "" {
			t.Errorf("%s: %s", dir, diff)
		}
		if (len(rows) == 1) != (dir == "tide") {
			t.Errorf("%s: %d rows", dir, len(rows))
		}
	}
}
