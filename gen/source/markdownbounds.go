package source

import (
	"bytes"
	"fmt"
)

// Bounds that keep the Markdown library's work in proportion to the text: it is
// quadratic in all of these, and recursive in the first.
const (
	maxMarkers    = 1_000  // quote and list markers in front of one line
	maxReferences = 10_000 // link reference definitions
	maxEmphases   = 20_000 // * and _ between two blank lines
)

// BoundedMarkdown tells whether a Markdown text is within the bounds that keep
// reading it cheap. A skill whose body is not gets a finding of its own.
func BoundedMarkdown(text []byte) bool {
	_, _, message := beyondBounds(text)
	return message == ""
}

// bounded reports a body beyond the bounds.
func (o *outline) bounded() bool {
	at, hint, message := beyondBounds(o.src)
	if message != "" {
		o.sink.fail(o.base+at, CodeNesting, hint, "%s", message)
	}
	return message == ""
}

// beyondBounds returns the line that goes beyond a bound, what to do and what
// is wrong; an empty message when nothing is.
func beyondBounds(src []byte) (at int, hint, message string) {
	references, emphases := 0, 0
	for at < len(src) {
		line, next := src[at:], len(src)
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line, next = line[:end], at+end+1
		}
		count, rest := markers(line)
		if count > maxMarkers {
			return at, "flatten it", fmt.Sprintf("%d quote or list markers start this line, the limit is %d", count, maxMarkers)
		}
		if bytes.HasPrefix(rest, []byte{'['}) && bytes.Contains(rest, []byte("]:")) {
			references++
		}
		if references > maxReferences {
			return at, "move them to a file of their own", fmt.Sprintf("more than %d link reference definitions", maxReferences)
		}
		emphases += bytes.Count(line, []byte{'*'}) + bytes.Count(line, []byte{'_'})
		if len(bytes.TrimSpace(line)) == 0 {
			emphases = 0
		}
		if emphases > maxEmphases {
			return at, "divide it by blank lines, or move it to a file of its own", fmt.Sprintf("more than %d signs of emphasis in one paragraph", maxEmphases)
		}
		at = next
	}
	return 0, "", ""
}

// markers counts the quote and list markers in front of a line and returns what follows them.
func markers(line []byte) (count int, rest []byte) {
	for len(line) > 0 {
		switch c := line[0]; {
		case c == ' ' || c == '\t':
			line = line[1:]
			continue
		case c == '>':
			line = line[1:]
		case (c == '-' || c == '*' || c == '+') && len(line) > 1 && line[1] == ' ':
			line = line[2:]
		case c >= '0' && c <= '9':
			end := numberMarker(line)
			if end == 0 {
				return count, line
			}
			line = line[end:]
		default:
			return count, line
		}
		count++
	}
	return count, line
}

// numberMarker returns the length of a marker such as "12. ", or 0.
func numberMarker(line []byte) int {
	i := 0
	for i < len(line) && i < 9 && line[i] >= '0' && line[i] <= '9' {
		i++
	}
	if i+1 < len(line) && (line[i] == '.' || line[i] == ')') && line[i+1] == ' ' {
		return i + 2
	}
	return 0
}
