package source

import (
	"bytes"
	"fmt"
	"regexp"
)

// A front matter that was never closed may still end somewhere: at a rule in the
// body. What stands above the rule is then read as YAML, where a heading is a
// comment and a sentence with a colon a key.

var headingLine = regexp.MustCompile(`^#{1,6} \S`)

// headingInFront returns the offset of the first line of data[start:end] that
// looks like a heading below a blank line, or -1.
func (s *sink) headingInFront(start, end int) int {
	blankAbove := false
	for at := start; at < end; {
		line, next := s.line(at)
		if blankAbove && headingLine.Match(line) {
			return at
		}
		blankAbove = len(bytes.TrimSpace(line)) == 0
		at = next
	}
	return -1
}

// overrun reports a front matter that runs into the body.
func (s *sink) overrun(start, heading int) {
	line := s.at(heading).Line
	s.fail(s.lines.start(start-1), CodeUnclosed, fmt.Sprintf("add a line of exactly --- above line %d", line),
		"the front matter opened here seems to run into the body: line %d looks like a heading", line)
}

var fieldName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.:/-]*$`)

// checkOverrun reports a skill whose front matter was read to the end, but
// holds a heading and either keys that are sentences or the only title there is.
func (s *sink) checkOverrun(skill *Skill) {
	heading := s.headingInFront(skill.FrontStart, skill.FrontEnd)
	if heading < 0 {
		return
	}
	sentence := false
	for key, pos := range skill.FieldPos {
		sentence = sentence || pos.Line > s.at(heading).Line && !fieldName.MatchString(key)
	}
	if sentence || skill.Title == "" {
		s.overrun(skill.FrontStart, heading)
	}
}
