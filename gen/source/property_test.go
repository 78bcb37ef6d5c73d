package source_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/source"
)

// word draws text that is not blank and can stand in an id.
func word() *rapid.Generator[string] {
	return rapid.StringMatching(`[a-zäß東#:'"\\\[\]{},&*!|>%@-][a-z0-9 :#äß東'"\\/._-]{0,12}[a-z0-9]`)
}

func quoted(text string) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}

// TestDescriptorsRoundTrip writes descriptors, some of them wrong, in any
// layout, and expects the right ones back in order and one place per wrong one.
func TestDescriptorsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfNDistinct(word(), 1, 8, rapid.ID[string]).Draw(t, "ids")
		var entries []string
		var want []string
		wrong := 0
		for i, id := range ids {
			line := word().Draw(t, "line")
			value := quoted(line)
			if rapid.IntRange(0, 3).Draw(t, "wrong") == 0 {
				wrong++
				value = rapid.SampledFrom([]string{"1", "null", "[]", "{}", "true"}).Draw(t, "value")
			} else {
				want = append(want, id+"\x00"+line)
			}
			entries = append(entries, fmt.Sprintf(`{"id": %s, "one_line": %s, "x": [{"n": %d}]}`, quoted(id), value, i))
		}
		text := []byte(`{"capabilities": [` + strings.Join(entries, ",") + `]}`)
		var laidOut bytes.Buffer
		if rapid.Bool().Draw(t, "indent") {
			if err := json.Indent(&laidOut, text, "", "\t"); err != nil {
				t.Fatal(err)
			}
			text = laidOut.Bytes()
		}
		file, diagnostics := source.ParseCapabilities("caps.json", text)
		var got []string
		for _, c := range file.Capabilities {
			got = append(got, c.ID+"\x00"+c.OneLine)
			if offset := offsetOf(text, c.Pos); !bytes.HasPrefix(text[offset:], c.Raw) {
				t.Errorf("%s is not where %q stands", c.Pos, c.ID)
			}
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s\n%s", diff, text)
		}
		if errs := diagnostics.Errors(); len(errs) != wrong {
			t.Errorf("%d errors, want %d:\n%v", len(errs), wrong, errs)
		}
	})
}

// offsetOf turns a position back into an offset.
func offsetOf(data []byte, p source.Position) int {
	offset := 0
	for range p.Line - 1 {
		offset += bytes.IndexByte(data[offset:], '\n') + 1
	}
	return offset + p.Column - 1
}

// TestFrontMatterRoundTrip writes front matter in three spellings and expects
// the values back, and the places of the keys.
func TestFrontMatterRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name, description := word().Draw(t, "name"), word().Draw(t, "description")
		tags := rapid.SliceOfN(word(), 0, 4).Draw(t, "tags")
		single := func(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
		spell := rapid.SampledFrom([]func(string) string{quoted, single}).Draw(t, "spelling")
		list := make([]string, len(tags))
		for i, tag := range tags {
			list[i] = spell(tag)
		}
		lines := []string{
			"name: " + spell(name),
			"description: |-\n  " + description + "\n  --- not a fence",
			"tags: [" + strings.Join(list, ", ") + "]",
			"other: {list: [" + spell(name) + "], number: 1.5, yes: true, date: 2026-01-31, none: }",
		}
		lines = rapid.Permutation(lines).Draw(t, "order")
		newline := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "newline")
		mark := rapid.SampledFrom([]string{"", "\xef\xbb\xbf"}).Draw(t, "mark")
		text := mark + strings.ReplaceAll("---\n"+strings.Join(lines, "\n")+"\n---\n# T\n", "\n", newline)

		s, diagnostics := source.ParseSkill("SKILL.md", []byte(text))
		if s == nil {
			t.Fatalf("refused: %v\n%s", diagnostics, text)
		}
		if s.Broken != (mark != "" || newline == "\r\n") {
			t.Errorf("broken %t: %v", s.Broken, diagnostics)
		}
		if s.Name != name || s.Description != description+"\n--- not a fence" {
			t.Errorf("name %q, want %q; description %q, want %q", s.Name, name, s.Description, description)
		}
		if diff := cmp.Diff(tags, s.Tags, cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
		other := map[string]any{"list": []any{name}, "number": 1.5, "yes": true, "date": "2026-01-31", "none": nil}
		if diff := cmp.Diff(map[string]any{"other": other}, s.Extra); diff != "" {
			t.Error(diff)
		}
		for key, p := range s.FieldPos {
			if !strings.HasPrefix(text[offsetOf([]byte(text), p):], key+":") {
				t.Errorf("%s is not where %s stands", p, key)
			}
		}
	})
}

// TestYAMLFaultPlace puts a colon that YAML refuses behind any text and expects
// its place in the file.
func TestYAMLFaultPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.StringMatching(`[a-zäß東 ]{0,20}`).Draw(t, "before")
		above := rapid.IntRange(0, 5).Draw(t, "above")
		newline := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "newline")
		text := strings.ReplaceAll("---\n"+strings.Repeat("# é\n", above)+"description: a"+before+"b: c\n---\n", "\n", newline)
		_, diagnostics := source.ParseSkill("SKILL.md", []byte(text))
		for _, d := range diagnostics {
			if d.Code == source.CodeYAML {
				if want := strings.Index(text, "b: c") + 1; offsetOf([]byte(text), d.Pos) != want {
					t.Errorf("%s, want offset %d of %q", d, want, text)
				}
				return
			}
		}
		t.Errorf("no fault found: %v", diagnostics)
	})
}
