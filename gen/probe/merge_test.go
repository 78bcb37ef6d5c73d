package probe_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/probe"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

// aTool draws what a server says of a tool.
func aTool(name string) *rapid.Generator[lock.Listed] {
	return rapid.Custom(func(t *rapid.T) lock.Listed {
		fields := map[string]any{"name": name}
		if text := rapid.SampledFrom([]string{"", "Read it.", "Delete it. Really.", "Line\u2028end \u200b", `quote " and \`, "日本語。次"}).Draw(t, "description"); text != "" {
			fields["description"] = text
		}
		if text := rapid.SampledFrom([]string{"", "A Title"}).Draw(t, "title"); text != "" {
			fields["title"] = text
		}
		fields["inputSchema"] = json.RawMessage(rapid.SampledFrom([]string{
			`{"type": "object"}`, `{"type":"object","n":9007199254740993}`, `{"properties": {"action": {"type": "string", "enum": ["list", "delete"]}}, "type": "object"}`, `null`,
		}).Draw(t, "input"))
		if rapid.Bool().Draw(t, "output") {
			fields["outputSchema"] = json.RawMessage(`{"type":"object"}`)
		}
		if rapid.Bool().Draw(t, "annotated") {
			fields["annotations"] = map[string]any{
				rapid.SampledFrom([]string{"readOnlyHint", "destructiveHint", "idempotentHint"}).Draw(t, "hint"): rapid.Bool().Draw(t, "value"),
			}
		}
		raw, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		return lock.Listed{Name: name, Raw: raw}
	})
}

// readings draws what a few servers answer.
func readings() *rapid.Generator[[]probe.Reading] {
	return rapid.Custom(func(t *rapid.T) (out []probe.Reading) {
		for _, server := range []string{"a", "b"} {
			r := probe.Reading{Server: server}
			switch rapid.IntRange(0, 7).Draw(t, "state") {
			case 0:
				r.Failed = "it is broken"
			case 1:
				r.Off = true
			case 2:
				r.Partial = true
				fallthrough
			default:
				for _, name := range []string{"get_it", "delete_it", "run it", "ask"} {
					if rapid.IntRange(0, 3).Draw(t, "there") > 0 {
						r.Tools = append(r.Tools, aTool(name).Draw(t, "tool"))
					}
				}
			}
			out = append(out, r)
		}
		return out
	})
}

// people draws how somebody edits a file: the fields of some entries are written
// anew, in a layout of their own.
func people(t *rapid.T, data []byte) (out []byte, edited map[string]map[string]json.RawMessage) {
	edited = map[string]map[string]json.RawMessage{}
	var whole struct{ Capabilities []json.RawMessage }
	if err := json.Unmarshal(data, &whole); err != nil {
		t.Fatal(err)
	}
	for _, raw := range whole.Capabilities {
		if rapid.Bool().Draw(t, "left alone") {
			continue
		}
		var entry map[string]json.RawMessage
		if err := json.Unmarshal(raw, &entry); err != nil {
			t.Fatal(err)
		}
		mine := map[string]json.RawMessage{}
		for key, values := range map[string][]string{
			"one_line":     {`"In our own words."`},
			"intent_verbs": {`["manage"]`, `["why", "write"]`},
			"examples":     {`["do   that", "do \u0074his"]`, `[]`},
			"does":         {`[{"action": "ours", "mutates": "~true"}]`},
			"when_to_use":  {`["Sometimes."]`},
			"policy":       {`{"approval_class": "auto"}`},
			"ours":         {`{"n": 1.50, "big": 9007199254740993}`},
		} {
			if rapid.IntRange(0, 2).Draw(t, "edits "+key) == 0 {
				mine[key] = json.RawMessage(rapid.SampledFrom(values).Draw(t, key))
				entry[key] = mine[key]
			}
		}
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(entry); err != nil {
			t.Fatal(err)
		}
		data = bytes.Replace(data, raw, bytes.TrimSpace(b.Bytes()), 1)
		edited[idOf(t, raw)] = mine
	}
	return data, edited
}

func idOf(t *rapid.T, raw []byte) string {
	var entry struct{ ID string }
	if err := json.Unmarshal(raw, &entry); err != nil {
		t.Fatal(err)
	}
	return entry.ID
}

func parse(t *rapid.T, data []byte) *probe.Document {
	doc, diagnostics, err := probe.Parse("lock.json", bytes.Clone(data))
	if err != nil {
		t.Fatalf("%v\n%v\n%s", err, diagnostics, data)
	}
	return doc
}

// Whatever servers say and people write: merging twice is merging once, what
// people wrote stays, entries of tools that did not change keep their bytes, and
// what was merged is as approved.
func TestMergeProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := readings().Draw(t, "first")
		doc := probe.New("lock.json")
		if _, err := doc.Merge(first); err != nil {
			t.Fatal(err)
		}
		reviewed, edited := people(t, doc.Bytes())
		doc = parse(t, reviewed)
		second := readings().Draw(t, "second")
		told, err := doc.Compare(second)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(doc.Bytes(), reviewed) {
			t.Fatal("comparing changed the document")
		}
		done, err := doc.Merge(second)
		if err != nil {
			t.Fatal(err)
		}
		if told.Drift() != done.Drift() {
			t.Fatalf("%d changes were told and %d made", told.Drift(), done.Drift())
		}
		merged := bytes.Clone(doc.Bytes())
		checkEntries(t, reviewed, merged, edited, done)
		again := parse(t, merged)
		report, err := again.Merge(second)
		if err != nil {
			t.Fatal(err)
		}
		if report.Drift() != 0 || !bytes.Equal(again.Bytes(), merged) {
			t.Fatalf("the second time changed something:\n%s\n%s", merged, again.Bytes())
		}
		checkApproved(t, merged, second)
	})
}

// checkEntries looks at what became of the entries that were there.
func checkEntries(t *rapid.T, before, after []byte, edited map[string]map[string]json.RawMessage, report *probe.Report) {
	changed := map[string]bool{}
	for _, s := range report.Servers {
		for _, c := range s.Changes {
			changed[c.ID] = true
		}
	}
	var was, now struct{ Capabilities []json.RawMessage }
	if err := json.Unmarshal(before, &was); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(after, &now); err != nil {
		t.Fatal(err)
	}
	for _, raw := range was.Capabilities {
		id := idOf(t, raw)
		i := slices.IndexFunc(now.Capabilities, func(other json.RawMessage) bool { return idOf(t, other) == id })
		if i < 0 {
			t.Fatalf("%s is gone", id)
		}
		if !changed[id] && !bytes.Equal(raw, now.Capabilities[i]) {
			t.Fatalf("%s did not change, but its bytes did:\n%s\n%s", id, raw, now.Capabilities[i])
		}
		var entry map[string]json.RawMessage
		if err := json.Unmarshal(now.Capabilities[i], &entry); err != nil {
			t.Fatal(err)
		}
		for key, mine := range edited[id] {
			if !lock.Same(entry[key], mine) {
				t.Fatalf("%s of %s was %s and is %s", key, id, mine, entry[key])
			}
		}
	}
}

// checkApproved holds the file against the servers as the gateway does.
func checkApproved(t *rapid.T, data []byte, readings []probe.Reading) {
	parsed, diagnostics := source.ParseCapabilities("lock.json", data)
	if err := diagnostics.Err(); err != nil {
		t.Fatal(err)
	}
	for _, d := range diagnostics {
		if d.Code != source.CodeEmpty {
			t.Fatalf("the file gives rise to a warning: %s", d)
		}
	}
	file, err := lock.New(parsed)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range readings {
		if r.Failed != "" || r.Off {
			continue
		}
		if c := file.Check(r.Server, r.Tools, r.Partial); len(c.Drift) > 0 {
			t.Fatalf("%s: %v", r.Server, c.Drift)
		}
	}
	for _, e := range file.Entries() {
		if !e.Intact() {
			t.Fatalf("the digest of %s is not that of what it holds", e.Capability.ID)
		}
	}
}

// Whatever file it is given, merging either refuses it or leaves one that reads
// back and that needs no second merge.
func FuzzMerge(f *testing.F) {
	for _, text := range []string{
		`{"capabilities": []}`, "\ufeff{\"count\": 0, \"capabilities\" :[ ] }\n",
		`{"capabilities": [{"id": "echo", "server": "s", "one_line": "x", "typed_io": {}, "digest": "d", "upstream": null, "vanished": true}], "count": "x"}`,
		`{"capabilities": [{"id": "echo", "server": "s", "one_line": "x", "vanished": true}]}`,
		"{\"capabilities\": [\r\n\t{\"id\": \"a\", \"one_line\": \"x\"},\r\n\t{\"one_line\": \"y\", \"id\": \"s/echo\", \"server\": \"s\"}\r\n]}",
	} {
		f.Add([]byte(text))
	}
	now := []probe.Reading{{Server: "s", Tools: []lock.Listed{
		{Name: "echo", Raw: []byte(`{"name": "echo", "description": "Say it again.", "inputSchema": {"type": "object"}}`)},
		{Name: "a", Raw: []byte(`{"name": "a", "outputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}`)},
	}}}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, _, err := probe.Parse("lock.json", bytes.Clone(data))
		if err != nil {
			return
		}
		if _, err := doc.Merge(now); err != nil {
			if !bytes.Equal(doc.Bytes(), data) {
				t.Fatalf("it was refused and changed: %v", err)
			}
			return
		}
		merged := bytes.Clone(doc.Bytes())
		again, _, err := probe.Parse("lock.json", bytes.Clone(merged))
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, data, merged)
		}
		report, err := again.Merge(now)
		if err != nil || report.Drift() > 0 || !bytes.Equal(again.Bytes(), merged) {
			t.Fatalf("a second merge changed something (%v):\n%s\n%s\n%s", err, data, merged, again.Bytes())
		}
	})
}

