package source_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/gen/source"
)

func TestParseRoutes(t *testing.T) {
	rows, diagnostics := source.ParseRoutes("routes.jsonl", []byte(
		`{"id": "r1", "verb": "ask", "intent": "is it ebb at noon", "gold": ["tide", "ebb"], "kind": "ambiguous", "other": 1}
  {"tool": "tide", "intent": "high water?"}

{"intent": "bake a cake", "gold": []}
{"intent": "two steps", "gold": "a/b c", "candidates": ["a/b c", "d"], "gold_groups": [["a/b c"], ["d", "e"]], "args": {"port": ["Kiel", ""], "n": [1, {"x": null}], "free": []}}`))
	if len(diagnostics) > 0 {
		t.Fatalf("unexpected findings:\n%v", diagnostics)
	}
	at := func(line, column int) source.Position {
		return source.Position{File: "routes.jsonl", Line: line, Column: column}
	}
	raw := func(values ...string) []json.RawMessage {
		list := make([]json.RawMessage, len(values))
		for i, v := range values {
			list[i] = json.RawMessage(v)
		}
		return list
	}
	want := []source.Route{
		{ID: "r1", Verb: "ask", Intent: "is it ebb at noon", Gold: []string{"tide", "ebb"}, Kind: "ambiguous", Pos: at(1, 1)},
		{Intent: "high water?", Gold: []string{"tide"}, Pos: at(2, 3)},
		{Intent: "bake a cake", Gold: []string{}, Pos: at(4, 1)},
		{
			Intent: "two steps", Gold: []string{"a/b c"}, Candidates: []string{"a/b c", "d"},
			GoldGroups: [][]string{{"a/b c"}, {"d", "e"}},
			Args:       map[string][]json.RawMessage{"port": raw(`"Kiel"`, `""`), "n": raw(`1`, `{"x": null}`), "free": raw()},
			Pos:        at(5, 1),
		},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
}

func TestReadRoutesAndBackground(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.jsonl")
	if err := os.WriteFile(path, []byte(`{"intent": "dim the lamp", "topic": "home"}`+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	rows, diagnostics := source.ReadBackground(path)
	if len(diagnostics) > 0 || len(rows) != 1 || rows[0].Intent != "dim the lamp" || rows[0].Gold != nil {
		t.Errorf("background: %v, %v", rows, diagnostics)
	}
	rows, diagnostics = source.ReadRoutes(path)
	if len(rows) != 0 || len(diagnostics) != 1 || diagnostics[0].Code != source.CodeMissing {
		t.Errorf("labelled: %v, %v", rows, diagnostics)
	}
	if _, diagnostics := source.ReadRoutes(path + ".missing"); !diagnostics.HasErrors() {
		t.Error("a missing file is no error")
	}
	if err := os.Truncate(path, source.MaxFile+1); err != nil {
		t.Fatal(err)
	}
	if _, diagnostics := source.ReadRoutes(path); diagnostics[0].Code != source.CodeTooLarge {
		t.Errorf("too large: %v", diagnostics)
	}
}
