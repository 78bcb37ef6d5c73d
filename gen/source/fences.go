package source

import (
	"bytes"
	"fmt"

	"github.com/adrg/frontmatter"
)

const fence = "---"

// fences is where the front matter stands.
type fences struct {
	start, end int // the bytes between the two fence lines
	body       int // behind the closing fence's line
}

// fences finds the front matter and reports what other readers would see
// differently. It returns false when there is none.
func (s *sink) fences() (fences, bool) {
	first := bom(s.data)
	line, next := s.line(first)
	if string(line) != fence {
		s.noFrontMatter(first, line)
		return fences{}, false
	}
	f := fences{start: next}
	cut, cutLine := libraryEnd(s.data[first:])
	for at := next; at < len(s.data); at = next {
		line, next = s.line(at)
		if !bytes.HasPrefix(line, []byte(fence)) || string(bytes.TrimRight(line, " \t")) != fence {
			continue
		}
		f.end, f.body = at, next
		s.closing(f, line, first+cut, first+cutLine)
		return f, true
	}
	s.unclosed(first, f.start, cut, first+cutLine)
	return fences{}, false
}

// line returns the line that starts at an offset, without its end, and the offset of the next one.
func (s *sink) line(at int) (line []byte, next int) {
	rest := s.data[at:]
	next = len(s.data)
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest, next = rest[:i], at+i+1
	}
	return bytes.TrimSuffix(rest, []byte{'\r'}), next
}

// libraryEnd returns where the front matter library, which ignores the white
// space around a fence, lets the body begin, and where its closing line starts;
// 0 when it finds no front matter.
func libraryEnd(data []byte) (body, line int) {
	var block []byte
	capture := func(data []byte, _ any) error {
		block = data
		return nil
	}
	rest, err := frontmatter.MustParse(bytes.NewReader(data), nil, frontmatter.NewFormat(fence, fence, capture))
	if err != nil {
		return 0, 0
	}
	body = len(data) - len(rest)
	opening := bytes.IndexByte(data, '\n') + 1
	return body, opening + len(block)
}

// closing checks the closing fence against what the library takes for it.
func (s *sink) closing(f fences, line []byte, libraryBody, libraryLine int) {
	if libraryBody != f.body {
		s.fail(libraryLine, CodeCut, "write --- differently inside a value, for example as '- - -' or in quotes on one line",
			"an indented --- stands inside the front matter; many readers cut it off here")
	}
	if len(line) != len(fence) {
		s.warn(f.end+len(fence), CodeFence, "delete it", "white space follows the closing ---; some readers do not see it as the end")
	}
}

// unclosed reports an opening fence without a closing one, and what may have been meant as such.
func (s *sink) unclosed(opening, from, library, libraryLine int) {
	hint := "add a line of exactly --- behind the last field"
	switch at, line := s.almostFence(from); {
	case library > 0:
		hint = fmt.Sprintf("move the --- of line %d to the first column", s.at(libraryLine).Line)
	case at >= 0:
		hint = fmt.Sprintf("write exactly --- instead of %q in line %d", clip(string(line)), s.at(at).Line)
	}
	s.fail(opening, CodeUnclosed, hint, "the front matter opened here is never closed")
}

// almostFence finds a line that looks like a closing fence and is none.
func (s *sink) almostFence(at int) (int, []byte) {
	for at < len(s.data) {
		line, next := s.line(at)
		text := string(bytes.TrimSpace(line))
		if text == "..." || len(text) > len(fence) && bytes.Trim([]byte(text), "-") == nil {
			return at, line
		}
		at = next
	}
	return -1, nil
}

// noFrontMatter says why the first line opens none.
func (s *sink) noFrontMatter(at int, line []byte) {
	hint := "start the file with a line of exactly ---, then name and description, then --- again"
	problem := "the file does not start with front matter"
	trimmed := bytes.TrimSpace(line)
	switch {
	case len(bytes.TrimSpace(s.data[at:])) == 0:
		problem = "the file is empty"
	case len(trimmed) == 0 && bytes.HasPrefix(bytes.TrimSpace(s.data[at:]), []byte(fence)):
		problem, hint = "blank lines stand before the front matter", "delete them; the first line must be exactly ---"
	case string(trimmed) == fence:
		problem, hint = "white space stands around the opening ---", "delete it; the first line must be exactly ---"
	case bytes.HasPrefix(trimmed, []byte(fence)):
		problem = fmt.Sprintf("the first line is %q, want exactly ---", clip(string(line)))
	case string(trimmed) == "+++":
		problem, hint = "the front matter is TOML", "write it as YAML between two lines of exactly ---"
	}
	s.fail(at, CodeNoFrontmatter, hint, "%s", problem)
}
