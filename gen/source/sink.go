package source

import (
	"fmt"
	"path/filepath"
	"unicode/utf8"
)

// MaxDiagnostics bounds the errors, and likewise the warnings, listed for one file.
const MaxDiagnostics = 500

// sink collects the diagnostics of one file and turns its offsets into positions.
type sink struct {
	file   string
	data   []byte
	lines  lineIndex
	root   string // what a JSON value without a path is called
	list   Diagnostics
	counts [2]int // findings by severity, listed or not
}

func newSink(path string, data []byte) *sink {
	return &sink{file: filepath.ToSlash(path), data: data, lines: newLineIndex(data), root: "the file"}
}

// at returns the position of a byte offset; offsets outside the file are pulled to its ends.
func (s *sink) at(offset int) Position {
	offset = max(0, min(offset, len(s.data)))
	line, column := s.lines.locate(offset)
	return Position{File: s.file, Line: line, Column: column}
}

// errors returns how many errors were reported.
func (s *sink) errors() int { return s.counts[Error] }

// add lists a diagnostic, or only counts it once enough of its severity are listed.
func (s *sink) add(d Diagnostic) {
	s.counts[d.Severity]++
	switch seen := s.counts[d.Severity]; {
	case seen <= MaxDiagnostics:
		s.list = append(s.list, d)
	case seen == MaxDiagnostics+1:
		s.list = append(s.list, Diagnostic{
			Pos: d.Pos, Severity: d.Severity, Code: CodeTooMany,
			Message: fmt.Sprintf("more than %d %ss; the rest is not listed", MaxDiagnostics, d.Severity),
			Hint:    "repair those above and run again",
		})
	}
}

// fail reports an error at a byte offset.
func (s *sink) fail(offset int, code, hint, format string, args ...any) {
	s.add(Diagnostic{Pos: s.at(offset), Severity: Error, Code: code, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// warn reports a warning at a byte offset.
func (s *sink) warn(offset int, code, hint, format string, args ...any) {
	s.add(Diagnostic{Pos: s.at(offset), Severity: Warning, Code: code, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// clip shortens a text that goes into a message.
func clip(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	end := most
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}
