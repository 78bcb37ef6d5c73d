package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/gen/sweep"
)

const ciDir = "../../docs/ci"

func readCI(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(ciDir, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// matched is what an editor or a workflow makes of a line.
type matched struct {
	File, Line, Column, Severity, Message, Code string
}

// problemMatcher reads the matcher the way an editor does: the expression, and
// which of its groups is what.
func problemMatcher(t *testing.T) func(line string) (matched, bool) {
	t.Helper()
	var file struct {
		ProblemMatcher []struct {
			Pattern []struct {
				Regexp                                      string
				File, Line, Column, Severity, Message, Code int
			}
		}
	}
	if err := json.Unmarshal(readCI(t, "problem-matcher.json"), &file); err != nil {
		t.Fatal(err)
	}
	p := file.ProblemMatcher[0].Pattern[0]
	if quoted, err := json.Marshal(p.Regexp); err != nil || !bytes.Contains(readCI(t, "vscode-tasks.json"), quoted) {
		t.Errorf("vscode-tasks.json has another expression (%v)", err)
	}
	expression := regexp.MustCompile(p.Regexp)
	return func(line string) (matched, bool) {
		m := expression.FindStringSubmatch(line)
		if m == nil {
			return matched{}, false
		}
		return matched{m[p.File], m[p.Line], m[p.Column], m[p.Severity], m[p.Message], m[p.Code]}, true
	}
}

// TestProblemMatcher takes the output of the command apart: it must find in the
// text what the JSON says, and nothing else.
func TestProblemMatcher(t *testing.T) {
	match := problemMatcher(t)
	brokenSkills(t)
	writeSkill(t, "skills/notes (old)/SKILL.md", "---\nname: notes\ndescription: \"Keeps notes: 3:4: error: none (so far); really.\"\ncolour: red\n---\n\n# Notes (old)\n\n[a](b.md)\n\n### Deep\n")
	var text, listed, errs bytes.Buffer
	if run([]string{"-show", "note"}, &text, &errs) != exitFindings || run([]string{"-show", "note", "-format", "json"}, &listed, &errs) != exitFindings {
		t.Fatalf("%s%s", text.String(), errs.String())
	}
	var report struct {
		Findings []struct {
			Pos                     source.Position
			Severity, Message, Rule string
		}
	}
	if err := json.Unmarshal(listed.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	var want, got []matched
	for _, f := range report.Findings {
		want = append(want, matched{f.Pos.File, fmt.Sprint(f.Pos.Line), fmt.Sprint(f.Pos.Column), f.Severity, f.Message, f.Rule})
	}
	for line := range strings.Lines(text.String()) {
		if m, ok := match(strings.TrimSuffix(line, "\n")); ok {
			got = append(got, m)
		}
	}
	if len(want) < 8 {
		t.Errorf("%d findings, want one a fault", len(want))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the matcher reads something else (-json +text):\n%s", diff)
	}
}

// TestProblemMatcherPunctuation: what separates the parts of a line may also
// stand in a path or a message.
func TestProblemMatcherPunctuation(t *testing.T) {
	match := problemMatcher(t)
	for _, hint := range []string{"", "use one (of them); or not"} {
		f := sweep.Finding{
			Rule: "call-action", Severity: sweep.Error, Message: "no action (here): \"x\"", Hint: hint,
			Pos: source.Position{File: "skills/a b/SKILL.md", Line: 12, Column: 3},
		}
		want := matched{"skills/a b/SKILL.md", "12", "3", "error", f.Message, "call-action"}
		if got, ok := match(f.String()); !ok || got != want {
			t.Errorf("%s is taken apart to %q, want %q", f, got, want)
		}
	}
}

// TestHooks reads the definitions and makes sure that they name flags and files
// that exist.
func TestHooks(t *testing.T) {
	var hooks []struct{ ID, Entry, Language, Files string }
	if err := yaml.Load(readCI(t, "../../.pre-commit-hooks.yaml"), &hooks); err != nil {
		t.Fatal(err)
	}
	for _, h := range hooks {
		words := strings.Fields(h.Entry)
		if words[0] != "skillsweep" || h.Language != "golang" {
			t.Errorf("%s runs %q in %s", h.ID, h.Entry, h.Language)
		}
		if _, err := parse(words[1:], os.Stderr); err != nil {
			t.Errorf("%s: %v", h.ID, err)
		}
		files := regexp.MustCompile(h.Files)
		for name, want := range map[string]bool{
			"skills/kg-a/SKILL.md": true, "SKILL.md": true, "skills/a/skill.md": true, "skills/a/routes_test.jsonl": true, "skills/.skillsweep.yaml": true,
			"README.md": false, "skills/a/notSKILL.md": false,
		} {
			if files.MatchString(name) != want {
				t.Errorf("%s and %s: match is %v", h.ID, name, !want)
			}
		}
	}
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Using string
			Steps []struct{ Run string }
		}
	}
	if err := yaml.Load(readCI(t, "action.yml"), &action); err != nil {
		t.Fatal(err)
	}
	args := []string{"-cpd", action.Inputs["cpd"].Default, "-config", action.Inputs["config"].Default, "-baseline", action.Inputs["baseline"].Default, "-format", action.Inputs["format"].Default, action.Inputs["skills"].Default}
	if _, err := parse(args, os.Stderr); err != nil || action.Runs.Using != "composite" {
		t.Errorf("the action does not run: %v", err)
	}
}

// TestOwnSkills sweeps the skills of this repository with its configuration:
// nothing is found, and -fix has nothing to do.
func TestOwnSkills(t *testing.T) {
	t.Chdir("../..")
	var out, errs bytes.Buffer
	if code := run([]string{"-config", "docs/ci/skillsweep.yaml"}, &out, &errs); code != exitFine {
		t.Errorf("exit code %d\n%s%s", code, out.String(), errs.String())
	}
	out.Reset()
	if code := run([]string{"-config", "docs/ci/skillsweep.yaml", "-diff"}, &out, &errs); code != exitFine || out.Len() > 0 {
		t.Errorf("run go run ./cmd/skillsweep -fix skills\n%s", out.String())
	}
}

// ciStep is the command line of the step of .ci/run that sweeps our own skills,
// without the program.
func ciStep(t *testing.T) []string {
	t.Helper()
	script, err := os.ReadFile("../../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^if ! go run \./cmd/skillsweep (.*); then$`).FindSubmatch(script)
	if m == nil {
		t.Fatal(".ci/run has no step that runs skillsweep")
	}
	return strings.Fields(string(m[1]))
}

// TestLostNote takes the note out of one of our own skills, in a copy: the step
// of .ci/run fails and says what to run, and that puts back the very same bytes.
func TestLostNote(t *testing.T) {
	args := ciStep(t)
	dir := t.TempDir()
	for _, part := range []string{"skills", "templates", "docs/ci"} {
		if err := os.CopyFS(filepath.Join(dir, part), os.DirFS(filepath.Join("../..", part))); err != nil {
			t.Fatal(err)
		}
	}
	descriptors, err := os.ReadFile("../../capabilities-power.json")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	if err := os.WriteFile("capabilities-power.json", descriptors, 0o644); err != nil {
		t.Fatal(err)
	}
	const path = "skills/kg-goals/SKILL.md"
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	note := regexp.MustCompile(`(?m)(?:^> .*\n)+\n`).FindIndex(whole)
	if note == nil {
		t.Fatalf("%s has no note", path)
	}
	writeSkill(t, path, string(whole[:note[0]])+string(whole[note[1]:]))

	var out, errs bytes.Buffer
	if code := run(args, &out, &errs); code != exitFindings {
		t.Errorf("exit code %d, want %d\n%s%s", code, exitFindings, out.String(), errs.String())
	}
	for _, want := range []string{path + ":", "(note-missing); run skillsweep -fix\n", "1 error, 0 warnings; skillsweep -fix mends 1\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output lacks %q:\n%s", want, out.String())
		}
	}
	if code := run(append([]string{"-fix"}, args...), &out, &errs); code != exitFine {
		t.Errorf("-fix: exit code %d\n%s%s", code, out.String(), errs.String())
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, whole) {
		t.Errorf("-fix made another file (%v):\n%s", err, now)
	}
}
