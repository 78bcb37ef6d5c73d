package report

import (
	"encoding/json"
	"io"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/gen/sweep"
)

// jsonReport is the JSON form; version changes when a field changes its meaning.
type jsonReport struct {
	Version  int               `json:"version"`
	Skills   int               `json:"skills"`
	Tools    int               `json:"tools"`
	Summary  counts            `json:"summary"`
	ByRule   map[string]counts `json:"by_rule"`
	Known    int               `json:"known_to_baseline"`
	Gone     int               `json:"gone_from_baseline"`
	Hidden   int               `json:"not_shown"`
	Findings []jsonFinding     `json:"findings"`
}

type jsonFinding struct {
	Rule     string          `json:"rule"`
	Severity sweep.Severity  `json:"severity"`
	Pos      source.Position `json:"pos"`
	End      jsonPlace       `json:"end"`
	Message  string          `json:"message"`
	Hint     string          `json:"hint,omitempty"`
	Fix      *jsonFix        `json:"fix,omitempty"`
}

type jsonPlace struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

type jsonFix struct {
	Label string     `json:"label"`
	File  string     `json:"file"`
	Edits []jsonEdit `json:"edits"`
}

// jsonEdit replaces bytes of the file as it is on disk.
type jsonEdit struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

func (r Report) json(w io.Writer) error {
	_, counted := byRule(r.Findings)
	out := jsonReport{
		Version: 1, Skills: r.Skills, Tools: r.Tools, Summary: count(r.Findings), ByRule: counted,
		Known: r.Known, Gone: r.Gone, Hidden: r.Hidden, Findings: make([]jsonFinding, 0, len(r.Findings)),
	}
	for _, f := range r.Findings {
		j := jsonFinding{
			Rule: f.Rule, Severity: f.Severity, Pos: f.Pos, End: jsonPlace{f.End.Line, f.End.Column},
			Message: f.Message, Hint: f.Hint,
		}
		if f.Fix != nil {
			j.Fix = &jsonFix{Label: f.Fix.Label, File: f.Fix.File}
			for _, e := range f.Fix.Edits {
				j.Fix.Edits = append(j.Fix.Edits, jsonEdit(e))
			}
		}
		out.Findings = append(out.Findings, j)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}
