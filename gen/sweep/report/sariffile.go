package report

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/gen/sweep"
)

// fileTexts keeps the files that findings point into, because SARIF counts
// columns in characters and findings in bytes.
type fileTexts struct {
	read  func(path string) []byte
	texts map[string]*fileText
}

type fileText struct {
	data   []byte
	starts []int // of the lines
}

func (t fileTexts) of(path string) *fileText {
	if f, ok := t.texts[path]; ok {
		return f
	}
	f := &fileText{starts: []int{0}}
	if t.read != nil {
		f.data = t.read(path)
	}
	for i, c := range f.data {
		if c == '\n' {
			f.starts = append(f.starts, i+1)
		}
	}
	t.texts[path] = f
	return f
}

// result is a finding without the number of its rule.
func (t fileTexts) result(f sweep.Finding) sarifResult {
	text := t.of(f.Pos.File)
	result := sarifResult{
		RuleID: f.Rule, Level: sarifLevels[f.Severity],
		Message: sarifMessage{joinNonEmpty("; ", f.Message, f.Hint)},
		Locations: []sarifLocation{{sarifPhysical{
			Artifact: sarifArtifact{sarifURI(f.Pos.File)}, Region: text.region(f.Pos, f.End),
		}}},
	}
	if f.Fix != nil {
		result.Fixes = []sarifFix{t.fix(f.Fix)}
	}
	return result
}

func (t fileTexts) fix(fix *sweep.Fix) sarifFix {
	text := t.of(fix.File)
	change := sarifChange{Artifact: sarifArtifact{sarifURI(fix.File)}}
	for _, e := range fix.Edits {
		r := sarifReplacement{Deleted: *text.region(text.at(e.Start), text.at(e.End))}
		if e.New != "" {
			r.Inserted = &sarifMessage{e.New}
		}
		change.Replacements = append(change.Replacements, r)
	}
	return sarifFix{Description: sarifMessage{fix.Label}, Changes: []sarifChange{change}}
}

// at is the position of a byte.
func (f *fileText) at(offset int) source.Position {
	offset = min(offset, len(f.data))
	line := sort.SearchInts(f.starts, offset+1)
	return source.Position{Line: line, Column: offset - f.starts[line-1] + 1}
}

// region is a range with columns in characters, nil for a whole file.
func (f *fileText) region(from, to source.Position) *sarifRegion {
	if from.Line < 1 {
		return nil
	}
	return &sarifRegion{
		StartLine: from.Line, StartColumn: f.column(from), EndLine: max(from.Line, to.Line), EndColumn: f.column(to),
	}
}

// column counts the characters before a position; without the text its bytes.
func (f *fileText) column(p source.Position) int {
	if p.Line < 1 || p.Line > len(f.starts) || f.data == nil {
		return max(1, p.Column)
	}
	line := f.data[f.starts[p.Line-1]:]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	return utf8.RuneCount(line[:min(len(line), max(0, p.Column-1))]) + 1
}
