package request

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// maxDepth is how deep a body may be nested. The dispatcher bounds arguments
// more tightly; this bound keeps what is no argument from being any deeper.
const maxDepth = 64

// Strict reports why a text is not one JSON value that everybody reads alike:
// it is broken, holds bytes that are no UTF-8, names something twice or is
// nested too deep. The error says where.
func Strict(raw []byte) error {
	if !utf8.Valid(raw) {
		return errors.New("it is not UTF-8")
	}
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(raw, new(json.RawMessage)); {
	case errors.As(err, &syntax):
		return fmt.Errorf("%s: %w", position(raw, syntax.Offset), err)
	case err != nil:
		return err
	}
	return walk(raw)
}

// walk looks at every name and every level of a valid value.
func walk(raw []byte) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var levels []*level
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", position(raw, d.InputOffset()), err)
		}
		switch token {
		case json.Delim('}'), json.Delim(']'):
			levels = levels[:len(levels)-1]
			continue
		}
		if len(levels) > 0 && levels[len(levels)-1].named(token) {
			return fmt.Errorf("%s: %q is given twice; give it once", position(raw, d.InputOffset()), token)
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			levels = append(levels, newLevel(token))
		}
		if len(levels) > maxDepth {
			return fmt.Errorf("%s: nested deeper than %d", position(raw, d.InputOffset()), maxDepth)
		}
	}
}

// level is an object or a list that is open.
type level struct {
	names map[string]bool // nil in a list
	value bool            // the next token is a value, not a name
}

func newLevel(open json.Token) *level {
	if open == json.Delim('{') {
		return &level{names: map[string]bool{}}
	}
	return &level{}
}

// named takes the next token in and reports a name that was there before.
func (l *level) named(token json.Token) (twice bool) {
	if l.names == nil {
		return false
	}
	if l.value = !l.value; !l.value {
		return false
	}
	name := token.(string)
	twice = l.names[name]
	l.names[name] = true
	return twice
}

// position is a place in a text as line and column, both from 1.
func position(raw []byte, offset int64) string {
	before := raw[:max(min(offset, int64(len(raw)))-1, 0)]
	line := bytes.Count(before, []byte("\n")) + 1
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Sprintf("line %d, column %d", line, column)
}
