package source_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/gen/source"
)

const tideSkill = `---
name: tide-table
skill_type: skill
description: >-
  Reads tide tables: heights
  and "slack water".
license: MIT
compatibility: any harbour
tags: [sea, tide]
tier: core
wraps:
  - graph_tide
  - graph_ebb
domain: harbour
requires: [chart-reader]
aliases: [tides]
concept: AU-9
allowed-tools: Read Grep
metadata:
  author: harbour office
  version: "1.0"
version: 3
---
# Tide *table* for ` + "`Kiel`" + ` &amp; Lübeck

> **Note** reads the
> tide. Not the weather.

Ask for a [port](https://example.com/p).

## Invoke

` + "```json" + `
{"port": "Kiel"}
` + "```" + `

- item with ` + "`inline code`" + `

  ` + "~~~" + `
  nested
    deeper
  ` + "~~~" + `

> A later quote.

Setext
heading
-------

    indented code

## Last ##
`

// parseSkill reads a skill that must be free of findings.
func parseSkill(t *testing.T, text string) *source.Skill {
	t.Helper()
	skill, diagnostics := source.ParseSkill("skills/tide-table/SKILL.md", []byte(text))
	if len(diagnostics) > 0 || skill == nil || skill.Broken {
		t.Fatalf("unexpected findings:\n%v", diagnostics)
	}
	return skill
}

