package source

import (
	"encoding/json"
	"fmt"
	"strings"
)

// what names a JSON value's type for people.
func (n node) what() string {
	switch n.kind {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 'n':
		return "null"
	default:
		return "true or false"
	}
}

// find returns the value of a key.
func (n node) find(key string) (node, bool) {
	for _, m := range n.members {
		if m.key == key {
			return m.value, true
		}
	}
	return node{}, false
}

// raw returns a value as written.
func (s *sink) raw(n node) json.RawMessage { return json.RawMessage(s.data[n.start:n.end:n.end]) }

// failJSON reports an error about a JSON value, its path in front of the message.
func (s *sink) failJSON(n node, at *place, code, hint, format string, args ...any) {
	s.reportJSON(Error, n, at, code, hint, fmt.Sprintf(format, args...))
}

func (s *sink) warnJSON(n node, at *place, code, hint, format string, args ...any) {
	s.reportJSON(Warning, n, at, code, hint, fmt.Sprintf(format, args...))
}

func (s *sink) reportJSON(severity Severity, n node, at *place, code, hint, message string) {
	path := at.String()
	if path == "" {
		message = s.root + " " + message
	} else {
		message = path + " " + message
	}
	s.add(Diagnostic{Pos: s.at(n.start), Severity: severity, Code: code, Path: path, Message: message, Hint: hint})
}

// wrongType reports that a value is not what belongs there.
func (s *sink) wrongType(n node, at *place, want, hint string) {
	s.failJSON(n, at, CodeType, hint, "is %s, want %s", n.what(), want)
}

// text reads a string.
func (s *sink) text(n node, at *place) string {
	if n.kind != '"' {
		hint := "write it in double quotes"
		if n.kind == '[' || n.kind == '{' || n.kind == 'n' {
			hint = "write one string, or leave the field out"
		}
		s.wrongType(n, at, "a string", hint)
		return ""
	}
	return s.unquote(n.start, n.end)
}

// optionalText reads a string where null stands for absent.
func (s *sink) optionalText(n node, at *place) string {
	if s.null(n, at) {
		return ""
	}
	return s.text(n, at)
}

// null tells whether an optional value is null, and says that it is taken as absent.
func (s *sink) null(n node, at *place) bool {
	if n.kind != 'n' {
		return false
	}
	s.warnJSON(n, at, CodeEmpty, "leave the field out instead", "is null; it is taken as absent")
	return true
}

// texts reads a list of strings. Blank strings are dropped with a warning.
func (s *sink) texts(n node, at *place) []string {
	if s.null(n, at) {
		return nil
	}
	if n.kind != '[' {
		s.wrongType(n, at, "a list of strings", "put it in square brackets")
		return nil
	}
	list := make([]string, 0, len(n.elements))
	for i, e := range n.elements {
		switch text := ""; {
		case e.kind != '"':
			s.text(e, at.item(i))
		default:
			if text = s.unquote(e.start, e.end); strings.TrimSpace(text) == "" {
				s.warnJSON(e, at.item(i), CodeEmpty, "delete it", "is an empty string; it is left out")
				continue
			}
			list = append(list, text)
		}
	}
	return list
}

// object tells whether a value is an object; anything else, null included, is an error.
func (s *sink) object(n node, at *place) bool {
	if n.kind != '{' {
		hint := "write an object in braces"
		if n.kind == 'n' {
			hint = "write an object in braces, or leave it out"
		}
		s.wrongType(n, at, "an object", hint)
		return false
	}
	return true
}

// boolean reads true or false; null and absent are nil.
func (s *sink) boolean(n node, at *place) *bool {
	if s.null(n, at) {
		return nil
	}
	if n.kind != 't' && n.kind != 'f' {
		s.wrongType(n, at, "true or false", "write true or false without quotes")
		return nil
	}
	value := n.kind == 't'
	return &value
}
