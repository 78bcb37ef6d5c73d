package main

import (
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/surface"
)

var (
	loadCall = regexp.MustCompile(`load_tools\(tools=\[([^\]]*)\]`)
	toolName = regexp.MustCompile(`"([^"]+)"`)
)

// What the skills say is loaded can be loaded: every tool that one of them names
// in a load_tools call has that name on the shipped surface.
func TestSkillsLoadWhatExists(t *testing.T) {
	served, err := build(t.Context(), settings{mode: surface.ModeCondensed}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer served.close()
	var names []string
	for _, tool := range served.surface.Listing() {
		names = append(names, tool.Name)
	}
	files, err := filepath.Glob("../../skills/*/SKILL.md")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	calls := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range loadCall.FindAllStringSubmatch(string(text), -1) {
			calls++
			for _, tool := range toolName.FindAllStringSubmatch(call[1], -1) {
				if !slices.Contains(names, tool[1]) {
					t.Errorf("%s loads %s, which does not exist", file, tool[1])
				}
			}
		}
	}
	if calls < 40 {
		t.Errorf("only %d calls of load_tools were found in the skills", calls)
	}
}

// On the shipped surface every tool has a schema that is an object, and one name.
func TestShippedTools(t *testing.T) {
	for _, mode := range surface.Modes {
		served, err := build(t.Context(), settings{mode: mode}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, tool := range served.surface.Listing() {
			var schema struct{ Type string }
			if err := json.Unmarshal(tool.InputSchema, &schema); err != nil || schema.Type != "object" {
				t.Errorf("%s: the schema of %s is %s, %v", mode, tool.Name, tool.InputSchema, err)
			}
			if seen[tool.Name] || strings.TrimSpace(tool.Description) == "" || len(tool.Name) > 64 {
				t.Errorf("%s: %q is listed twice, says nothing or is too long for many clients", mode, tool.Name)
			}
			seen[tool.Name] = true
		}
		served.close()
	}
}
