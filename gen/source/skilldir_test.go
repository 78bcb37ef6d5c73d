package source_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/gen/source"
)

// tree writes files below a new folder. A name that ends in / is a folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		dir := filepath.Dir(path)
		if strings.HasSuffix(name, "/") {
			dir = path
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if dir != path {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return root
}

func skillText(name string) string {
	return "---\nname: " + name + "\ndescription: Reads.\n---\n# T\n"
}

// found writes diagnostics as "path severity code", the path relative to root.
func found(root string, diagnostics source.Diagnostics) []string {
	list := []string{}
	for _, d := range diagnostics {
		path := strings.TrimPrefix(strings.TrimPrefix(d.Pos.File, filepath.ToSlash(root)), "/")
		list = append(list, fmt.Sprintf("%s %s %s", path, d.Severity, d.Code))
	}
	return list
}

func names(skills []source.Skill) []string {
	list := []string{}
	for _, s := range skills {
		list = append(list, s.Name)
	}
	return list
}

func TestReadSkills(t *testing.T) {
	root := tree(t, map[string]string{
		"b/SKILL.md": skillText("beta"), "a/SKILL.md": skillText("zeta"), "c/skill.md": skillText("alpha"),
		"broken/SKILL.md":   "\xef\xbb\xbf" + skillText("marked"),
		"refused/SKILL.md":  "---\nname: x\n",
		"nameless/SKILL.md": "---\ndescription: Reads.\n---\n# T\n",
		"two/SKILL.md":      skillText("two"), "two/skill.md": skillText("other"),
		"oddly/Skill.md": skillText("oddly"), "empty/": "", ".hidden/SKILL.md": skillText("hidden"), "README.md": "x",
	})
	skills, diagnostics := source.ReadSkills(root)
	want := []string{
		"broken/SKILL.md error bom",
		"empty warning no-skill",
		"nameless/SKILL.md error missing",
		"oddly/Skill.md error skill-file",
		"refused/SKILL.md error frontmatter-unclosed",
		"two/skill.md warning hidden-skill",
	}
	if diff := cmp.Diff(want, found(root, diagnostics)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"alpha", "beta", "marked", "nameless", "two", "zeta"}, names(skills)); diff != "" {
		t.Error(diff)
	}
	for _, s := range skills {
		if broken := s.Name == "marked" || s.Name == "nameless"; s.Broken != broken {
			t.Errorf("%s: Broken is %t", s.Name, s.Broken)
		}
	}
	if s := skills[0]; filepath.Base(s.Path) != "skill.md" || s.Dir != filepath.ToSlash(filepath.Join(root, "c")) {
		t.Errorf("dir %q, path %q", s.Dir, s.Path)
	}
}

func TestReadSkillFiles(t *testing.T) {
	text := skillText("tide")
	root := tree(t, map[string]string{
		"SKILL.md": text, "scripts/z.sh": "echo", "scripts/a.sh": "", "b.md": "b", "scripts/routes.jsonl": "kept",
		"routes.jsonl": "x", "routes_test.jsonl": "x", ".git/config": "x", ".env": "x", "data/.cache/x": "x",
	})
	skill, diagnostics := source.ReadSkill(root)
	if len(diagnostics) > 0 {
		t.Fatal(diagnostics)
	}
	file := func(path, data string) source.File {
		return source.File{Path: path, Size: int64(len(data)), Digest: fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(data))), Data: []byte(data)}
	}
	want := []source.File{
		file("SKILL.md", text), file("b.md", "b"), file("scripts/a.sh", ""), file("scripts/routes.jsonl", "kept"), file("scripts/z.sh", "echo"),
	}
	if diff := cmp.Diff(want, skill.Files); diff != "" {
		t.Error(diff)
	}
}

func TestReadSkillLimits(t *testing.T) {
	grow := func(t *testing.T, path string, size int64) {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("SKILL.md", func(t *testing.T) {
		root := t.TempDir()
		grow(t, filepath.Join(root, "SKILL.md"), 50<<20)
		skill, diagnostics := source.ReadSkill(root)
		if skill != nil || !cmp.Equal(found(root, diagnostics), []string{"SKILL.md error too-large"}) {
			t.Errorf("got %v", diagnostics)
		}
	})
	t.Run("together", func(t *testing.T) {
		root := tree(t, map[string]string{"SKILL.md": skillText("tide")})
		grow(t, filepath.Join(root, "a.bin"), source.MaxSkillBytes/2)
		grow(t, filepath.Join(root, "b.bin"), source.MaxSkillBytes/2)
		skill, diagnostics := source.ReadSkill(root)
		if skill == nil || !skill.Broken || skill.Files != nil || !cmp.Equal(found(root, diagnostics), []string{" error too-large"}) {
			t.Errorf("got %v", diagnostics)
		}
	})
	t.Run("number", func(t *testing.T) {
		root := tree(t, map[string]string{"SKILL.md": skillText("tide")})
		for i := range source.MaxSkillFiles - 1 {
			grow(t, filepath.Join(root, fmt.Sprintf("f%d", i)), 1)
		}
		if skill, diagnostics := source.ReadSkill(root); len(diagnostics) > 0 || len(skill.Files) != source.MaxSkillFiles {
			t.Fatalf("at the limit: %v", diagnostics)
		}
		grow(t, filepath.Join(root, "more"), 1)
		skill, diagnostics := source.ReadSkill(root)
		if skill == nil || skill.Files != nil || !cmp.Equal(found(root, diagnostics), []string{" error too-large"}) {
			t.Errorf("beyond the limit: %v", diagnostics)
		}
	})
}

func TestReadSkillsOddFolders(t *testing.T) {
	if _, diagnostics := source.ReadSkills(filepath.Join(t.TempDir(), "none")); !errors.Is(diagnostics.Err(), fs.ErrNotExist) {
		t.Errorf("a missing folder: %v", diagnostics)
	}
	empty := t.TempDir()
	if _, diagnostics := source.ReadSkills(empty); !cmp.Equal(found(empty, diagnostics), []string{" warning empty"}) {
		t.Errorf("an empty folder: %v", diagnostics)
	}
	skill := tree(t, map[string]string{"SKILL.md": skillText("tide"), "scripts/a.sh": ""})
	want := []string{" warning empty", "SKILL.md warning no-skill", "scripts warning no-skill"}
	if _, diagnostics := source.ReadSkills(skill); !cmp.Equal(found(skill, diagnostics), want) {
		t.Errorf("a skill where a folder of skills belongs: %v", diagnostics)
	}
	folder := tree(t, map[string]string{"tide/SKILL.md/": ""})
	if _, diagnostics := source.ReadSkills(folder); !cmp.Equal(found(folder, diagnostics), []string{"tide/SKILL.md error irregular"}) {
		t.Errorf("a folder named SKILL.md: %v", diagnostics)
	}
}

// TestNameFallback checks that a relative path still names its folder.
func TestNameFallback(t *testing.T) {
	root := tree(t, map[string]string{"tide/SKILL.md": "---\ndescription: Reads.\n---\n# T\n"})
	t.Chdir(filepath.Join(root, "tide"))
	skill, _ := source.ReadSkill(".")
	if skill == nil || skill.Name != "tide" || !skill.Broken {
		t.Errorf("got %+v", skill)
	}
}