func TestParseSkillFields(t *testing.T) {
	s := parseSkill(t, tideSkill)
	got := *s
	got.Note, got.Headings, got.CodeBlocks, got.InlineCode, got.Source, got.Body, got.FieldPos, got.Front = nil, nil, nil, nil, nil, "", nil, nil
	want := source.Skill{
		Dir: "skills/tide-table", Path: "skills/tide-table/SKILL.md",
		Name: "tide-table", Description: `Reads tide tables: heights and "slack water".`, Type: "skill",
		License: "MIT", Compatibility: "any harbour", Tier: "core", Domain: "harbour", Concept: "AU-9",
		Tags: []string{"sea", "tide"}, Wraps: []string{"graph_tide", "graph_ebb"},
		Requires: []string{"chart-reader"}, Aliases: []string{"tides"}, AllowedTools: "Read Grep",
		Metadata: map[string]string{"author": "harbour office", "version": "1.0"},
		Extra:    map[string]any{"version": 3},
		Title:    "Tide table for Kiel & Lübeck", Newline: "\n",
		FrontStart: 4, FrontEnd: strings.Index(tideSkill, "---\n# Tide"), BodyOffset: strings.Index(tideSkill, "# Tide"),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(s.Front) != 15 || s.Front["tier"] != "core" || s.Front["version"] != 3 {
		t.Errorf("Front holds %d keys: %v", len(s.Front), s.Front)
	}
	for key, line := range map[string]int{"name": 2, "description": 4, "wraps": 11, "version": 22} {
		if p := s.FieldPos[key]; p.Line != line || p.Column != 1 || p.File != s.Path {
			t.Errorf("%s stands at %s, want line %d", key, p, line)
		}
	}
}

func TestParseSkillBody(t *testing.T) {
	s := parseSkill(t, tideSkill)
	offset := func(text string) int { return strings.Index(tideSkill, text) }
	headings := []source.Heading{
		{Level: 1, Text: "Tide table for Kiel & Lübeck", Line: 24, Offset: offset("# Tide")},
		{Level: 2, Text: "Invoke", Line: 31, Offset: offset("## Invoke")},
		{Level: 2, Text: "Setext heading", Line: 46, Offset: offset("Setext")},
		{Level: 2, Text: "Last", Line: 52, Offset: offset("## Last")},
	}
	if diff := cmp.Diff(headings, s.Headings); diff != "" {
		t.Error(diff)
	}
	note := &source.Block{Start: offset("> **Note"), End: offset("weather.") + len("weather."), Line: 26, Text: "Note reads the tide. Not the weather."}
	if diff := cmp.Diff(note, s.Note); diff != "" {
		t.Error(diff)
	}
	code := []source.CodeBlock{
		{Lang: "json", Text: "{\"port\": \"Kiel\"}\n", Line: 34, Start: offset(`{"port"`), End: offset("```\n\n- item"), Fenced: true},
		{Text: "nested\n  deeper\n", Line: 40, Start: offset("nested"), End: offset("  ~~~\n\n> A"), Fenced: true},
		{Text: "indented code\n", Line: 50, Start: offset("indented code"), End: offset("\n## Last")},
	}
	if diff := cmp.Diff(code, s.CodeBlocks); diff != "" {
		t.Error(diff)
	}
	inline := []source.InlineCode{{Text: "Kiel", Line: 24, Column: 21}, {Text: "inline code", Line: 37, Column: 14}}
	if diff := cmp.Diff(inline, s.InlineCode); diff != "" {
		t.Error(diff)
	}
	const body = "Tide table for Kiel & Lübeck\nNote reads the tide. Not the weather.\nAsk for a port.\nInvoke\n{\"port\": \"Kiel\"}\n" +
		"item with inline code\nnested\n  deeper\nA later quote.\nSetext heading\nindented code\nLast"
	if diff := cmp.Diff(body, s.Body); diff != "" {
		t.Error(diff)
	}
}

// TestNote checks which block quote is the note, and how far it reaches.
func TestNote(t *testing.T) {
	const front = "---\nname: tide-table\ndescription: Reads.\n---\n"
	cases := []struct{ name, body, want string }{
		{"below the title", "# T\n\n> a\n> b\n\nc\n", "> a\n> b"},
		{"right below the title", "# T\n> a\n", "> a"},
		{"after the intro", "# T\n\nintro\n\n> a\n", "> a"},
		{"lazy continuation", "# T\n\n> a\nb\nc\n\nd\n", "> a\nb\nc"},
		{"empty quote lines", "# T\n\n>\n> a\n>\n\nb\n", ">\n> a\n>"},
		{"two paragraphs", "# T\n\n> a\n>\n> b\n\nc\n", "> a\n>\n> b"},
		{"code inside", "# T\n\n> ```\n> x\n> ```\n\nc\n", "> ```\n> x\n> ```"},
		{"list inside", "# T\n\n> - a\n>   - b\n\nc\n", "> - a\n>   - b"},
		{"indented", "# T\n\n  > a\n  > b\n", "  > a\n  > b"},
		{"only the first", "# T\n\n> a\n\n> b\n", "> a"},
		{"at the end without a line end", "# T\n\n> a", "> a"},
		{"CR LF", "# T\r\n\r\n> a\r\n> b\r\n\r\nc\r\n", "> a\r\n> b"},
		{"an empty quote", "# T\n\n>\n\nb\n", ">"},
		{"below the next heading", "# T\n\n## U\n\n> a\n", ""},
		{"above the title", "> a\n\n# T\n", ""},
		{"below a second title", "# T\n\n# U\n\n> a\n", ""},
		{"no title", "## T\n\n> a\n", ""},
		{"in a list", "# T\n\n- > a\n", ""},
		{"in code", "# T\n\n```\n> a\n```\n", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s, _ := source.ParseSkill("SKILL.md", []byte(front+c.body))
			got := ""
			if s.Note != nil {
				got = string(s.Source[s.Note.Start:s.Note.End])
				if want := strings.Count(front+c.body[:s.Note.Start-len(front)], "\n") + 1; s.Note.Line != want {
					t.Errorf("line %d, want %d", s.Note.Line, want)
				}
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestBodyText checks what of a body counts as text.
func TestBodyText(t *testing.T) {
	cases := []struct{ name, body, want string }{
		{"emphasis and escapes", "# T\n\n*a* __b__ \\*c\\* &lt;d&gt; &#65;\n", "T\na b *c* <d> A"},
		{"links", "# T\n\n[a](b \"c\") ![d](e) <https://x.y> [f][g]\n\n[g]: h\n", "T\na d https://x.y f"},
		{"line breaks", "# T\n\na\nb  \nc\\\nd\n", "T\na b c d"},
		{"html", "# T\n\n<div class=\"x\">\na <b>b</b>\n</div>\n\nc <i>d</i> e\n\n<!-- hidden\nwords -->\n", "T\na b\nc d e"},
		{"lists", "# T\n\n1. a\n2. b\n   - c\n", "T\na\nb\nc"},
		{"code span over lines", "# T\n\n`a\nb`\n", "T\na b"},
		{"empty code", "# T\n\n```go\n```\n\na\n", "T\na"},
		{"unclosed code", "# T\n\n```go\na\n", "T\na"},
		{"rule", "# T\n\n---\n\na\n", "T\na"},
		{"CR LF in code", "# T\r\n\r\n```\r\na\r\nb\r\n```\r\n", "T\na\nb"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s, _ := source.ParseSkill("SKILL.md", []byte("---\nname: x\ndescription: y\n---\n"+c.body))
			if s.Body != c.want {
				t.Errorf("got %q, want %q", s.Body, c.want)
			}
		})
	}
}

// TestBrokenSkillKeepsOffsets checks that a skill with a byte order mark and CR
// LF is described in the bytes of its file.
func TestBrokenSkillKeepsOffsets(t *testing.T) {
	text := "\xef\xbb\xbf" + strings.ReplaceAll(tideSkill, "\n", "\r\n")
	s, diagnostics := source.ParseSkill("skills/tide-table/SKILL.md", []byte(text))
	if s == nil || !s.Broken || s.Newline != "\r\n" {
		t.Fatalf("got %v", diagnostics)
	}
	var codes []string
	for _, d := range diagnostics.Errors() {
		codes = append(codes, d.Code)
	}
	if !cmp.Equal(codes, []string{source.CodeBOM, source.CodeCRLF}) {
		t.Errorf("codes %q", codes)
	}
	plain := parseSkill(t, tideSkill)
	if s.Description != plain.Description || s.Title != plain.Title || s.Body != plain.Body || !cmp.Equal(s.Front, plain.Front) {
		t.Error("the fields differ from those of the plain file")
	}
	if !strings.HasPrefix(text[s.FrontStart:], "name:") || !strings.HasPrefix(text[s.FrontEnd:], "---") || !strings.HasPrefix(text[s.BodyOffset:], "# Tide") {
		t.Error("the front matter's offsets are wrong")
	}
	for i, h := range s.Headings {
		if h.Line != plain.Headings[i].Line || text[h.Offset:h.Offset+4] != tideSkill[plain.Headings[i].Offset:][:4] {
			t.Errorf("heading %+v, want the place of %+v", h, plain.Headings[i])
		}
	}
	for i, c := range s.CodeBlocks {
		if c.Text != plain.CodeBlocks[i].Text || c.Line != plain.CodeBlocks[i].Line {
			t.Errorf("code %+v, want %+v", c, plain.CodeBlocks[i])
		}
	}
	if got := text[s.Note.Start:s.Note.End]; got != "> **Note** reads the\r\n> tide. Not the weather." {
		t.Errorf("note %q", got)
	}
}

func TestParseSkillTooLarge(t *testing.T) {
	s, diagnostics := source.ParseSkill("SKILL.md", make([]byte, source.MaxSkill+1))
	if s != nil || len(diagnostics) != 1 || diagnostics[0].Code != source.CodeTooLarge {
		t.Errorf("got %v", diagnostics)
	}
}

func TestSkillTools(t *testing.T) {
	cases := []struct {
		skill    source.Skill
		tools    []string
		inferred bool
	}{
		{source.Skill{Name: "kg-kvcache", Wraps: []string{"graph_kv", "x"}}, []string{"graph_kv", "x"}, false},
		{source.Skill{Name: "kg-document-tree"}, []string{"graph_document_tree"}, true},
		{source.Skill{Name: "document-tree"}, nil, false},
		{source.Skill{Name: "kg-"}, nil, false},
	}
	for _, c := range cases {
		tools, inferred := source.SkillTools(&c.skill)
		if !cmp.Equal(tools, c.tools) || inferred != c.inferred {
			t.Errorf("%s: got %q, %t", c.skill.Name, tools, inferred)
		}
	}
}

// TestReferenceBound checks that a body of nothing but link definitions is not given to the Markdown library.
func TestReferenceBound(t *testing.T) {
	s, diagnostics := source.ParseSkill("SKILL.md", []byte(skillText("tide")+strings.Repeat("[a]: b\n", 10_001)))
	if s == nil || !s.Broken || s.Headings != nil || len(diagnostics) != 1 || diagnostics[0].Code != source.CodeNesting {
		t.Errorf("got %v", diagnostics)
	}
}

// The front matter alone is what the whole skill has, and is refused with it.
func TestParseFront(t *testing.T) {
	front, diagnostics := source.ParseFront("skills/tide-table/SKILL.md", []byte(tideSkill))
	if diff := cmp.Diff(parseSkill(t, tideSkill).Front, front); diff != "" || len(diagnostics) > 0 {
		t.Errorf("%s%v", diff, diagnostics)
	}
	for name, text := range map[string]string{
		"no front matter": "# x\n", "never closed": "---\nname: x\n", "no YAML": "---\nname: [\n---\n", "a key twice": "---\nname: x\nname: y\ndescription: d\n---\n",
		"no UTF-8": "---\nname: \xff\n---\n", "too large": strings.Repeat("x", source.MaxSkill+1),
	} {
		if front, diagnostics := source.ParseFront("x/SKILL.md", []byte(text)); front != nil || !diagnostics.HasErrors() {
			t.Errorf("%s: %v, %v", name, front, diagnostics)
		}
	}
}
