package sweep_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

// descriptors are those of the random skills below.
const descriptors = `{"capabilities":[{"id":"graph_share","one_line":"Share a node with another team.","intent_verbs":["act"],` +
	`"typed_io":{"input_params":[{"name":"node_id","type":"string"}]}}]}`

// repairOne puts one SKILL.md into a folder of its own and repairs it.
func repairOne(t *testing.T, dir string, content []byte, config *sweep.Config) (*sweep.Project, []byte) {
	t.Helper()
	folder := filepath.Join(dir, "skills", "kg-share")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	cpd := filepath.Join(dir, "cpd.json")
	for path, data := range map[string][]byte{cpd: []byte(descriptors), filepath.Join(folder, "SKILL.md"): content} {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	project, err := sweep.Load(sweep.Options{Descriptors: []string{cpd}, Dirs: []string{filepath.Join(dir, "skills")}, Config: config})
	if err != nil {
		t.Fatal(err)
	}
	repaired, err := project.Repair()
	if err != nil {
		t.Fatalf("repairing %q: %v", content, err)
	}
	if len(repaired) == 0 {
		return project, content
	}
	return project, repaired[0].Now
}

const frontMatter = "---\nname: kg-share\ndescription: Shares a node.\ntier: core\nwraps: [graph_share]\n---\n"

// parts are what random bodies are made of.
var parts = []string{
	"Text in a line.\n", "\n", "\n\n", "# Title\n", "# \n", "Setext\n===\n", "## Section\n", "- item\n  - deeper\n", "1. one\n",
	"\n> A quote.\n\n", "A lazy line.\n", "> **Behind the verbs.** old words\n", "> `x` load_tools( MCP_TOOL_MODE\nlazy\n", "```\n# code\n```\n", "```\nopen\n",
	"    indented\n", "<!-- comment -->\n", "<!-- open\n", "<!-- a\n\nb -->\n", "<div>\nhtml\n", "[ref]: /x\n", "***\n", "| a | b |\n|---|---|\n", "ünïcödé 界 👩‍🚀\n", "\t\n", "---\n", "  # Indented title\n", "#\tTab\n", "Text\n---\n",
}

// TestRepairOfRandomBodies: whatever a body is made of, the note ends up below
// the title, a second repair finds nothing, and all bytes of the file but those
// of notes and of blank lines beside them are still there, in order.
func TestRepairOfRandomBodies(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(r *rapid.T) {
		body := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 12).Draw(r, "body"), "")
		content := frontMatter + body
		if rapid.Bool().Draw(r, "no last line end") {
			content = strings.TrimSuffix(content, "\n")
		}
		if rapid.Bool().Draw(r, "CR LF") {
			content = strings.ReplaceAll(content, "\n", "\r\n")
		}
		if rapid.Bool().Draw(r, "BOM") {
			content = "\ufeff" + content
		}
		off := &sweep.Config{Rules: map[string]sweep.Severity{"bom": sweep.Off, "line-ends": sweep.Off, "frontmatter-fence": sweep.Off}}
		project, now := repairOne(t, dir, []byte(content), off)
		checkRepaired(t, project)
		if got, want := withoutNotes(now), withoutNotes([]byte(content)); !bytes.Equal(got, want) {
			r.Fatalf("more than notes changed:\nbefore %q\nafter  %q", content, now)
		}
	})
}

// checkRepaired makes sure that nothing is left that a repair mends.
func checkRepaired(t *testing.T, project *sweep.Project) {
	t.Helper()
	for _, f := range project.Findings() {
		if f.Fix != nil || f.Rule == "note-missing" && !strings.Contains(f.Message, "so is the title") {
			t.Fatalf("left after the repair: %v", f)
		}
	}
	if again, err := project.Repair(); err != nil || len(again) > 0 {
		t.Fatalf("a second repair changed %d files, error %v", len(again), err)
	}
}

// withoutNotes drops the lines of notes, old and new, and blank lines.
func withoutNotes(data []byte) []byte {
	var out []byte
	for _, line := range bytes.SplitAfter(data, []byte("\n")) {
		text := string(bytes.TrimSpace(line))
		if text == "" || strings.HasPrefix(text, "> **Behind") || strings.HasPrefix(text, "> `x`") {
			continue
		}
		out = append(out, bytes.TrimRight(line, "\r\n")...)
		out = append(out, '\n')
	}
	return out
}

func FuzzRepair(f *testing.F) {
	f.Add([]byte(frontMatter + "# T\n\ntext\n"))
	f.Add([]byte("\ufeff" + strings.ReplaceAll(frontMatter, "\n", "\r\n") + "# T\r\n> **Behind the verbs.**"))
	f.Add([]byte("\n---  \nname: a: b\n--- \n\xff"))
	f.Add([]byte(frontMatter + strings.Join(parts, "")))
	f.Add([]byte(frontMatter + "# T\n```\ngraph_share(node_id=[{'x': \"y\"}, ...)\n```\n`graph_share(a=<b>`"))
	f.Add([]byte("---\n:\n---\n0\n#\n<!--"))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, content []byte) {
		project, _ := repairOne(t, dir, content, nil)
		for _, finding := range project.Findings() {
			if finding.Fix != nil {
				t.Fatalf("left after the repair of %q: %v", content, finding)
			}
		}
	})
}
