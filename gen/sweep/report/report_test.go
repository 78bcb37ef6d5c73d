package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/gen/sweep"
	"github.com/sextant-mcp/sextant/gen/sweep/report"
)

var update = flag.Bool("update", false, "write the golden files anew")

const skillText = "---\nname: kg-share\n---\n# kg-share\nGrüße `graph_share(größe=1)`.\n"

func place(line, column int) source.Position {
	return source.Position{File: "skills/a b/SKILL.md", Line: line, Column: column}
}

// sample has a finding of each kind: with and without a fix, with a range, for
// a whole file, with characters that a format escapes.
func sample() report.Report {
	return report.Report{
		Skills: 2, Tools: 1, Known: 3, Gone: 1,
		Text: func(path string) []byte {
			if path == "skills/a b/SKILL.md" {
				return []byte(skillText)
			}
			return nil
		},
		Findings: []sweep.Finding{
			{
				Rule: "note-missing", Severity: sweep.Error, Pos: place(4, 1), End: place(4, 11),
				Message: "the note is missing", Hint: "run skillsweep -fix",
				Fix: &sweep.Fix{Label: "insert it", File: "skills/a b/SKILL.md", Edits: []sweep.Edit{
					{Start: 34, End: 34, New: "> **Note** <&>\n\n"}, {Start: 34 + len("Grüße "), End: 34 + len("Grüße `")},
				}},
			},
			{
				Rule: "call-argument", Severity: sweep.Error, Pos: place(5, len("Grüße `graph_share(")+1), End: place(5, len("Grüße `graph_share(größe=1")+1),
				Message: "100 % wrong:\nno argument größe, really", Hint: "take it out",
			},
			{Rule: "body-length", Severity: sweep.Warning, Pos: place(4, 1), End: place(5, 3), Message: "too long"},
			{Rule: "skill-file", Severity: sweep.Note, Pos: source.Position{File: "/abs/Skill.md"}, End: source.Position{File: "/abs/Skill.md"}, Message: "spelled differently"},
		},
	}
}

func TestFormats(t *testing.T) {
	for _, format := range report.Formats {
		t.Run(string(format), func(t *testing.T) {
			for name, r := range map[string]report.Report{"sample": sample(), "clean": {Skills: 1}} {
				var b bytes.Buffer
				if err := report.Write(&b, format, r); err != nil {
					t.Fatal(err)
				}
				got := b.String()
				if format == report.SARIF {
					got = withoutRules(t, b.Bytes())
				}
				golden(t, name+"."+string(format), got)
			}
		})
	}
}

// withoutRules takes the rules out of a SARIF log: their texts are tested where
// they are written.
func withoutRules(t *testing.T, data []byte) string {
	t.Helper()
	var log map[string]any
	if err := json.Unmarshal(data, &log); err != nil {
		t.Fatal(err)
	}
	for _, run := range log["runs"].([]any) {
		driver := run.(map[string]any)["tool"].(map[string]any)["driver"].(map[string]any)
		if n := len(driver["rules"].([]any)); n != len(sweep.Rules()) {
			t.Errorf("%d rules, want %d", n, len(sweep.Rules()))
		}
		delete(driver, "rules")
		for _, result := range run.(map[string]any)["results"].([]any) {
			delete(result.(map[string]any), "ruleIndex")
		}
	}
	out, err := json.MarshalIndent(log, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out) + "\n"
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != got {
		t.Errorf("%s differs (%v); run with -update and read the difference. Got:\n%s", path, err, got)
	}
}

func TestParseFormat(t *testing.T) {
	for _, f := range report.Formats {
		if got, err := report.ParseFormat(string(f)); err != nil || got != f {
			t.Errorf("%s reads as %s, error %v", f, got, err)
		}
	}
	if _, err := report.ParseFormat("xml"); err == nil || !strings.Contains(err.Error(), "sarif") {
		t.Errorf("error %v, want one that lists the formats", err)
	}
	if err := report.Write(&bytes.Buffer{}, "xml", report.Report{}); err == nil {
		t.Error("an unknown format is written")
	}
}

type brokenWriter struct{}

var errBroken = errors.New("broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestWriteErrors(t *testing.T) {
	for _, format := range report.Formats {
		if err := report.Write(brokenWriter{}, format, sample()); !errors.Is(err, errBroken) {
			t.Errorf("%s: error %v", format, err)
		}
	}
}
