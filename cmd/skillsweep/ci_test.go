package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

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

// TestProblemMatcher takes a printed finding apart with the expression that
// editors and workflows get.
func TestProblemMatcher(t *testing.T) {
	var matcher struct {
		ProblemMatcher []struct {
			Pattern []struct{ Regexp string }
		}
	}
	if err := json.Unmarshal(readCI(t, "problem-matcher.json"), &matcher); err != nil {
		t.Fatal(err)
	}
	pattern := matcher.ProblemMatcher[0].Pattern[0].Regexp
	if quoted, err := json.Marshal(pattern); err != nil || !bytes.Contains(readCI(t, "vscode-tasks.json"), quoted) {
		t.Errorf("vscode-tasks.json has another expression (%v)", err)
	}
	for _, hint := range []string{"", "use one (of them); or not"} {
		f := sweep.Finding{
			Rule: "call-action", Severity: sweep.Error, Message: "no action (here): \"x\"", Hint: hint,
			Pos: source.Position{File: "skills/a b/SKILL.md", Line: 12, Column: 3},
		}
		got := regexp.MustCompile(pattern).FindStringSubmatch(f.String())
		want := []string{"skills/a b/SKILL.md", "12", "3", "error", f.Message, "call-action"}
		if got == nil || strings.Join(got[1:], "|") != strings.Join(want, "|") {
			t.Errorf("%s is taken apart to %q, want %q", f, got, want)
		}
	}
}

// TestHooks reads the definitions and makes sure that they name flags and files
// that exist.
func TestHooks(t *testing.T) {
	var hooks []struct{ ID, Entry, Language, Files string }
	if err := yaml.Load(readCI(t, "pre-commit-hooks.yaml"), &hooks); err != nil {
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
			"skills/kg-a/SKILL.md": true, "SKILL.md": true, "skills/a/routes_test.jsonl": true, "skills/.skillsweep.yaml": true,
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
	args := []string{"-cpd", action.Inputs["cpd"].Default, "-format", action.Inputs["format"].Default, action.Inputs["skills"].Default}
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
