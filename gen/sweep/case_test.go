package sweep_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestCases runs every case of testdata/cases: an archive with the files of a
// repository, what is found in them (findings) and the SKILL.md files that a
// repair changes (fixed/...). In all files <BOM>, <CR> and <ZWSP> stand for the
// characters that an editor hides.
func TestCases(t *testing.T) {
	for _, path := range caseFiles(t) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { runCase(t, path) })
	}
}

// TestEveryRuleHasACase makes sure that no rule is there that nothing shows.
func TestEveryRuleHasACase(t *testing.T) {
	var shown []byte
	for _, path := range caseFiles(t) {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if f.Name == "findings" {
				shown = append(shown, f.Data...)
			}
		}
	}
	for _, rule := range sweep.Rules() {
		if !bytes.Contains(shown, []byte("("+rule.ID+")")) {
			t.Errorf("no case in testdata/cases shows a finding of %s", rule.ID)
		}
	}
}

func caseFiles(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	return paths
}

func runCase(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	inputs := &txtar.Archive{Comment: archive.Comment}
	want := map[string]string{}
	for _, f := range archive.Files {
		if f.Name == "findings" || strings.HasPrefix(f.Name, "fixed/") {
			want[f.Name] = string(f.Data)
		} else {
			inputs.Files = append(inputs.Files, f)
		}
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	project := loadArchive(t, inputs)
	got := map[string]string{"findings": listing(project.Findings())}
	repaired, err := project.Repair()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range repaired {
		got["fixed/"+r.Path] = show(r.Now)
	}
	if again, err := project.Repair(); err != nil || len(again) > 0 {
		t.Errorf("a second repair changed %d files, error %v", len(again), err)
	}
	if *update {
		writeCase(t, absolute, inputs, got)
		return
	}
	compare(t, want, got)
}

func compare(t *testing.T, want, got map[string]string) {
	t.Helper()
	for name := range got {
		if want[name] != got[name] {
			t.Errorf("%s: got\n%s\nwant\n%s\nrun with -update and read the difference", name, got[name], want[name])
		}
	}
	for name := range want {
		if _, ok := got[name]; !ok {
			t.Errorf("%s: not made any more", name)
		}
	}
}

func writeCase(t *testing.T, path string, archive *txtar.Archive, got map[string]string) {
	t.Helper()
	var names []string
	for name := range got {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(got[name])})
	}
	if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// loadArchive writes the files of an archive below the current folder and loads
// them: cpd.json, when there, is the descriptor file and config.yaml the
// configuration.
func loadArchive(t *testing.T, archive *txtar.Archive) *sweep.Project {
	t.Helper()
	opt := sweep.Options{Dirs: []string{"skills"}}
	for _, f := range archive.Files {
		path := filepath.FromSlash(f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(hide(f.Data)), 0o644); err != nil {
			t.Fatal(err)
		}
		switch f.Name {
		case "cpd.json":
			opt.Descriptors = []string{f.Name}
		case "config.yaml":
			config, err := sweep.LoadConfig(f.Name)
			if err != nil {
				t.Fatal(err)
			}
			opt.Config = config
		}
	}
	// Skills of a case are short; only a case about descriptions asks for this.
	if opt.Config == nil {
		opt.Config = &sweep.Config{Rules: map[string]sweep.Severity{}}
	}
	if _, asked := opt.Config.Rules["description-when"]; !asked {
		opt.Config.Rules["description-when"] = sweep.Off
	}
	project, err := sweep.Load(opt)
	if err != nil {
		t.Fatal(err)
	}
	return project
}

var hidden = []string{"<BOM>", "\ufeff", "<CR>", "\r", "<ZWSP>", "\u200b", "<FF>", "\xff", "<EOF>\n", ""}

// hide puts the hidden characters in, show takes them out.
func hide(data []byte) string { return strings.NewReplacer(hidden...).Replace(string(data)) }

func show(data []byte) string {
	shown := strings.NewReplacer("\ufeff", "<BOM>", "\r", "<CR>", "\u200b", "<ZWSP>").Replace(string(data))
	if !strings.HasSuffix(shown, "\n") {
		shown += "<EOF>\n"
	}
	return shown
}

// listing shows findings as they are printed, with the label of their fix. The
// words of the readers and of the catalog are tested there, not here, and the
// percentages of the resolver change with it.
func listing(findings []sweep.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		mark := ""
		if f.Fix != nil {
			mark = " [" + f.Fix.Label + "]"
		}
		if sweep.SpokenElsewhere(f.Rule) {
			f.Message, f.Hint = "...", ""
		}
		fmt.Fprintf(&b, "%s%s\n", f, mark)
	}
	return b.String()
}