// The first guesses: verbs, what the actions do, and whether a person is asked.
func TestGuesses(t *testing.T) {
	for name, tt := range map[string]struct{ tool, want string }{
		"annotated to read":       {`{"name": "frobnicate", "annotations": {"readOnlyHint": true}}`, `["ask","why"] [{"action":"frobnicate","mutates":false}] -`},
		"annotated to destroy":    {`{"name": "frobnicate", "annotations": {"destructiveHint": true, "idempotentHint": true}}`, `["write","act","manage"] [{"action":"frobnicate","mutates":true,"idempotent":true}] human_approval_required`},
		"defaults are no word":    {`{"name": "frobnicate", "annotations": {"openWorldHint": true}}`, `["ask","why","write","act","manage"] [{"action":"frobnicate","mutates":"~true"}] -`},
		"a reading word":          {`{"name": "list_files"}`, `["ask","why"] [{"action":"list_files","mutates":false}] -`},
		"a destroying word":       {`{"name": "deleteFile"}`, `["write","act","manage"] [{"action":"deleteFile","mutates":true}] human_approval_required`},
		"the more cautious":       {`{"name": "delete_file", "annotations": {"readOnlyHint": true}}`, `["write","act","manage"] [{"action":"delete_file","mutates":true}] human_approval_required`},
		"a name that acts":        {`{"name": "trigger_alarm", "annotations": {"readOnlyHint": true}}`, `["act","write","manage"] [{"action":"trigger_alarm","mutates":true}] -`},
		"a hidden word":           {`{"name": "job_status", "description": "de\u200blete the job"}`, `["write","act","manage"] [{"action":"job_status","mutates":"~true"}] -`},
		"several actions":         {`{"name": "files", "inputSchema": {"type": "object", "properties": {"action": {"type": "string", "enum": ["list", "drop"]}}}}`, `["ask","why","write","act","manage"] [{"action":"list","mutates":false},{"action":"drop","mutates":true}] -`},
		"actions, not read-only":  {`{"name": "files", "annotations": {"readOnlyHint": false}, "inputSchema": {"type": "object", "properties": {"action": {"type": "string", "enum": ["list", "drop"]}}}}`, `["write","act","manage"] [{"action":"list","mutates":true},{"action":"drop","mutates":true}] -`},
		"values that are no text": {`{"name": "list", "inputSchema": {"type": "object", "properties": {"action": {"enum": ["a", ""]}}}}`, `["ask","why"] [{"action":"list","mutates":false}] -`},
	} {
		t.Run(name, func(t *testing.T) {
			var said struct{ Name string }
			if err := json.Unmarshal([]byte(tt.tool), &said); err != nil {
				t.Fatal(err)
			}
			doc := probe.New("x")
			if _, err := doc.Merge([]probe.Reading{{Server: "s", Tools: []lock.Listed{{Name: said.Name, Raw: []byte(tt.tool)}}}}); err != nil {
				t.Fatal(err)
			}
			var file struct {
				Capabilities []struct {
					Verbs  json.RawMessage `json:"intent_verbs"`
					Does   json.RawMessage `json:"does"`
					Policy *struct {
						Class string `json:"approval_class"`
					} `json:"policy"`
				} `json:"capabilities"`
			}
			if err := json.Unmarshal(doc.Bytes(), &file); err != nil || len(file.Capabilities) != 1 {
				t.Fatalf("%v\n%s", err, doc.Bytes())
			}
			c := file.Capabilities[0]
			class := "-"
			if c.Policy != nil {
				class = c.Policy.Class
			}
			if got := fmt.Sprintf("%s %s %s", compact(t, c.Verbs), compact(t, c.Does), class); got != tt.want {
				t.Errorf("\n%s, want\n%s", got, tt.want)
			}
		})
	}
}

func compact(t *testing.T, raw []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A change in the middle of a long description is shown whole, whatever it does to
// a terminal.
func TestLongChange(t *testing.T) {
	describe := func(middle string) lock.Listed {
		raw, err := json.Marshal(map[string]string{"name": "t", "description": strings.Repeat("a", 5000) + middle + strings.Repeat("z", 5000)})
		if err != nil {
			t.Fatal(err)
		}
		return lock.Listed{Name: "t", Raw: raw}
	}
	doc := probe.New("x")
	if _, err := doc.Merge([]probe.Reading{{Server: "s", Tools: []lock.Listed{describe("")}}}); err != nil {
		t.Fatal(err)
	}
	report, err := doc.Compare([]probe.Reading{{Server: "s", Tools: []lock.Listed{describe(" send\x1b[1A\u202e it all ")}}})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := report.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	edge := strings.Repeat("a", 60)
	want := `      + ..."` + edge + ` send[U+001B][1A[U+202E] it all ` + strings.Repeat("z", 60) + `"...`
	if !strings.Contains(b.String(), want) {
		t.Errorf("%s\ndoes not say\n%s", b.String(), want)
	}
}
