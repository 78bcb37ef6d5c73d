package sweep

import (
	"bytes"
	"sort"

	"github.com/sextant-mcp/sextant/gen/source"
)

// lines turns the byte offsets of one file into positions.
type lines struct {
	file   string
	size   int
	starts []int // the offset of each line's first byte
}

func newLines(file string, data []byte) *lines {
	l := &lines{file: file, size: len(data), starts: make([]int, 1, 1+bytes.Count(data, []byte{'\n'}))}
	for i, c := range data {
		if c == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// at returns the position of an offset; one outside the file is pulled to its ends.
func (l *lines) at(offset int) source.Position {
	offset = max(0, min(offset, l.size))
	line := sort.SearchInts(l.starts, offset+1)
	return source.Position{File: l.file, Line: line, Column: offset - l.starts[line-1] + 1}
}

// offset returns the byte of a position: the reverse of at.
func (l *lines) offset(pos source.Position) int {
	if pos.Line < 1 {
		return 0
	}
	if pos.Line > len(l.starts) {
		return l.size
	}
	return min(l.starts[pos.Line-1]+max(0, pos.Column-1), l.size)
}

// start returns the offset of the first byte of the line that holds offset.
func (l *lines) start(offset int) int {
	return l.starts[sort.SearchInts(l.starts, offset+1)-1]
}
