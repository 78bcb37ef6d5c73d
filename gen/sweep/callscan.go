package sweep

import (
	"regexp"
	"strings"
)

// valueKind is the type of a value in an example call, as far as it shows.
type valueKind int

const (
	openValue valueKind = iota // an expression or a placeholder: any type
	stringValue
	integerValue
	numberValue
	boolValue
	nullValue
	arrayValue
	objectValue
)

var valueNames = [...]string{"an expression", "a string", "an integer", "a number", "a boolean", "null", "an array", "an object"}

func (k valueKind) String() string { return valueNames[k] }

// call is one example call, "tool(argument=value, ...)".
type call struct {
	name       string
	start, end int // offsets in the text it was found in; end is behind the closing parenthesis
	args       []argument
	// elided is set when the call does not show all of its arguments: it holds
	// an ellipsis or a word without a name.
	elided bool
	// broken says what is wrong with the call's form, "" when nothing is.
	broken string
	at     int // of the fault
}

// argument is one name=value of a call.
type argument struct {
	name       string
	start      int // of the name
	kind       valueKind
	text       string // of a string: its content; else as written
	valueStart int
	end        int
}

var callStart = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*\(`)

// scanCalls finds the calls in code whose name wanted accepts. Calls inside the
// values of a call are found too.
func scanCalls(code string, wanted func(name string) bool) []call {
	var list []call
	for at := 0; at < len(code); {
		m := callStart.FindStringIndex(code[at:])
		if m == nil {
			break
		}
		start, open := at+m[0], at+m[1]
		at = open
		name := code[start : open-1]
		if !wanted(name) || !callPosition(code[:start]) {
			continue
		}
		s := callScanner{code: code, at: open}
		c := s.arguments()
		c.name, c.start, c.end = name, start, s.at
		list = append(list, c)
	}
	return list
}

// callPosition tells whether a name behind this text can be a call of a tool:
// not a method, a definition, a part of a longer name or of a path.
func callPosition(before string) bool {
	if before == "" {
		return true
	}
	if strings.ContainsRune(".$/-", rune(before[len(before)-1])) {
		return false
	}
	word := strings.TrimRight(before, " ")
	for _, definition := range []string{"def", "func", "function", "fn", "class"} {
		if word != before && strings.HasSuffix(word, definition) {
			return false
		}
	}
	return true
}

// callScanner reads the arguments of one call.
type callScanner struct {
	code string
	at   int
}

// arguments reads up to and with the closing parenthesis.
func (s *callScanner) arguments() (c call) {
	for {
		s.skip()
		if s.at >= len(s.code) {
			c.broken, c.at = "its parenthesis is never closed", len(s.code)
			return c
		}
		switch {
		case s.code[s.at] == ')':
			s.at++
			return c
		case s.code[s.at] == ',' || s.code[s.at] == '|':
			s.at++
			continue
		}
		before := s.at
		if !s.argument(&c) {
			return c
		}
		if s.at == before {
			s.at++ // nothing a value can start with, such as a stray bracket
			c.elided = true
		}
	}
}

var argumentName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*\s*=`)

// argument reads one argument; false means that the call can't be read on.
func (s *callScanner) argument(c *call) bool {
	a := argument{start: s.at}
	m := argumentName.FindString(s.code[s.at:])
	if m == "" || strings.HasPrefix(s.code[s.at+len(m):], "=") {
		c.elided = true
		_, ok := s.value(c, &a)
		return ok
	}
	a.name = strings.TrimRight(m[:len(m)-1], " \t\n")
	s.at += len(m)
	s.skip()
	a.valueStart = s.at
	kind, ok := s.value(c, &a)
	a.kind = kind
	if kind != stringValue {
		a.text = strings.TrimSpace(s.code[a.valueStart:a.end])
	}
	c.args = append(c.args, a)
	return ok
}

// value reads one value up to the comma or parenthesis behind it. A value that
// goes on behind its first part is an expression.
func (s *callScanner) value(c *call, a *argument) (valueKind, bool) {
	kind, ok := s.literal(c, a)
	a.end = s.at
	if !ok {
		return kind, false
	}
	s.skip()
	if s.at < len(s.code) && s.code[s.at] != ',' && s.code[s.at] != ')' {
		ok = s.expression(c)
		a.end = s.at
		return openValue, ok
	}
	return kind, true
}

// skip passes over white space and comments.
func (s *callScanner) skip() {
	for s.at < len(s.code) {
		rest := s.code[s.at:]
		switch {
		case strings.ContainsRune(" \t\r\n", rune(rest[0])):
			s.at++
		case rest[0] == '#' || strings.HasPrefix(rest, "//"):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			s.at += end
		default:
			return
		}
	}
}
