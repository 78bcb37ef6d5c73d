package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/sextant-mcp/sextant/gen/sweep"
)

// githubLevels are the commands of a workflow that annotate a file.
var githubLevels = map[sweep.Severity]string{sweep.Error: "error", sweep.Warning: "warning", sweep.Note: "notice"}

var (
	// githubData escapes the text of a command, githubProperty the value of
	// one of its properties.
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// github writes one workflow command a finding; the log of the job shows the
// sentence at the end.
func (r Report) github(w io.Writer) {
	for _, f := range r.Findings {
		fmt.Fprintf(w, "::%s file=%s", githubLevels[f.Severity], githubProperty.Replace(f.Pos.File))
		if f.Pos.Line > 0 {
			fmt.Fprintf(w, ",line=%d,col=%d", f.Pos.Line, f.Pos.Column)
			// A range of columns is shown within one line only.
			if f.End.Line == f.Pos.Line && f.End.Column > f.Pos.Column {
				fmt.Fprintf(w, ",endLine=%d,endColumn=%d", f.End.Line, f.End.Column)
			}
		}
		text := joinNonEmpty("; ", f.Message, f.Hint)
		fmt.Fprintf(w, ",title=%s::%s\n", githubProperty.Replace("skillsweep "+f.Rule), githubData.Replace(text))
	}
	fmt.Fprintln(w, r.sentence())
}
