//go:build unix

package sextant_test

import (
	"cmp"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/transcript"
)

var update = flag.Bool("update", false, "write what comes out into the documents")

// What the documents show is what comes out. Every command of their sessions is run or
// listed in docsteps_unix_test.go with what it takes, or the reason why it is not run.
func TestDocumentsShowWhatComesOut(t *testing.T) {
	docs := documents(t)
	s := newStage(t, docs)
	shown := map[string]bool{}
	for _, doc := range docs {
		t.Run(doc, func(t *testing.T) { s.check(t, doc, shown) })
	}
	if t.Failed() || !everything() {
		return
	}
	for command := range docSteps {
		if !shown[command] {
			t.Errorf("no document shows this any more; take it off docsteps_unix_test.go: %s", command)
		}
	}
	for _, p := range docParts {
		if !shown[p.doc+p.begins] {
			t.Errorf("%s has no block any more that begins so; take it off docsteps_unix_test.go: %s", p.doc, p.begins)
		}
	}
}

// everything reports whether no pattern leaves out documents.
func everything() bool { return !strings.Contains(flag.Lookup("test.run").Value.String(), "/") }

func documents(t *testing.T) []string {
	t.Helper()
	all := []string{"README.md"}
	err := filepath.WalkDir("docs", func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".md" {
			all = append(all, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// check runs what a document shows, in order, and notes what that was.
func (s *stage) check(t *testing.T, doc string, shown map[string]bool) {
	text := read(t, doc)
	var changes []transcript.Change
	for _, b := range transcript.Read(text) {
		for _, step := range b.Steps {
			shown[key(step.Command)] = true
			if printed, ok := s.perform(t, doc, step); ok && step.Shown.Text != "" {
				changes = append(changes, compare(t, doc, step.Shown, printed, shownAs(step.Command))...)
			}
		}
		for _, p := range docParts {
			if p.doc == doc && strings.HasPrefix(b.Text, p.begins) {
				shown[p.doc+p.begins] = true
				if !curls() {
					continue
				}
				changes = append(changes, compare(t, doc, b.Whole(), p.printed(t, s), transcript.How{Broken: true, Part: true})...)
			}
		}
	}
	if *update && len(changes) > 0 {
		if err := os.WriteFile(doc, transcript.Apply(text, changes), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// perform does what a step takes, and returns what its command prints. It is not ok
// where the command is not run.
func (s *stage) perform(t *testing.T, doc string, step transcript.Step) (printed string, ok bool) {
	how, listed := docSteps[key(step.Command)]
	switch {
	case !listed && !ours(step.Command):
		t.Errorf("%s:%d: list in docsteps_unix_test.go how this is run, or why it is not: %s", doc, step.Shown.Line-1, step.Command)
		return "", false
	case strings.HasPrefix(step.Command, "curl ") && !curls():
		return "", false
	case how.notRun != "", how.data && os.Getenv("SEXTANT_DATA") == "", how.trains && testing.Short():
		return "", false
	case how.reckon != nil:
		return how.reckon(t, s), true
	}
	scene := cmp.Or(how.in, sources)
	if how.before != "" {
		s.run(t, scene, how.before)
	}
	return s.run(t, scene, cmp.Or(how.instead, step.Command)), true
}

// compare says where a document shows something else than what was printed, and how
// to mend it.
func compare(t *testing.T, doc string, shown transcript.Shown, printed string, how transcript.How) []transcript.Change {
	t.Helper()
	same, changes := shown.Compare(printed, how)
	switch {
	case same:
	case len(changes) == 0:
		line, text := shown.Missing(printed, how)
		t.Errorf("%s:%d: this does not come out: %s\nwhat comes out is\n%s\nmend the document by hand", doc, line, text, printed)
	case !*update:
		for _, c := range changes {
			t.Errorf("%s:%d: shown is %s, what comes out is %s; go test . -run Documents -update writes it", doc, c.Line, c.Was, c.Is)
		}
	}
	return changes
}
