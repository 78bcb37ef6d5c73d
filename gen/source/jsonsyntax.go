package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// parseJSON reads the one JSON value in data[lo:hi]. It reports what is wrong
// and returns false when there is none.
func (s *sink) parseJSON(lo, hi int) (node, bool) {
	deep, open := brackets(s.data[lo:hi])
	if deep >= 0 {
		s.fail(lo+deep, CodeJSONDepth, "flatten the value; a schema this deep is usually a generator's mistake",
			"nested deeper than %d levels", MaxDepth)
		return node{}, false
	}
	var whole json.RawMessage
	if err := json.Unmarshal(s.data[lo:hi], &whole); err != nil {
		s.syntax(err, lo, hi, open)
		return node{}, false
	}
	b := treeBuilder{sink: s, data: s.data[:hi], pos: lo}
	return b.value(&place{}), true
}

// syntax turns an error of encoding/json into a diagnostic with a place.
func (s *sink) syntax(err error, lo, hi int, open []int) {
	offset := lo
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = lo + int(syntax.Offset) - 1 // Offset counts the byte that was wrong
	}
	d := Diagnostic{Severity: Error, Err: fmt.Errorf("%s: %w", s.file, err)}
	switch text := err.Error(); {
	case strings.Contains(text, "unexpected end"):
		offset = lo + len(bytes.TrimRight(s.data[lo:hi], " \t\r\n"))
		d.Code, d.Message = CodeJSONTruncated, "the JSON ends too early"
		d.Hint = "the file was cut off; fetch or write it again"
		if s.root == rowRoot {
			d.Hint = "write the whole row on one line"
		}
		if len(open) > 0 {
			d.Message += fmt.Sprintf(": the bracket opened at %s is never closed", s.at(lo+open[len(open)-1]))
		}
	case strings.Contains(text, "after top-level value"):
		d.Code, d.Message = CodeTrailingData, "something follows the end of the JSON value"
		d.Hint = "delete it; a file, and a line of a .jsonl file, holds one value"
	default:
		d.Code, d.Message = CodeJSONSyntax, "not JSON: "+text
		d.Hint = "correct the text at this place; JSON has no comments, no trailing commas and only double quotes"
	}
	d.Pos = s.at(offset)
	s.add(d)
}

// brackets returns the offset of the first bracket that nests deeper than
// MaxDepth, or -1, and the offsets of the brackets that stay open at the end.
func brackets(data []byte) (deep int, open []int) {
	inText := false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inText && c == '\\':
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == '{' || c == '[':
			if len(open) == MaxDepth {
				return i, open
			}
			open = append(open, i)
		case (c == '}' || c == ']') && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	return -1, open
}
