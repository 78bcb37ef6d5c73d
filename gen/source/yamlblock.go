package source

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// yamlBlock is the front matter of a file and the way from the YAML library's
// places to bytes of the file. The library counts columns in characters and
// ends lines at more characters than "\n", so its numbers cannot be used as they are.
type yamlBlock struct {
	sink  *sink
	base  int // offset of the block in the file
	text  []byte
	lines []int // offsets in the block of its lines, as YAML counts them
}

func newYAMLBlock(s *sink, start, end int) *yamlBlock {
	b := &yamlBlock{sink: s, base: start, text: s.data[start:end], lines: []int{0}}
	for i := 0; i < len(b.text); {
		n := lineBreak(b.text[i:])
		if n > 0 {
			b.lines = append(b.lines, i+n)
		}
		i += max(n, 1)
	}
	return b
}

// lineBreak returns the length of the YAML line break that data starts with, or 0.
func lineBreak(data []byte) int {
	for _, mark := range []string{"\r\n", "\n", "\r", "\u0085", "\u2028", "\u2029"} {
		if bytes.HasPrefix(data, []byte(mark)) {
			return len(mark)
		}
	}
	return 0
}

// offset turns a line and column of the library into an offset of the file.
func (b *yamlBlock) offset(line, column int) int {
	if line < 1 {
		return b.base
	}
	if line > len(b.lines) {
		return b.base + len(b.text)
	}
	at := b.lines[line-1]
	for i := 1; i < column && at < len(b.text) && lineBreak(b.text[at:]) == 0; i++ {
		_, size := utf8.DecodeRune(b.text[at:])
		at += size
	}
	return b.base + at
}

func (b *yamlBlock) at(n *yaml.Node) int { return b.offset(n.Line, n.Column) }

// parse returns the mapping the block consists of, or nil after reporting why there is none.
func (b *yamlBlock) parse() *yaml.Node {
	if !b.checkControls() {
		return nil
	}
	var document yaml.Node
	if err := yaml.Load(b.text, &document); err != nil {
		b.syntax(err)
		return nil
	}
	if len(document.Content) == 0 || document.Content[0].Kind != yaml.MappingNode {
		b.notMapping(&document)
		return nil
	}
	root := document.Content[0]
	check := aliasCheck{block: b, sizes: make(map[*yaml.Node]int), open: make(map[*yaml.Node]bool)}
	if check.size(root, 1); check.failed {
		return nil
	}
	return root
}

// checkControls reports the first character that YAML forbids; the library says so without a place.
func (b *yamlBlock) checkControls() bool {
	for i, r := range string(b.text) {
		printable := r == '\t' || r == '\n' || r == '\r' || r == '\u0085' ||
			r >= 0x20 && r < 0x7f || r >= 0xa0 && r != '\ufeff' && r != '\ufffe' && r != '\uffff'
		if !printable {
			b.sink.fail(b.base+i, CodeControlCharacter, "delete it", "the front matter holds the control character %U", r)
			return false
		}
	}
	return true
}

func (b *yamlBlock) notMapping(document *yaml.Node) {
	at := b.base
	if len(document.Content) > 0 {
		at = b.at(document.Content[0])
	}
	b.sink.fail(at, CodeYAML, "write one 'key: value' a line", "the front matter is not a mapping of keys to values")
}

// syntax reports an error of the library.
func (b *yamlBlock) syntax(err error) {
	s := b.sink
	cause := fmt.Errorf("%s: %w", s.file, err)
	report := func(at int, code, message, hint string) {
		s.add(Diagnostic{Pos: s.at(at), Severity: Error, Code: code, Message: message, Hint: hint, Err: cause})
	}
	var load *yaml.LoadError
	switch text := err.Error(); {
	case strings.Contains(text, "no documents"):
		report(b.base, CodeEmpty, "the front matter is empty", "write at least name and description")
	case strings.Contains(text, "expected single document"):
		at := b.documentEnd()
		mark := string(s.data[at:min(at+len(fence), len(s.data))])
		report(at, CodeYAML, "the front matter ends at "+mark+" and goes on behind it", "delete the line, or make it exactly --- if the front matter is to end there")
	case errors.As(err, &load) && load.Mark.Line > 0:
		at := b.offset(load.Mark.Line, load.Mark.Column)
		if heading := s.headingInFront(b.base, b.base+len(b.text)); heading >= 0 && at >= heading {
			s.overrun(b.base, heading)
			return
		}
		message := "not YAML: " + load.Message
		if load.ContextMsg != "" && load.ContextMark.Line > 0 {
			opened := s.at(b.offset(load.ContextMark.Line, load.ContextMark.Column))
			message += fmt.Sprintf(" (%s from line %d on)", load.ContextMsg, opened.Line)
		}
		report(at, CodeYAML, message, b.hint(at, load.Message))
	default:
		report(b.base, CodeYAML, "not YAML: "+text, "correct the front matter; quote values that hold special characters")
	}
}

// documentEnd finds a line of three dots.
func (b *yamlBlock) documentEnd() int {
	for at := b.base; at < b.base+len(b.text); {
		line, next := b.sink.line(at)
		if bytes.HasPrefix(line, []byte("...")) || bytes.HasPrefix(line, []byte(fence)) {
			return at
		}
		at = next
	}
	return b.base
}

var keyOfLine = regexp.MustCompile(`^\s*(?:- )?([A-Za-z_][A-Za-z0-9_-]*):\s`)

// hint tells how to write what the library could not read.
func (b *yamlBlock) hint(at int, problem string) string {
	line, _ := b.sink.line(b.sink.lines.start(min(at, len(b.sink.data))))
	value := "the value"
	if m := keyOfLine.FindSubmatch(line); m != nil {
		value = fmt.Sprintf("the value of %q", m[1])
	}
	rest := b.sink.data[at:]
	switch {
	case strings.Contains(problem, "mapping values are not allowed"):
		return "put " + value + " in quotes, or write >- behind its key and the text indented below: it holds a colon followed by a space"
	case bytes.HasPrefix(rest, []byte{'\t'}):
		return "indent with spaces, not tabs"
	case strings.Contains(problem, "cannot start any token"):
		return fmt.Sprintf("put %s in quotes: it starts with %q", value, rest[:min(1, len(rest))])
	case strings.Contains(problem, "unexpected end of stream"):
		return "close the quote; write two single quotes for one inside single quotes"
	case strings.Contains(problem, "escape"):
		return "use single quotes, or write the backslash twice"
	default:
		return "check indentation and brackets, and quote values that hold ': ', ' #', quotes or brackets"
	}
}
