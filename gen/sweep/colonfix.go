package sweep

import (
	"bytes"
	"strings"

	"github.com/sextant-mcp/sextant/gen/source"
)

// maxColons bounds the lines that one fix puts in quotes: each costs a reading.
const maxColons = 100

func isColonFault(d source.Diagnostic) bool {
	return d.Code == source.CodeYAML && strings.Contains(d.Message, "mapping values are not allowed")
}

// fixColons puts the value in a line in quotes. YAML is read up to its first
// fault, so the next one shows when this one is mended; all of them are mended
// together.
func fixColons(f *skillFile, line int) *Fix {
	var edits []Edit
	for line > 0 && line <= len(f.at.starts) && len(edits) < maxColons {
		edit, ok := quoteValue(f.data, f.at.starts[line-1])
		if !ok {
			break
		}
		now, err := Apply(f.data, append(edits[:len(edits):len(edits)], edit))
		if err != nil {
			break // the same line again
		}
		next := colonFault(f.path, now)
		if next == line {
			break // the quotes were of no use
		}
		edits, line = append(edits, edit), next
	}
	switch len(edits) {
	case 0:
		return nil
	case 1:
		return &Fix{Label: "put the value in quotes", Edits: edits}
	}
	return &Fix{Label: "put the values in quotes", Edits: edits}
}

// colonFault is the line in which a colon stops the reading, 0 for none.
func colonFault(path string, data []byte) int {
	_, found := source.ParseSkill(path, data)
	for _, d := range found {
		if isColonFault(d) {
			return d.Pos.Line
		}
	}
	return 0
}

// quoteValue puts the one-line value of a key in quotes, because it holds a
// colon that YAML takes for another key's.
func quoteValue(data []byte, start int) (edit Edit, ok bool) {
	end := lineEnd(data, start)
	line := data[start:end]
	colon := bytes.Index(line, []byte(": "))
	if colon < 1 || bytes.ContainsAny(line[:colon], " \t#'\"[{") {
		return Edit{}, false
	}
	value := bytes.TrimSpace(line[colon+1:])
	if len(value) == 0 || bytes.ContainsAny(value[:1], `"'[{|>&*!%@`+"`") || bytes.Contains(value, []byte(" #")) {
		return Edit{}, false
	}
	if next := bytes.TrimLeft(data[end:], "\r\n"); len(next) > 0 && (next[0] == ' ' || next[0] == '\t') {
		return Edit{}, false // the value goes on in the next line
	}
	from := start + bytes.Index(line[colon+1:], value) + colon + 1
	quoted := "'" + strings.ReplaceAll(string(value), "'", "''") + "'"
	return Edit{Start: from, End: from + len(value), New: quoted}, true
}
