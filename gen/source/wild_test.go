package source_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/source"
)

// TestWild reads the collected real inputs that the environment variable
// SEXTANT_DATA points to. The golden file holds a line for each: its path and
// numbers, or the code and place of the fault; nothing of its text.
func TestWild(t *testing.T) {
	root := os.Getenv("SEXTANT_DATA")
	if root == "" {
		t.Skip("SEXTANT_DATA does not name the folder of collected inputs")
	}
	var lines []string
	counts := make(map[string]int)
	for _, pattern := range []string{
		"skills-wild/*/*/SKILL.md", "graph-os/skills.2026-07/*/SKILL.md",
		"graph-os/capabilities-power.*.json", "fleet/fleet200.json", "fleet/tools-list/*.json", "public/*/capabilities.json",
		"public/*/dev.jsonl", "attestation/turns.jsonl", "fleet/*.jsonl",
		"graph-os/ambiguous.jsonl", "graph-os/cases21.jsonl", "graph-os/dev.jsonl", "graph-os/examples.jsonl", "graph-os/phrases195.jsonl",
	} {
		paths, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		counts[pattern] = len(paths)
		for _, path := range paths {
			relative, err := filepath.Rel(root, path)
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, filepath.ToSlash(relative)+": "+wildLine(path))
		}
	}
	if counts["skills-wild/*/*/SKILL.md"] != 131 || counts["graph-os/skills.2026-07/*/SKILL.md"] != 67 || counts["graph-os/capabilities-power.*.json"] != 2 {
		t.Errorf("files are missing: %v", counts)
	}
	golden(t, "wild.golden", strings.Join(lines, "\n")+"\n")
}

// wildLine sums up one file.
func wildLine(path string) string {
	switch filepath.Ext(path) {
	case ".md":
		return wildSkill(path)
	case ".jsonl":
		rows, diagnostics := source.ReadRoutes(path)
		return outcome(rows == nil, diagnostics, fmt.Sprintf("rows %d", len(rows)))
	}
	file, diagnostics := source.ReadCapabilities(path)
	if file == nil {
		return outcome(true, diagnostics, "")
	}
	actions, params, schemas, hints := 0, 0, 0, 0
	for _, c := range file.Capabilities {
		actions += len(c.Does)
		params += len(c.TypedIO.Params)
		if c.TypedIO.InputSchema != nil {
			schemas++
		}
		if c.Annotations != nil {
			hints++
		}
	}
	return outcome(false, diagnostics, fmt.Sprintf("%s %d actions %d params %d schemas %d annotated %d",
		file.Form, len(file.Capabilities), actions, params, schemas, hints))
}

func wildSkill(path string) string {
	s, diagnostics := source.ReadSkill(filepath.Dir(path))
	if s == nil {
		return outcome(true, diagnostics, "")
	}
	note := 0
	if s.Note != nil {
		note = len(s.Note.Text)
	}
	tools, inferred := source.SkillTools(s)
	return outcome(false, diagnostics, fmt.Sprintf(
		"name %d description %d title %d note %d headings %d code %d inline %d body %d tags %d tools %d inferred %t extra %d files %d",
		len(s.Name), len(s.Description), len(s.Title), note, len(s.Headings), len(s.CodeBlocks), len(s.InlineCode), len(s.Body),
		len(s.Tags), len(tools), inferred, len(s.Extra), len(s.Files)))
}

// outcome writes what became of a file: its numbers, its first error, and how often each code was found.
func outcome(refused bool, diagnostics source.Diagnostics, numbers string) string {
	errs := diagnostics.Errors()
	found := make(map[string]int)
	for _, d := range diagnostics {
		found[d.Severity.String()+" "+d.Code]++
	}
	codes := make([]string, 0, len(found))
	for code, n := range found {
		codes = append(codes, fmt.Sprintf("; %s x%d", code, n))
	}
	sort.Strings(codes)
	switch {
	case refused:
		return fmt.Sprintf("refused: %s at %d:%d", errs[0].Code, errs[0].Pos.Line, errs[0].Pos.Column)
	case len(errs) > 0:
		return fmt.Sprintf("understood with errors, first %s at %d:%d; %s%s", errs[0].Code, errs[0].Pos.Line, errs[0].Pos.Column, numbers, strings.Join(codes, ""))
	}
	return "understood: " + numbers + strings.Join(codes, "")
}
