package sweep

import (
	"regexp"
	"strings"
)

var (
	numberText = regexp.MustCompile(`^-?[0-9][0-9_]*(\.[0-9]+)?([eE][+-]?[0-9]+)?`)
	wordText   = regexp.MustCompile(`^[\p{L}_][\p{L}\p{N}_]*`)
	// stringStart takes the prefixes of Python strings along.
	stringStart = regexp.MustCompile(`^[rRbBfFuU]?["']`)
)

// literalWords are the literals that are words, in JSON and in Python.
var literalWords = map[string]valueKind{
	"true": boolValue, "false": boolValue, "True": boolValue, "False": boolValue,
	"null": nullValue, "None": nullValue,
}

// literal reads a literal, or nothing: what follows is then an expression.
func (s *callScanner) literal(c *call, a *argument) (valueKind, bool) {
	rest := s.code[s.at:]
	switch {
	case rest == "":
		c.broken, c.at = "its parenthesis is never closed", s.at
		return openValue, false
	case stringStart.MatchString(rest):
		return s.quoted(c, a)
	case rest[0] == '[' || rest[0] == '{':
		kind := arrayValue
		if rest[0] == '{' {
			kind = objectValue
		}
		return kind, s.balanced(c)
	case rest[0] == '<':
		if end := strings.IndexAny(rest, ">\n"); end > 0 && rest[end] == '>' {
			s.at += end + 1
		} else {
			s.at++
		}
		return openValue, true
	case strings.HasPrefix(rest, "...") || strings.HasPrefix(rest, "…"):
		s.at += 3 // both have three bytes
		if a.name == "" {
			c.elided = true
		}
		return openValue, true
	}
	if m := numberText.FindString(rest); m != "" {
		s.at += len(m)
		if strings.ContainsAny(m, ".eE") {
			return numberValue, true
		}
		return integerValue, true
	}
	if m := wordText.FindString(rest); m != "" {
		s.at += len(m)
		return literalWords[m], true
	}
	return openValue, true
}

// quoted reads a string in single, double or triple quotes.
func (s *callScanner) quoted(c *call, a *argument) (valueKind, bool) {
	start := s.at
	if s.code[s.at] != '"' && s.code[s.at] != '\'' {
		s.at++
	}
	quote := s.code[s.at : s.at+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(s.code[s.at:], triple) {
		quote = triple
	}
	s.at += len(quote)
	body := s.at
	for s.at < len(s.code) {
		switch {
		case s.code[s.at] == '\\':
			s.at += 2
		case strings.HasPrefix(s.code[s.at:], quote):
			a.text = s.code[body:s.at]
			s.at += len(quote)
			return stringValue, true
		default:
			s.at++
		}
	}
	s.at = len(s.code)
	c.broken, c.at = "a string in it is never closed", start
	return stringValue, false
}

// balanced reads from an opening bracket to the one that closes it.
func (s *callScanner) balanced(c *call) bool {
	start, depth := s.at, 0
	for s.at < len(s.code) {
		switch s.code[s.at] {
		case '[', '{', '(':
			depth++
		case ']', '}', ')':
			if depth--; depth == 0 {
				s.at++
				return true
			}
		case '"', '\'':
			if _, ok := s.quoted(c, &argument{}); !ok {
				return false
			}
			continue
		}
		s.at++
	}
	c.broken, c.at = "a bracket in it is never closed", start
	return false
}

// expression reads on to the comma or parenthesis that ends an argument.
func (s *callScanner) expression(c *call) bool {
	for s.at < len(s.code) {
		switch s.code[s.at] {
		case ',', ')':
			return true
		case '[', '{', '(':
			if !s.balanced(c) {
				return false
			}
			continue
		case '"', '\'':
			if _, ok := s.quoted(c, &argument{}); !ok {
				return false
			}
			continue
		}
		s.at++
	}
	c.broken, c.at = "its parenthesis is never closed", s.at
	return false
}
