package source_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/gen/source"
)

func sample() source.Diagnostics {
	at := func(file string, line, column int) source.Position {
		return source.Position{File: file, Line: line, Column: column}
	}
	return source.Diagnostics{
		{Pos: at("b", 1, 1), Code: "type", Message: "m1", Hint: "h1"},
		{Pos: at("a", 10, 2), Code: "type", Message: "m2", Severity: source.Warning},
		{Pos: at("a", 9, 3), Code: "verb", Message: "m3", Err: fs.ErrPermission},
		{Pos: at("a", 9, 3), Code: "kind", Message: "m4", Severity: source.Warning},
		{Pos: at("a", 9, 1), Code: "kind", Message: "m6"},
		{Pos: at("a", 9, 1), Code: "kind", Message: "m5"},
		{Pos: at("a", 0, 0), Code: "read", Message: "m0"},
	}
}

func TestDiagnosticsSort(t *testing.T) {
	list := sample()
	list.Sort()
	want := "a: error: m0 (read)\n" +
		"a:9:1: error: m5 (kind)\n" +
		"a:9:1: error: m6 (kind)\n" +
		"a:9:3: warning: m4 (kind)\n" +
		"a:9:3: error: m3 (verb)\n" +
		"a:10:2: warning: m2 (type)\n" +
		"b:1:1: error: m1 (type); h1"
	if diff := cmp.Diff(want, list.Error()); diff != "" {
		t.Error(diff)
	}
}

func TestDiagnosticsErrors(t *testing.T) {
	list := sample()
	if !list.HasErrors() || len(list.Errors()) != 5 {
		t.Errorf("HasErrors %t, %d errors, want 5", list.HasErrors(), len(list.Errors()))
	}
	if err := list.Err(); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("the cause is lost: %v", err)
	}
	warnings := source.Diagnostics{{Severity: source.Warning}}
	if warnings.HasErrors() || warnings.Err() != nil || source.Diagnostics(nil).Err() != nil {
		t.Error("warnings alone count as an error")
	}
}

func TestDiagnosticJSON(t *testing.T) {
	text, err := json.Marshal(sample()[1])
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"pos":{"file":"a","line":10,"column":2},"severity":"warning","code":"type","message":"m2"}`
	if string(text) != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
}
