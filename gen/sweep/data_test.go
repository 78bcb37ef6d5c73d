package sweep_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/gen/sweep"
)

// dataDir is the folder of real inputs, which are other people's and therefore
// not part of this repository.
func dataDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("SEXTANT_DATA")
	if dir == "" {
		t.Skip("SEXTANT_DATA does not name the folder of real inputs")
	}
	return dir
}

// withoutResolver turns off the rules whose findings change with the ranking.
var withoutResolver = &sweep.Config{Rules: map[string]sweep.Severity{"description-collision": sweep.Off, "tool-rival": sweep.Off}}

func loadGraphOS(t testing.TB, skills string) *sweep.Project {
	t.Helper()
	project, err := sweep.Load(sweep.Options{
		Descriptors: []string{filepath.Join(dataDir(t), "graph-os", "capabilities-power.2026-07.json")},
		Dirs:        []string{skills}, Config: withoutResolver,
	})
	if err != nil {
		t.Fatal(err)
	}
	return project
}

func graphOSSkills(t testing.TB) string {
	return filepath.Join(dataDir(t), "graph-os", "skills.2026-07")
}

// places lists findings by file, place and rule: nobody's sentences.
func places(t *testing.T, findings []sweep.Finding) string {
	t.Helper()
	var b strings.Builder
	for _, f := range findings {
		file, err := filepath.Rel(dataDir(t), f.Pos.File)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s:%d:%d %s %s\n", filepath.ToSlash(file), f.Pos.Line, f.Pos.Column, f.Severity, f.Rule)
	}
	return b.String() + "\n" + countRules(findings)
}

func countRules(findings []sweep.Finding) string {
	counts := map[string]int{}
	for _, f := range findings {
		counts[f.Rule]++
	}
	var b strings.Builder
	for _, r := range sweep.Rules() {
		if counts[r.ID] > 0 {
			fmt.Fprintf(&b, "%4d %s\n", counts[r.ID], r.ID)
		}
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != got {
		t.Errorf("%s differs (%v); run with -update and read the difference. Got:\n%s", path, err, got)
	}
}

func TestGraphOS(t *testing.T) {
	findings := loadGraphOS(t, graphOSSkills(t)).Findings()
	golden(t, "graph-os.golden", places(t, findings))
	byRule := map[string][]string{}
	for _, f := range findings {
		byRule[f.Rule] = append(byRule[f.Rule], filepath.Base(filepath.Dir(f.Pos.File)))
	}
	missing := []string{
		"kg-calibrated-causal", "kg-context-compile", "kg-epistemic-answer", "kg-evidence-cite", "kg-mining-flywheel",
		"kg-placement-advisor", "kg-reversible-derive", "kg-sql-sparql-query",
	}
	if !slices.Equal(byRule["note-missing"], missing) {
		t.Errorf("without a note: %v, want %v", byRule["note-missing"], missing)
	}
	// 53 notes stand in their place under 19 titles that are not the skill's
	// name; their words are those of another template.
	for rule, want := range map[string]int{
		"note-stale": 53, "note-misplaced": 0, "note-unexpected": 0, "call-argument": 5, "call-required": 6, "call-action": 27, "call-syntax": 0, "call-tool": 0,
	} {
		if got := len(byRule[rule]); got != want {
			t.Errorf("%d findings of %s, want %d", got, rule, want)
		}
	}
	var uncovered []string
	for _, f := range findings {
		if f.Rule == "tool-uncovered" {
			uncovered = append(uncovered, f.Message[strings.LastIndexByte(f.Message, ' ')+1:])
		}
	}
	// The first list is covered by no skill; the second is left out on purpose.
	want := []string{"engine_consensus", "engine_rdf", "engine_reasoning", "engine_tenants", "engine_admin", "engine_rbac", "quant"}
	slices.Sort(want)
	slices.Sort(uncovered)
	if !slices.Equal(uncovered, want) {
		t.Errorf("uncovered %v, want %v", uncovered, want)
	}
}

// TestGraphOSRepair repairs a copy: no finding about notes is left, only the
// lines of notes differ, and the second run changes nothing.
func TestGraphOSRepair(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(graphOSSkills(t))); err != nil {
		t.Fatal(err)
	}
	project := loadGraphOS(t, dir)
	repaired, err := project.Repair()
	if err != nil {
		t.Fatal(err)
	}
	if len(repaired) != 61 {
		t.Errorf("%d files repaired, want 61", len(repaired))
	}
	for _, r := range repaired {
		if !bytes.Equal(withoutQuotes(r.Before), withoutQuotes(r.Now)) {
			t.Errorf("%s: more than its note changed", r.Path)
		}
	}
	if err := sweep.Write(repaired); err != nil {
		t.Fatal(err)
	}
	again := loadGraphOS(t, dir)
	for _, f := range again.Findings() {
		if strings.HasPrefix(f.Rule, "note-") {
			t.Errorf("left: %v", f)
		}
	}
	if second, err := again.Repair(); err != nil || len(second) > 0 {
		t.Errorf("the second run changed %d files, error %v", len(second), err)
	}
}

