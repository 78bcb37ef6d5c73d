package source

import "bytes"

// Bounds that keep the Markdown library's work in proportion to the text: it is
// quadratic in both of these, and recursive in the first.
const (
	maxMarkers    = 1_000  // quote and list markers in front of one line
	maxReferences = 10_000 // link reference definitions
)

// bounded reports a body beyond the bounds.
func (o *outline) bounded() bool {
	references := 0
	for at := o.base; at < len(o.sink.data); {
		line, next := o.sink.line(at)
		count, rest := markers(line)
		if count > maxMarkers {
			o.sink.fail(at, CodeNesting, "flatten it", "%d quote or list markers start this line, the limit is %d", count, maxMarkers)
			return false
		}
		if bytes.HasPrefix(rest, []byte{'['}) && bytes.Contains(rest, []byte("]:")) {
			references++
		}
		if references > maxReferences {
			o.sink.fail(at, CodeNesting, "move them to a file of their own", "more than %d link reference definitions", maxReferences)
			return false
		}
		at = next
	}
	return true
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
