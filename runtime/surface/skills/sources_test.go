package skills

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/generated"
	"github.com/sextant-mcp/sextant/runtime"
)

// The shipped surface serves every skill of its bundle, with the front matter
// of its file.
func TestCompiled(t *testing.T) {
	r, err := generated.NewRouter()
	if err != nil {
		t.Fatal(err)
	}
	src := Compiled(r.Tables())
	shelf, problems := Open(t.Context(), src)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	files, err := r.Tables().SkillFiles()
	if err != nil || len(files) == 0 || len(shelf.files) != len(files) {
		t.Fatalf("%d files of %d are served, %v", len(shelf.files), len(files), err)
	}
	for _, f := range files {
		got, err := shelf.Read(t.Context(), f.URI())
		if err != nil || string(got.Data) != f.Content {
			t.Errorf("%s: %v", f.URI(), err)
		}
		if f.Path != runtime.SkillManual {
			continue
		}
		e, ok := shelf.Entry(f.URI())
		if !ok {
			t.Errorf("%s is no entry", f.URI())
			continue
		}
		if err := sameFront(f.Skill, []byte(f.Content), e.Frontmatter); err != nil || e.Description == "" {
			t.Errorf("%s: %v", f.URI(), err)
		}
	}
	broken := *r.Tables()
	broken.Skills = "-- nonsense\n"
	if shelf, problems := Open(t.Context(), Compiled(&broken)); len(problems) != 1 || len(shelf.Entries()) != 0 {
		t.Errorf("a broken bundle: %v", problems)
	}
}

// A bundle may hold what can't be served; that hides nothing else.
func TestCompiledProblems(t *testing.T) {
	var bundle []byte
	var err error
	for _, f := range []struct{ skill, path, text string }{
		{"bare", "notes.md", "x"},
		{"good", "SKILL.md", "---\nname: good\ndescription: Fine.\n---\n"},
		{"plain", "SKILL.md", "no front matter"},
	} {
		if bundle, err = runtime.AppendFile(bundle, f.skill, f.path, []byte(f.text)); err != nil {
			t.Fatal(err)
		}
	}
	shelf, problems := Open(t.Context(), Compiled(&runtime.Tables{Skills: string(bundle)}))
	if len(problems) != 2 || problems[0].Skill != "bare" || problems[1].Skill != "plain" || len(shelf.Entries()) != 1 {
		t.Errorf("%d served, %v", len(shelf.Entries()), problems)
	}
}

// write puts files below a folder.
func write(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		full := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func manual(name string) string {
	return "---\nname: " + name + "\ndescription: About " + name + ".\ncount: 3\nratio: 1.5\nday: 2026-02-01\nlist: [a, 1, true, null]\nnested: {deep: 'x'}\n---\n# " + name + "\n"
}

func TestDirectories(t *testing.T) {
	folder, other, outside := t.TempDir(), t.TempDir(), t.TempDir()
	write(t, outside, map[string]string{"secret.txt": "secret", "SKILL.md": manual("linked")})
	write(t, folder, map[string]string{
		"tides/SKILL.md": manual("tides"), "tides/tables/kiel.csv": "h;m\n", "tides/.hidden": "x", "tides/.git/config": "x", "tides/empty.md": "",
		"locks/skill.md":  manual("locks"),
		"broken/SKILL.md": "---\nname: broken\n", "renamed/SKILL.md": manual("named-so"),
		"no-skill/readme.md": "x",
		"leaky/SKILL.md":     manual("leaky"),
	})
	write(t, other, map[string]string{"tides/SKILL.md": manual("tides"), "buoys/SKILL.md": manual("buoys")})
	for link, target := range map[string]string{"leaky/out.txt": filepath.Join(outside, "secret.txt"), "linked": outside} {
		if err := os.Symlink(target, filepath.Join(folder, link)); err != nil {
			t.Skip(err)
		}
	}
	src := Directories(folder, other)
	shelf, problems := Open(t.Context(), src)
	var uris []string
	for _, e := range shelf.Entries() {
		for _, r := range e.Resources {
			uris = append(uris, r.URI)
		}
	}
	got := strings.Join(uris, " ")
	if want := "skill://buoys/SKILL.md skill://locks/SKILL.md skill://named-so/SKILL.md skill://tides/SKILL.md skill://tides/empty.md skill://tides/tables/kiel.csv"; got != want {
		t.Errorf("served are %s\nwant       %s", got, want)
	}
	said := ""
	for _, p := range problems {
		said += p.Error() + "\n"
	}
	for _, want := range []string{"broken", "leaky", "symbolic link", "linked", "tides: " + folder + " has a skill of that name"} {
		if !strings.Contains(said, want) {
			t.Errorf("the problems don't name %q:\n%s", want, said)
		}
	}
	for _, uri := range []string{"skill://leaky/out.txt", "skill://linked/SKILL.md", "skill://linked/secret.txt", "skill://tides/.hidden", "skill://tides/.git/config"} {
		if c, err := shelf.Read(t.Context(), uri); err == nil {
			t.Errorf("%s reads as %q", uri, c.Data)
		}
	}
	// The shelf serves what it was filled with; after a new look, what is there.
	write(t, folder, map[string]string{"tides/tables/kiel.csv": "changed"})
	if c, err := shelf.Read(t.Context(), "skill://tides/tables/kiel.csv"); err != nil || string(c.Data) != "h;m\n" {
		t.Errorf("%+v, %v", c, err)
	}
	again, _ := Open(t.Context(), src)
	if c, err := again.Read(t.Context(), "skill://tides/tables/kiel.csv"); err != nil || string(c.Data) != "changed" {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := shelf.Read(t.Context(), "skill://tides/tables/kiel.csv"); err == nil {
		t.Error("what was listed before is served with another content")
	}
}

func TestFrontmatterIsVerbatim(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"tides/SKILL.md": manual("tides")})
	found, problems := Directories(folder).List(t.Context())
	if len(found) != 1 {
		t.Fatal(problems)
	}
	want := map[string]any{
		"name": "tides", "description": "About tides.", "count": 3, "ratio": 1.5, "day": "2026-02-01",
		"list": []any{"a", 1, true, nil}, "nested": map[string]any{"deep": "x"},
	}
	if got := found[0].Frontmatter; !reflect.DeepEqual(got, want) {
		t.Errorf("%#v, want %#v", got, want)
	}
}

func TestDirectoriesThatAreNotThere(t *testing.T) {
	shelf, problems := Open(t.Context(), Directories(filepath.Join(t.TempDir(), "gone")))
	if len(problems) != 1 || len(shelf.Entries()) != 0 {
		t.Errorf("%v", problems)
	}
}
