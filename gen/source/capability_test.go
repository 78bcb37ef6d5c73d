package source_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/gen/source"
)

// parse reads capabilities that must be free of findings.
func parse(t *testing.T, text string) *source.CapabilityFile {
	t.Helper()
	file, diagnostics := source.ParseCapabilities("caps.json", []byte(text))
	if len(diagnostics) > 0 {
		t.Fatalf("unexpected findings:\n%v", diagnostics)
	}
	return file
}

func TestLeanDescriptor(t *testing.T) {
	file := parse(t, `{"capabilities": [{"id": "tide", "one_line": "Reads the tide."}]}`)
	want := &source.CapabilityFile{
		Path: "caps.json", Form: source.FormDescriptors,
		Capabilities: []source.Capability{{
			ID: "tide", OneLine: "Reads the tide.", Kind: "tool",
			Raw: json.RawMessage(`{"id": "tide", "one_line": "Reads the tide."}`),
			Pos: source.Position{File: "caps.json", Line: 1, Column: 19},
		}},
	}
	if diff := cmp.Diff(want, file); diff != "" {
		t.Error(diff)
	}
}

// TestPublishedDescriptor reads a descriptor with every field in use, in the
// published spelling: truth values as strings, empty objects, unknown fields.
func TestPublishedDescriptor(t *testing.T) {
	file := parse(t, `{
 "generated_at": "2026-07-11T00:00:00Z", "count": 1,
 "capabilities": [{
  "id": "harbour_tide", "title": "harbour tide", "one_line": "Reads and corrects tide tables.",
  "kind": "workflow", "server": "harbour", "namespace": "sea",
  "intent_verbs": ["write", "ask"],
  "does": [
   {"action": "read", "mutates": "false", "idempotent": "true", "description": "Reads.", "audited": "true"},
   {"action": "correct", "mutates": "~true", "idempotent": false},
   {"action": "erase", "mutates": true, "eg_method": null},
   {"action": "guess", "mutates": null}],
  "typed_io": {"rest_route": "/harbour/tide", "tags": ["sea", "tide"], "output": "prose",
   "input_params": [
    {"name": "port", "type": "string", "required": true, "default": null, "description": "Which port."},
    {"name": "day", "required": "false", "default": {"from": 1}},
    {"name": "unit", "type": ["null", "string"], "enum": ["m", "ft", 1]}],
   "input_schema": {"type": "object", "required": ["day"], "properties": {
    "day": {"type": "integer", "description": "Which day.", "enum": [1, 2]},
    "port": {"type": "integer", "description": "not this"}}},
   "output_schema": {"type": "string"}},
  "policy": {"approval_class": "auto", "note": "n"},
  "cost": {}, "latency": {}, "side_effects": {"note": "n"},
  "scopes": ["tide:read"], "examples": ["how high is it"], "when_to_use": ["w"], "when_not": ["n"], "caveats": ["c"],
  "tags": ["tide", "water"]
 }]}`)
	c := file.Capabilities[0]
	at := func(line, column int) source.Position {
		return source.Position{File: "caps.json", Line: line, Column: column}
	}
	want := source.Capability{
		ID: "harbour_tide", Title: "harbour tide", OneLine: "Reads and corrects tide tables.",
		Kind: "workflow", Server: "harbour", Namespace: "sea", IntentVerbs: []string{"write", "ask"},
		Does: []source.Action{
			{Name: "read", Mutates: source.False, Idempotent: source.True, Description: "Reads.", Pos: at(8, 4)},
			{Name: "correct", Mutates: source.Unknown, Idempotent: source.False, Pos: at(9, 4)},
			{Name: "erase", Mutates: source.True, Pos: at(10, 4)},
			{Name: "guess", Pos: at(11, 4)},
		},
		TypedIO: source.TypedIO{
			RestRoute: "/harbour/tide", Tags: []string{"sea", "tide", "water"},
			Params: []source.Param{
				{Name: "port", Type: "string", Required: true, Default: json.RawMessage(`null`), Description: "Which port."},
				{Name: "day", Type: "integer", Description: "Which day.", Required: true, Default: json.RawMessage(`{"from": 1}`), Enum: []string{"1", "2"}},
				{Name: "unit", Type: "string", Enum: []string{"m", "ft", "1"}},
			},
			InputSchema: json.RawMessage(`{"type": "object", "required": ["day"], "properties": {
    "day": {"type": "integer", "description": "Which day.", "enum": [1, 2]},
    "port": {"type": "integer", "description": "not this"}}}`),
			OutputSchema: json.RawMessage(`{"type": "string"}`),
		},
		ApprovalClass: "auto", Scopes: []string{"tide:read"}, Examples: []string{"how high is it"},
		WhenToUse: []string{"w"}, WhenNot: []string{"n"}, Caveats: []string{"c"},
		Extra: map[string]json.RawMessage{
			"cost": json.RawMessage(`{}`), "latency": json.RawMessage(`{}`), "side_effects": json.RawMessage(`{"note": "n"}`),
		},
		Raw: c.Raw, Pos: at(3, 19),
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	if !json.Valid(c.Raw) || !strings.Contains(string(c.Raw), `"eg_method": null`) {
		t.Errorf("Raw is not the entry as written: %s", c.Raw)
	}
}

func TestToolForms(t *testing.T) {
	const tool = `{"name": "read_tide", "title": "Read", "description": "Reads the tide.",
  "inputSchema": {"type": "object", "required": ["port"], "properties": {
   "port": {"type": "string", "description": "Which."}, "unit": {"const": "m"}, "any": true, "when": {"type": ["null", "string"], "default": ""}}},
  "annotations": {"readOnlyHint": true, "destructiveHint": false, "title": "Tide", "other": 1}, "execution": {"taskSupport": "none"}}`
	forms := []struct {
		name, text string
		form       source.Form
		server     string
		id         string
	}{
		{"tools", `{"tools": [` + tool + `]}`, source.FormTools, "", "read_tide"},
		{"saved answer", `{"serverInfo": {"name": "harbour", "version": "1"}, "capabilities": {"tools": {}}, "tools": [` + tool + `]}`, source.FormTools, "harbour", "read_tide"},
		{"json-rpc", `{"jsonrpc": "2.0", "id": 2, "result": {"tools": [` + tool + `], "nextCursor": null}}`, source.FormTools, "", "read_tide"},
		{"fleet", `{"servers": ["harbour"], "tools": [` + strings.Replace(tool, `{`, `{"id": "harbour/read_tide", "server": "harbour", `, 1) + `]}`, source.FormFleet, "", "harbour/read_tide"},
	}
	yes, no := true, false
	for _, f := range forms {
		t.Run(f.name, func(t *testing.T) {
			file := parse(t, f.text)
			if file.Form != f.form || file.ServerName != f.server || len(file.Capabilities) != 1 {
				t.Fatalf("form %q, server %q, %d capabilities", file.Form, file.ServerName, len(file.Capabilities))
			}
			c := file.Capabilities[0]
			if c.ID != f.id || c.Name != "read_tide" || c.OneLine != "Reads the tide." || c.Title != "Read" || c.Kind != "tool" {
				t.Errorf("got %+v", c)
			}
			if f.form == source.FormFleet && (c.Server != "harbour" || !cmp.Equal(file.Servers, []string{"harbour"})) {
				t.Errorf("server %q of %q", c.Server, file.Servers)
			}
			wantParams := []source.Param{
				{Name: "port", Type: "string", Description: "Which.", Required: true},
				{Name: "unit", Type: "any", Enum: []string{"m"}},
				{Name: "any", Type: "any"},
				{Name: "when", Type: "string", Default: json.RawMessage(`""`)},
			}
			if diff := cmp.Diff(wantParams, c.TypedIO.Params); diff != "" {
				t.Error(diff)
			}
			wantHints := &source.Annotations{Title: "Tide", ReadOnly: &yes, Destructive: &no}
			if diff := cmp.Diff(wantHints, c.Annotations); diff != "" {
				t.Error(diff)
			}
			if _, ok := c.Extra["execution"]; !ok {
				t.Error("execution is not kept in Extra")
			}
		})
	}
}

// TestLargeObject checks objects large enough for their keys to be indexed.
func TestLargeObject(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"capabilities": [{"id": "tide", "one_line": "Reads."`)
	for i := range 40 {
		fmt.Fprintf(&b, `, "x%d": %d`, i, i)
	}
	b.WriteString(`, "x30": "again"}]}`)
	file, diagnostics := source.ParseCapabilities("caps.json", []byte(b.String()))
	if len(diagnostics) != 1 || diagnostics[0].Code != source.CodeDuplicateKey || diagnostics[0].Path != "capabilities[0].x30" {
		t.Fatalf("got %v", diagnostics)
	}
	extra := file.Capabilities[0].Extra
	if len(extra) != 40 || string(extra["x30"]) != `"again"` || string(extra["x39"]) != "39" {
		t.Errorf("extra is %s", extra)
	}
}

func TestReadCapabilitiesLimits(t *testing.T) {
	dir := t.TempDir()
	huge := filepath.Join(dir, "huge.json")
	if err := os.WriteFile(huge, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(huge, 50<<20); err != nil { // 50 MiB of nothing, no disk space
		t.Fatal(err)
	}
	file, diagnostics := source.ReadCapabilities(huge)
	if file != nil || len(diagnostics) != 1 {
		t.Fatalf("file %v, %d findings", file, len(diagnostics))
	}
	d := diagnostics[0]
	if d.Code != source.CodeTooLarge || !strings.Contains(d.Message, "52428800") || !strings.Contains(d.Message, "33554432") || d.Pos.Line != 1 {
		t.Errorf("got %v", d)
	}
	if _, diagnostics := source.ParseCapabilities("huge.json", make([]byte, source.MaxFile+1)); diagnostics[0].Code != source.CodeTooLarge {
		t.Errorf("got %v", diagnostics)
	}
}

func TestReadCapabilitiesUnreadable(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.json")
	_, diagnostics := source.ReadCapabilities(missing)
	if !errors.Is(diagnostics.Err(), fs.ErrNotExist) {
		t.Errorf("got %v, want an error that is fs.ErrNotExist", diagnostics)
	}
	if got := diagnostics[0].Pos.String(); got != filepath.ToSlash(missing) {
		t.Errorf("position is %q", got)
	}
	if _, diagnostics := source.ReadCapabilities(t.TempDir()); len(diagnostics) != 1 || diagnostics[0].Code != source.CodeRead {
		t.Errorf("a folder: got %v", diagnostics)
	}
}

// TestManyFindings checks that findings are bounded, and that a flood of
// warnings neither hides an error nor becomes one.
func TestManyFindings(t *testing.T) {
	entry := func(i int, rest string) string {
		return fmt.Sprintf(`{"id": "c%d", "one_line": ""%s},`, i, rest)
	}
	var b strings.Builder
	for i := range source.MaxDiagnostics + 50 {
		b.WriteString(entry(i, ""))
	}
	warnings := `{"capabilities": [` + b.String() + `{"id": "last", "one_line": "x"}]}`
	file, diagnostics := source.ParseCapabilities("caps.json", []byte(warnings))
	if diagnostics.HasErrors() || len(diagnostics) != source.MaxDiagnostics+1 || len(file.Capabilities) != source.MaxDiagnostics+51 {
		t.Errorf("%d findings, errors %t, %d capabilities", len(diagnostics), diagnostics.HasErrors(), len(file.Capabilities))
	}
	file, diagnostics = source.ParseCapabilities("caps.json", []byte(`{"capabilities": [`+b.String()+`{"id": "last"}]}`))
	if got := diagnostics.Errors(); len(got) != 1 || got[0].Code != source.CodeMissing || len(file.Capabilities) != source.MaxDiagnostics+50 {
		t.Errorf("got %v", got)
	}
}

func TestTriString(t *testing.T) {
	for tri, want := range map[source.Tri]string{source.Unknown: "unknown", source.False: "false", source.True: "true"} {
		if got := tri.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func BenchmarkParseCapabilities(b *testing.B) {
	entry := `{"id": "c%d", "one_line": "Reads the tide at a port.", "intent_verbs": ["ask"], "does": [{"action": "read", "mutates": "false"}],` +
		` "typed_io": {"tags": ["sea"], "input_schema": {"type": "object", "properties": {"port": {"type": "string"}}}}},`
	var text strings.Builder
	text.WriteString(`{"capabilities": [`)
	for i := range 1000 {
		fmt.Fprintf(&text, entry, i)
	}
	data := []byte(strings.TrimSuffix(text.String(), ",") + "]}")
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, diagnostics := source.ParseCapabilities("caps.json", data); len(diagnostics) > 0 {
			b.Fatal(diagnostics)
		}
	}
}
