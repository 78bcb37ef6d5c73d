package enrich

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// All forms of capability files can be added to, behind a byte order mark too.
func TestAddInAllForms(t *testing.T) {
	for name, text := range map[string]string{
		"descriptors": mail,
		"BOM":         "\ufeff" + mail,
		"tools/list":  `{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "mail_send", "description": "Sends.", "inputSchema": {"type": "object"}}]}}`,
		"fleet":       `{"servers": ["m"], "tools": [{"id": "mail_send", "server": "m", "name": "send", "description": "Sends.", "inputSchema": {"type": "object"}}]}`,
	} {
		doc := parse(t, text)
		if err := doc.Add("mail_send", []Phrase{{"tell the caterer", "m", false}}); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := doc.generated(0); !slices.Equal(got, []string{"tell the caterer"}) {
			t.Errorf("%s: %q in\n%s", name, got, doc.Bytes())
		}
	}
}

func TestParseRefusesOddOrigins(t *testing.T) {
	doc, diags := Parse("c.json", []byte(`{"capabilities": [{"id": "a", "one_line": "A.", "example_origins": ["x"]}]}`))
	if doc != nil || !diags.HasErrors() || diags[0].Code != CodeOrigins || diags[0].Pos.Line != 1 {
		t.Errorf("%v, %v", doc, diags)
	}
}

func TestAddUnknown(t *testing.T) {
	if err := parse(t, mail).Add("x", []Phrase{{"a", "m", false}}); !errors.Is(err, ErrUnknown) {
		t.Errorf("error %v", err)
	}
}

// The document notices an edit that reads back as something else than intended.
func TestAddVerifies(t *testing.T) {
	doc := parse(t, mail)
	before := string(doc.Bytes())
	next := parse(t, strings.Replace(mail, "Find mails", "Lose mails", 1))
	if err := doc.verify(next, 0, nil); !errors.Is(err, errMeaning) {
		t.Errorf("another entry changed: %v", err)
	}
	if err := doc.verify(parse(t, mail), 0, []Phrase{{"new", "m", false}}); !errors.Is(err, errMeaning) {
		t.Errorf("an example is missing: %v", err)
	}
	if string(doc.Bytes()) != before {
		t.Error("the document changed")
	}
}

// What an earlier run wrote to another file is taken over, rejections included.
func TestAdopt(t *testing.T) {
	earlier := parse(t, mail)
	if err := earlier.Add("mail_send", []Phrase{{"tell the caterer", "m", false}, {"tell the press", "m", true}}); err != nil {
		t.Fatal(err)
	}
	doc := parse(t, strings.Replace(mail, `"intent_verbs": ["act"]`, `"intent_verbs": ["act", "write"]`, 1))
	for _, want := range []int{2, 0} {
		if n, err := doc.Adopt(earlier); n != want || err != nil {
			t.Errorf("%d, %v, want %d", n, err, want)
		}
	}
	if got := doc.generated(0); !slices.Equal(got, []string{"tell the caterer"}) || !slices.Equal(doc.rejected(0), []string{"tell the press"}) {
		t.Errorf("%q, rejected %q", got, doc.rejected(0))
	}
	if !strings.Contains(string(doc.Bytes()), `["act", "write"]`) {
		t.Error("the newer descriptor is lost")
	}
}

func TestTarget(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "c.json")
	if err := os.WriteFile(path, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	target := NewTarget(path, []byte("one"))
	for _, content := range []string{"two", "three"} {
		if err := target.Save([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := os.ReadFile(path); string(got) != "three" {
		t.Errorf("content %q", got)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := os.WriteFile(path, []byte("someone's"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := target.Save([]byte("four")); !errors.Is(err, ErrChanged) {
		t.Errorf("changed meanwhile: %v", err)
	}
	if err := NewTarget(path, nil).Save([]byte("five")); !errors.Is(err, ErrChanged) {
		t.Errorf("in the way: %v", err)
	}
	if err := NewTarget(filepath.Join(dir, "new.json"), nil).Save([]byte("six")); err != nil {
		t.Errorf("new: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Real descriptor files come out with the same bytes outside of what was added.
func TestRealFiles(t *testing.T) {
	data := os.Getenv("SEXTANT_DATA")
	if data == "" {
		t.Skip("SEXTANT_DATA names no folder")
	}
	for _, name := range []string{"graph-os/capabilities-power.2026-07.json", "graph-os/capabilities-power.2026-08.json", "fleet/fleet200.json"} {
		raw, err := os.ReadFile(filepath.Join(data, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		doc, diags := Parse(name, raw)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		kept := doc.Bytes()
		for i := 0; i < len(doc.entries); i += 10 {
			// Add itself compares the entries that it did not change.
			if err := doc.Add(doc.entries[i].ID, []Phrase{{"first", "m", false}, {"the \"second\" one", "m", false}}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		lines := map[string]int{}
		for line := range strings.Lines(string(doc.Bytes())) {
			lines[strings.TrimRight(line, ",\r\n")]++
		}
		for line := range strings.Lines(string(kept)) {
			line = strings.TrimRight(line, ",\r\n")
			if lines[line]--; lines[line] < 0 && !strings.Contains(line, "examples") && len(line) < 1000 {
				t.Fatalf("%s: the line %q is gone", name, line)
			}
		}
	}
}
