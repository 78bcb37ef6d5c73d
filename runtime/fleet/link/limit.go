package link

import (
	"bytes"
	"fmt"
	"io"
)

// MaxMessage is the longest message that is read from a server, in bytes.
const MaxMessage = 32 << 20

// lineLimit fails where a line becomes longer than the limit.
type lineLimit struct {
	from  io.Reader
	limit int
	line  int // bytes of the line so far
}

// Read implements io.Reader.
func (l *lineLimit) Read(p []byte) (int, error) {
	n, err := l.from.Read(p)
	if last := bytes.LastIndexByte(p[:n], '\n'); last >= 0 {
		l.line = n - last - 1
	} else {
		l.line += n
	}
	if l.line > l.limit {
		return 0, fmt.Errorf("a message is longer than %d bytes", l.limit)
	}
	return n, err
}
