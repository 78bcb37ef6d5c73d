package arena

import (
	"encoding/json"
	"os"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/measure"
	"github.com/sextant-mcp/sextant/gen/source"
)

// Turn is one request of a corpus.
type Turn struct {
	source.Route
	// Namespace is the one whose agent was asked; may be empty.
	Namespace string
}

// Class is what should happen to the turn.
func (t *Turn) Class() measure.Class { return measure.ClassOf(&t.Route) }

// label names a turn in reports.
func (t *Turn) label() string {
	if t.ID != "" {
		return t.ID
	}
	return t.Pos.String()
}

// ReadTurns reads a corpus. Beside what source.ReadRoutes understands a row may
// hold "namespace", and "set" as another name of kind.
func ReadTurns(path string) ([]Turn, source.Diagnostics) {
	rows, diags := source.ReadRoutes(path)
	if len(rows) == 0 {
		return nil, diags
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, append(diags, unreadable(path, err))
	}
	lines := strings.Split(string(data), "\n")
	turns := make([]Turn, len(rows))
	for i, row := range rows {
		turns[i].Route = row
		var more struct{ Namespace, Set string }
		// Whatever else these keys hold in other people's rows is theirs.
		_ = json.Unmarshal([]byte(lines[row.Pos.Line-1]), &more)
		turns[i].Namespace = more.Namespace
		if row.Kind == "" {
			turns[i].Kind = more.Set
		}
	}
	return turns, diags
}

// OfKind returns the turns of these kinds; no kinds are all.
func OfKind(turns []Turn, kinds []string) []Turn {
	if len(kinds) == 0 {
		return turns
	}
	var out []Turn
	for _, t := range turns {
		if slices.Contains(kinds, t.Kind) {
			out = append(out, t)
		}
	}
	return out
}

func unreadable(path string, err error) source.Diagnostic {
	return source.Diagnostic{
		Pos: source.Position{File: path}, Severity: source.Error, Code: "unreadable",
		Message: err.Error(), Hint: "check the path", Err: err,
	}
}
