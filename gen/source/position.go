package source

import (
	"bytes"
	"sort"
	"strconv"
)

// Position is a place in a file.
type Position struct {
	File   string `json:"file"`   // the path as the caller gave it, with forward slashes
	Line   int    `json:"line"`   // 1-based; 0 when the file as a whole is meant
	Column int    `json:"column"` // 1-based, in bytes; 0 when the file as a whole is meant
}

// String returns "file:line:column", or only the file when there is no line.
func (p Position) String() string {
	if p.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
}

// before orders positions by file, line and column.
func (p Position) before(q Position) bool {
	if p.File != q.File {
		return p.File < q.File
	}
	if p.Line != q.Line {
		return p.Line < q.Line
	}
	return p.Column < q.Column
}

// lineIndex maps byte offsets to lines. It holds the offset of each line's first byte.
type lineIndex []int

// newLineIndex indexes the lines of data; only "\n" ends a line.
func newLineIndex(data []byte) lineIndex {
	lines := make(lineIndex, 1, 1+bytes.Count(data, []byte{'\n'}))
	for i, c := range data {
		if c == '\n' {
			lines = append(lines, i+1)
		}
	}
	return lines
}

// locate returns the 1-based line and column of a byte offset.
func (l lineIndex) locate(offset int) (line, column int) {
	line = sort.SearchInts(l, offset+1)
	return line, offset - l[line-1] + 1
}

// start returns the offset of the first byte of the line that holds offset.
func (l lineIndex) start(offset int) int {
	return l[sort.SearchInts(l, offset+1)-1]
}
