//go:build unix

package sextant_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// script runs a script of .ci on a tree of its own.
func script(t *testing.T, dir, name string, args ...string) (out string, ok bool) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(".ci", name))
	if err != nil {
		t.Fatal(err)
	}
	files(t, dir, map[string]string{".ci/" + name: string(text)})
	if err := os.Chmod(filepath.Join(dir, ".ci", name), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(dir, ".ci", name), args...)
	cmd.Dir = dir
	output, err := cmd.CombinedOutput()
	return string(output), err == nil
}

func files(t *testing.T, dir string, content map[string]string) {
	t.Helper()
	for name, text := range content {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFuzzScriptFailsOnTestsThatDoNotCompile(t *testing.T) {
	dir := t.TempDir()
	files(t, dir, map[string]string{
		"go.mod":         "module example.com/m\n\ngo 1.26\n",
		"fine/fine.go":   "package fine\n",
		"fine/a_test.go": "package fine\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n",
	})
	if out, ok := script(t, dir, "fuzz", "1x"); !ok {
		t.Errorf("without a fault it fails: %s", out)
	}
	files(t, dir, map[string]string{"broken/broken.go": "package broken\n", "broken/a_test.go": "package broken\n\nvar x int = \"\"\n"})
	if out, ok := script(t, dir, "fuzz", "1x"); ok || !strings.Contains(out, "example.com/m/broken: the tests do not compile") {
		t.Errorf("ok %v, want the broken package to be named: %s", ok, out)
	}
}

func TestCleanScriptSaysWhatIsNotCommitted(t *testing.T) {
	dir := t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"}, args...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSuffix(string(out), "\n")
	}
	git("init", "-q")
	files(t, dir, map[string]string{"generated/rows.go": "package generated\n", ".gitignore": ".ci\n"})
	git("add", ".")
	git("commit", "-qm", "first")
	if out, ok := script(t, dir, "clean", ""); !ok {
		t.Errorf("a clean tree: %s", out)
	}

	files(t, dir, map[string]string{"notes.txt": "mine\n"})
	before := git("status", "--porcelain")
	out, ok := script(t, dir, "clean", before)
	if ok || !strings.Contains(out, "not clean") || !strings.Contains(out, "?? notes.txt") || strings.Contains(out, "generate") {
		t.Errorf("an untracked file: ok %v, %s", ok, out)
	}

	files(t, dir, map[string]string{"generated/rows.go": "package generated // new\n"})
	out, ok = script(t, dir, "clean", before)
	if ok || !strings.Contains(out, "go generate changed the tree") || !strings.Contains(out, "generated/rows.go") || strings.Contains(out, "notes.txt") {
		t.Errorf("a file that generate changed: ok %v, %s", ok, out)
	}
}

// Of two commands that run side by side the first is heard at once and the second
// after it; when one fails, the other is ended, and its exit code is that of both.
func TestBesideScript(t *testing.T) {
	dir := t.TempDir()
	commands := map[string]string{
		"fine":  "#!/bin/sh\necho fine begins\nsleep 0.3\necho fine ends\n",
		"quick": "#!/bin/sh\necho quick\n",
		"fails": "#!/bin/sh\nwhile [ ! -e started ]; do sleep 0.05; done\necho reason\nexit 3\n",
		// Its own child would go on for an hour.
		"long": "#!/bin/bash\ntrap 'echo ended >>ended; exit 1' TERM\nsleep 3600 &\necho $! >child\ntouch started\nwait\n",
	}
	files(t, dir, commands)
	for name := range commands {
		if err := os.Chmod(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, pair := range [][2]string{{"fine", "quick"}, {"quick", "fine"}} {
		out, ok := script(t, dir, "beside", "./"+pair[0], "./"+pair[1])
		if first, second := strings.Index(out, "\n"+pair[0]), strings.Index(out, "\n"+pair[1]); !ok || first < 0 || second < first || !strings.Contains(out, "fine ends") {
			t.Errorf("%v: ok %v, want the second after the first: %s", pair, ok, out)
		}
	}
	for _, pair := range [][2]string{{"long", "fails"}, {"fails", "long"}} {
		for _, name := range []string{"started", "ended", "child"} {
			_ = os.Remove(filepath.Join(dir, name)) // of the pair before
		}
		out, ok := script(t, dir, "beside", "./"+pair[0], "./"+pair[1])
		if ok || !strings.Contains(out, "reason\n") || !strings.HasSuffix(out, "./fails failed with exit code 3\n") {
			t.Errorf("%v: ok %v: %s", pair, ok, out)
		}
		if _, err := os.Stat(filepath.Join(dir, "ended")); err != nil {
			t.Errorf("%v: the other one was not ended: %v", pair, err)
		}
		child, err := os.ReadFile(filepath.Join(dir, "child"))
		if err != nil {
			t.Fatal(err)
		}
		if err := exec.Command("kill", "-0", strings.TrimSpace(string(child))).Run(); err == nil {
			t.Errorf("%v: what it started still runs", pair)
		}
	}
}

// A clone on any system holds the bytes that the checksums were taken of.
func TestLineEndsAreFixed(t *testing.T) {
	for path, want := range map[string]string{
		".gitattributes":           "* text=auto eol=lf",
		"generated/.gitattributes": "*.go text eol=lf linguist-generated=true",
	} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(strings.Split(string(data), "\n"), want) {
			t.Errorf("%s lacks the line %q", path, want)
		}
	}
}
