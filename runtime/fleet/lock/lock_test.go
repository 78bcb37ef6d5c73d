package lock_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math/rand"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

func read(t testing.TB, raw string) lock.Tool {
	t.Helper()
	tool, err := lock.ReadTool([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

// The digest is that of the documented text, so that other programs can make it.
func TestDigest(t *testing.T) {
	tool := read(t, `{"_meta": {"x": 1}, "outputSchema": null, "name": "n", "icons": [], "inputSchema": {"type": "object", "b": [1.50, 9007199254740993, "<é\u00e9\u0001\/>"], "a": {}}, "description": "say \"it\"\n"}`)
	text := `{"description":"say \"it\"\n","inputSchema":{"a":{},"b":[1.50,9007199254740993,"<éé\u0001/>"],"type":"object"},"name":"n"}`
	sum := sha256.Sum256([]byte(text))
	if got, want := tool.Digest(), "sha256:"+hex.EncodeToString(sum[:]); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What is approved is what is shown: a key with other capitals is another key.
func TestCapitals(t *testing.T) {
	tool := read(t, `{"name": "n", "description": "shown", "Description": "approved"}`)
	if tool.Description != "shown" {
		t.Error(tool.Description)
	}
	if _, err := lock.ReadTool([]byte(`{"name": "n", "description": ["x"]}`)); err == nil {
		t.Error("a list is no description")
	}
}

// Every part that is approved changes the digest, and is named; nothing else does.
func TestDifferences(t *testing.T) {
	tool := read(t, `{"name": "n", "title": "T", "description": "d", "inputSchema": {"type": "object", "x": 9007199254740993}, "annotations": {"readOnlyHint": true}}`)
	for name, tt := range map[string]struct {
		raw  string
		want []lock.Part
	}{
		"other order, other meta": {`{"_meta": 7, "annotations": {"readOnlyHint": true}, "inputSchema": {"x": 9007199254740993, "type": "object"}, "description": "d", "title": "T", "name": "n"}`, nil},
		"the last digit":          {`{"name": "n", "title": "T", "description": "d", "inputSchema": {"type": "object", "x": 9007199254740992}, "annotations": {"readOnlyHint": true}}`, []lock.Part{lock.Input}},
		"a blank":                 {`{"name": "n", "title": "T", "description": "d ", "inputSchema": {"type": "object", "x": 9007199254740993}, "annotations": {"readOnlyHint": true}}`, []lock.Part{lock.Description}},
		"all":                     {`{"name": "n", "outputSchema": {}}`, []lock.Part{lock.Annotations, lock.Description, lock.Input, lock.Output, lock.Title}},
	} {
		t.Run(name, func(t *testing.T) {
			other := read(t, tt.raw)
			if got := tool.Differences(&other); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("%v, want %v", got, tt.want)
			}
			if same := tool.Digest() == other.Digest(); same != (tt.want == nil) {
				t.Errorf("the digests are the same: %v", same)
			}
		})
	}
}

// The order of keys and the layout are no part of the digest, whatever the value.
func TestDigestProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfNDistinct(rapid.String(), 1, 8, rapid.ID).Draw(t, "keys")
		values := make([]string, len(keys))
		for i, key := range keys {
			raw, err := json.Marshal(key)
			if err != nil {
				t.Fatal(err)
			}
			values[i] = string(raw) + ":" + rapid.SampledFrom([]string{"1", "-2.50e9", `"x"`, "null", "[{}]"}).Draw(t, "value")
		}
		write := func(separator string) string {
			return `{"name":"n","inputSchema":{` + strings.Join(values, separator) + `}}`
		}
		one, err := lock.ReadTool([]byte(write(",")))
		if err != nil {
			t.Fatal(err)
		}
		rand.New(rand.NewSource(int64(len(values)))).Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
		other, err := lock.ReadTool([]byte(write(" ,\n\t")))
		if err != nil {
			t.Fatal(err)
		}
		if one.Digest() != other.Digest() {
			t.Fatalf("%s and %s differ", one.Input, other.Input)
		}
	})
}

func file(t *testing.T, text string) (*lock.File, error) {
	t.Helper()
	parsed, diagnostics := source.ParseCapabilities("f.json", []byte(text))
	if err := diagnostics.Err(); err != nil {
		t.Fatal(err)
	}
	return lock.New(parsed)
}