func withoutQuotes(data []byte) []byte {
	var out []byte
	for line := range bytes.Lines(data) {
		if !bytes.HasPrefix(line, []byte("> **")) && len(bytes.TrimSpace(line)) > 0 {
			out = append(out, line...)
		}
	}
	return out
}

func TestWild(t *testing.T) {
	dir := filepath.Join(dataDir(t), "skills-wild")
	project, err := sweep.Load(sweep.Options{Dirs: []string{dir}, Config: withoutResolver})
	if err != nil {
		t.Fatal(err)
	}
	findings := project.Findings()
	golden(t, "wild.golden", places(t, findings))
	repaired, err := project.Repair()
	if err != nil || len(repaired) != 21 {
		t.Errorf("%d files repaired, error %v; want 10 with colons and 11 with commas", len(repaired), err)
	}
	if second, err := project.Repair(); err != nil || len(second) > 0 {
		t.Errorf("the second repair changed %d files, error %v", len(second), err)
	}
	agree(t, dir, findings)
}

// agree compares the findings about the six fields of the format with its rules,
// written down here once more and in one piece.
func agree(t *testing.T, dir string, findings []sweep.Finding) {
	t.Helper()
	got := map[string]bool{}
	for _, f := range findings {
		switch f.Rule {
		case "name-form", "name-folder", "description-length", "compatibility-length":
			got[f.Pos.File+" "+f.Rule] = true
		}
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*", "*", "SKILL.md"))
	if err != nil || len(paths) != 131 {
		t.Fatalf("%d files, error %v; want 131", len(paths), err)
	}
	want := map[string]bool{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		skill, _ := source.ParseSkill(path, data)
		if skill == nil {
			continue
		}
		name, named := skill.Name, false
		if _, ok := skill.FieldPos["name"]; ok {
			named = true
		}
		if named && !validName(name) {
			want[filepath.ToSlash(path)+" name-form"] = true
		}
		if named && name != filepath.Base(filepath.Dir(path)) {
			want[filepath.ToSlash(path)+" name-folder"] = true
		}
		if utf8.RuneCountInString(skill.Description) > 1024 {
			want[filepath.ToSlash(path)+" description-length"] = true
		}
		if utf8.RuneCountInString(skill.Compatibility) > 500 {
			want[filepath.ToSlash(path)+" compatibility-length"] = true
		}
	}
	for key := range want {
		if !got[key] {
			t.Errorf("not found: %s", key)
		}
	}
	for key := range got {
		if !want[key] {
			t.Errorf("found without a reason: %s", key)
		}
	}
}

func validName(name string) bool {
	hyphen := true // one may not follow
	n := 0
	for _, r := range name {
		n++
		switch {
		case r == '-' && hyphen:
			return false
		case r == '-':
			hyphen = true
		case unicode.IsUpper(r) || !unicode.IsLetter(r) && !unicode.IsDigit(r):
			return false
		default:
			hyphen = false
		}
	}
	return n >= 1 && n <= 64 && !hyphen
}
