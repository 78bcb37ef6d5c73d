package sweep

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMends tries out insertions of the wanted note in places where Markdown
// shows it and in others where it hides it.
func TestMends(t *testing.T) {
	const front = "---\nname: kg-share\ndescription: Shares a node.\ntier: core\nwraps: [graph_share]\n---\n"
	for name, test := range map[string]struct {
		body string // <note> is where the note goes
		want bool
	}{
		"below the title":           {"# T\n\n<note>\n\nText.\n", true},
		"as the last line":          {"# T\n\n<note>", true},
		"below a comment":           {"# T\n<!-- a -->\n\n<note>\n", true},
		"above an open comment":     {"# T\n\n<note>\n\n<!-- a\n", true},
		"in an open comment":        {"# T\n<!-- a\n\n<note>\n", false},
		"in a comment":              {"# T\n<!-- a\n\n<note>\n\n-->\n", false},
		"in an open script":         {"# T\n<script>\n\n<note>\n", false},
		"in an HTML block":          {"# T\n<div>\n<note>\n</div>\n", false},
		"in a code block":           {"# T\n```\n<note>\n```\n", false},
		"in a list":                 {"# T\n- a\n\n  <note>\n", false},
		"above the title":           {"<note>\n\n# T\n", true}, // it is there now, though not in its place
		"at the end of a paragraph": {"# T\n\nText. <note>\n", false},
		"running into a paragraph":  {"# T\n\n<note>\nText.\n", true}, // no longer missing, though stale
	} {
		t.Run(name, func(t *testing.T) {
			at := strings.Index(front+test.body, "<note>")
			c := checkOf(t, strings.Replace(front+test.body, "<note>", "", 1))
			if len(c.found) != 1 || c.found[0].rule != "note-missing" {
				t.Fatalf("found %+v, want one note-missing", c.found)
			}
			if got := c.mends(&Fix{Edits: []Edit{{Start: at, End: at, New: c.text()}}}); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// checkOf reads one skill and checks its note.
func checkOf(t *testing.T, content string) *noteCheck {
	t.Helper()
	dir := t.TempDir()
	cpd := filepath.Join(dir, "cpd.json")
	folder := filepath.Join(dir, "kg-share")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	const tools = `{"capabilities":[{"id":"graph_share","one_line":"Share a node.","intent_verbs":["act"]}]}`
	for path, data := range map[string]string{cpd: tools, filepath.Join(folder, "SKILL.md"): content} {
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	project, err := Load(Options{Descriptors: []string{cpd}, Dirs: []string{folder}})
	if err != nil {
		t.Fatal(err)
	}
	p := &pass{Project: project}
	p.join()
	c := &noteCheck{p: p, f: project.files[0], want: project.files[0].note()}
	c.run()
	return c
}