func TestCheck(t *testing.T) {
	same := read(t, `{"name": "same", "description": "d", "inputSchema": {"type": "object"}}`)
	f, err := file(t, `{"capabilities": [
		{"id": "same", "server": "s", "one_line": "x", "typed_io": {"input_schema": {"type": "object"}}, "upstream": {"description": "d"}, "digest": "`+same.Digest()+`"},
		{"id": "s__other", "name": "other", "server": "s", "one_line": "x", "upstream": {"description": "d"}, "digest": "sha256:1"},
		{"id": "gone", "server": "s", "one_line": "x", "upstream": {}, "digest": "sha256:2"},
		{"id": "long_gone", "server": "s", "one_line": "x", "upstream": {}, "digest": "sha256:3", "vanished": true},
		{"id": "back", "server": "s", "one_line": "x", "upstream": {}, "digest": "sha256:4", "vanished": true},
		{"id": "unlocked", "server": "s", "one_line": "x"},
		{"id": "elsewhere", "server": "e", "one_line": "x", "upstream": {}, "digest": "sha256:5"}
	]}`)
	if err != nil {
		t.Fatal(err)
	}
	var listed []lock.Listed
	for _, raw := range []string{
		`{"name": "same", "inputSchema": {"type": "object"}, "description": "d"}`, `{"name": "other", "description": "e"}`,
		`{"name": "back"}`, `{"name": "new"}`, `{"name": "unlocked"}`, `{"name": "elsewhere"}`,
	} {
		listed = append(listed, lock.Listed{Name: read(t, raw).Name, Raw: []byte(raw)})
	}
	texts := func(c *lock.Check) (out []string) {
		for _, d := range c.Drift {
			out = append(out, d.String())
		}
		return out
	}
	want := []string{"changed other (description)", "added back", "added new", "added unlocked", "added elsewhere", "vanished gone"}
	c := f.Check("s", listed, false)
	if got := texts(c); !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if c.Of("same") != nil || c.Of("other") == nil || c.Of("gone") != nil {
		t.Error("who differs is not found by name")
	}
	if got := texts(f.Check("s", listed, true)); !reflect.DeepEqual(got, want[:5]) {
		t.Errorf("of a part: %q, want %q", got, want[:5])
	}
	var none *lock.Check
	if none.Of("same") != nil {
		t.Error("without a check nothing differs")
	}
	left := f.Descriptors(func(server string) bool { return server == "s" })
	if ids := len(left); ids != 4 || left[3].ID != "unlocked" {
		t.Errorf("%d descriptors: %v", ids, left)
	}
}

func TestBadFiles(t *testing.T) {
	for text, want := range map[string]string{
		`{"tools": [{"name": "a", "description": "d"}]}`:                                                                                                            "f.json is an answer to tools/list",
		`{"capabilities": [{"id": "a", "one_line": "x", "digest": 7}]}`:                                                                                             "f.json:1:19: digest of a is not understood; delete it and probe again",
		`{"capabilities": [{"id": "a", "one_line": "x", "digest": "d", "upstream": []}]}`:                                                                           "upstream of a is not understood",
		`{"capabilities": [{"id": "a", "one_line": "x", "digest": "d", "vanished": "yes"}]}`:                                                                        "vanished of a is not understood",
		`{"capabilities": [{"id": "s/a", "server": "s", "one_line": "x", "digest": "d"}, {"id": "b", "name": "a", "server": "s", "one_line": "x", "digest": "d"}]}`: `s/a and b both stand for the tool "a" of "s"; delete one`,
	} {
		if _, err := file(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestOneLine(t *testing.T) {
	for description, want := range map[string]string{
		"":                       "",
		"List files":             "List files",
		"List files. Then more.": "List files.",
		"List files, e.g. those in a folder. More.": "List files, e.g. those in a folder.",
		"Uses v1.2 of the API. More.":               "Uses v1.2 of the API.",
		"Really? Yes.":                              "Really?",
		"  # Heading\n\nMore text.":                 "Heading",
		"Wrapped\n  over lines. More":               "Wrapped over lines.",
		"法令を調べます。次の文。":                              "法令を調べます。",
		"Hid\u200bden. More":                        "Hidden.",
		"Files, folders, etc. Never others.":        "Files, folders, etc.",
		"Files (pdf, doc, etc. as they come).":      "Files (pdf, doc, etc. as they come).",
		strings.Repeat("word ", 100):                strings.TrimSpace(strings.Repeat("word ", 60)) + "...",
	} {
		if got := lock.OneLine(description); got != want {
			t.Errorf("%q: %q, want %q", description, got, want)
		}
	}
}

func TestDefaultPath(t *testing.T) {
	for config, want := range map[string]string{
		"mcp.json": "mcp.lock.json", "/a/.vscode/mcp.json": "/a/.vscode/mcp.lock.json", ".mcp.json": ".mcp.lock.json", "servers": "servers.lock.json",
	} {
		if got := lock.DefaultPath(config); got != want {
			t.Errorf("%s: %s, want %s", config, got, want)
		}
	}
}

// Whatever a server lists, reading it and comparing it ends, and a tool is as
// approved exactly when nothing was changed.
func FuzzDigest(f *testing.F) {
	f.Add([]byte(`{"name": "a", "description": "d", "inputSchema": {"type": "object", "n": 9007199254740993}}`))
	f.Add([]byte(`{"name": "a", "inputSchema": null, "annotations": [], "outputSchema": "\ud800"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		tool, err := lock.ReadTool(raw)
		if err != nil {
			return
		}
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, raw, "", "\t"); err != nil {
			t.Fatalf("%q was read, and is no JSON: %v", raw, err)
		}
		again, err := lock.ReadTool(pretty.Bytes())
		if err != nil || again.Digest() != tool.Digest() || len(again.Differences(&tool)) > 0 {
			t.Fatalf("%q: another layout is another tool (%v)", raw, err)
		}
	})
}
