package source_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/gen/source"
)

// seed adds the bad inputs of one kind.
func seed(f *testing.F, pattern string) {
	paths, err := filepath.Glob("testdata/bad/" + pattern)
	if err != nil || len(paths) == 0 {
		f.Fatalf("no seeds match %s: %v", pattern, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
}

func FuzzParseSkill(f *testing.F) {
	seed(f, "*.md")
	f.Add([]byte(tideSkill))
	f.Fuzz(func(t *testing.T, data []byte) {
		skill, diagnostics := source.ParseSkill("tide/SKILL.md", data)
		for _, d := range diagnostics {
			checkDiagnostic(t, data, d)
		}
		if skill == nil {
			if !diagnostics.HasErrors() {
				t.Fatal("refused without an error")
			}
			return
		}
		checkSkill(t, skill, data, diagnostics)
	})
}

// checkSkill checks what holds for every skill that is understood.
func checkSkill(t *testing.T, s *source.Skill, data []byte, diagnostics source.Diagnostics) {
	t.Helper()
	if s.Broken != diagnostics.HasErrors() {
		t.Errorf("Broken is %t, findings:\n%v", s.Broken, diagnostics)
	}
	if s.Name == "" || !bytes.Equal(s.Source, data) || s.Newline != "\n" && s.Newline != "\r\n" {
		t.Errorf("name %q, newline %q", s.Name, s.Newline)
	}
	if s.FrontStart < 4 || s.FrontStart > s.FrontEnd || s.FrontEnd+3 > s.BodyOffset || s.BodyOffset > len(data) {
		t.Fatalf("front matter %d to %d, body %d, size %d", s.FrontStart, s.FrontEnd, s.BodyOffset, len(data))
	}
	if !bytes.HasPrefix(data[s.FrontEnd:], []byte("---")) {
		t.Errorf("no fence at %d", s.FrontEnd)
	}
	for key, p := range s.FieldPos {
		if !inside(data, p) {
			t.Errorf("%s stands outside the file: %s", key, p)
		}
	}
	checkBody(t, s)
}

// checkBody checks that every offset of the body can be cut out of the file and is on the line it says.
func checkBody(t *testing.T, s *source.Skill) {
	t.Helper()
	lineOf := func(offset int) int { return 1 + bytes.Count(s.Source[:offset], []byte("\n")) }
	lineStart := func(offset int) bool { return offset == 0 || s.Source[offset-1] == '\n' }
	for _, h := range s.Headings {
		if h.Offset < s.BodyOffset || h.Offset > len(s.Source) || !lineStart(h.Offset) || h.Line != lineOf(h.Offset) || h.Level < 1 || h.Level > 6 {
			t.Errorf("heading %+v", h)
		}
	}
	for _, c := range s.CodeBlocks {
		if c.Start < s.BodyOffset || c.End < c.Start || c.End > len(s.Source) || c.Line != lineOf(c.Start) {
			t.Errorf("code block %+v", c)
		}
	}
	for _, c := range s.InlineCode {
		if !inside(s.Source, source.Position{Line: c.Line, Column: c.Column}) {
			t.Errorf("inline code %+v", c)
		}
	}
	if n := s.Note; n != nil {
		quote := string(s.Source[n.Start:n.End]) // panics when the offsets are wrong
		if n.Start < s.BodyOffset || !lineStart(n.Start) || n.Line != lineOf(n.Start) || !strings.HasPrefix(strings.TrimLeft(quote, " "), ">") {
			t.Errorf("note %+v: %q", *n, quote)
		}
	}
	if !utf8.ValidString(s.Body) || !utf8.ValidString(s.Title) {
		t.Error("text is not UTF-8")
	}
	if _, err := json.Marshal(s.Front); err != nil {
		t.Errorf("front matter cannot be written as JSON: %v", err)
	}
}

func FuzzParseCapabilities(f *testing.F) {
	seed(f, "*.json")
	f.Fuzz(func(t *testing.T, data []byte) {
		file, diagnostics := source.ParseCapabilities("caps.json", data)
		for _, d := range diagnostics {
			checkDiagnostic(t, data, d)
		}
		if file == nil {
			if !diagnostics.HasErrors() {
				t.Fatal("refused without an error")
			}
			return
		}
		seen := make(map[string]bool)
		for _, c := range file.Capabilities {
			if c.ID == "" || len(c.ID) > source.MaxID || seen[c.ID] || !json.Valid(c.Raw) || !inside(data, c.Pos) {
				t.Errorf("capability %+v", c)
			}
			seen[c.ID] = true
			for _, schema := range []json.RawMessage{c.TypedIO.InputSchema, c.TypedIO.OutputSchema} {
				if schema != nil && !json.Valid(schema) {
					t.Errorf("schema of %q: %s", c.ID, schema)
				}
			}
		}
	})
}

func FuzzParseRoutes(f *testing.F) {
	seed(f, "*.jsonl")
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, diagnostics := source.ParseRoutes("routes.jsonl", data)
		for _, d := range diagnostics {
			checkDiagnostic(t, data, d)
		}
		for _, r := range rows {
			if r.Gold == nil || len(r.Gold) > 0 && strings.TrimSpace(r.Intent) == "" || !inside(data, r.Pos) {
				t.Errorf("row %+v", r)
			}
		}
		background, _ := source.ParseBackground("routes.jsonl", data)
		if len(background) < len(rows) {
			t.Errorf("%d rows with labels, only %d without", len(rows), len(background))
		}
		again, _ := source.ParseRoutes("routes.jsonl", data)
		if diff := cmp.Diff(rows, again); diff != "" {
			t.Errorf("two reads differ: %s", diff)
		}
	})
}
