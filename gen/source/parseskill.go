package source

import (
	"bytes"
	"path"
	"path/filepath"
	"strings"
)

// ParseSkill reads the content of a SKILL.md; p is its path, of which the
// folder's name stands in for a missing name. The skill is nil when the file is
// refused: too large, not UTF-8, without front matter that can be read. A skill
// with lesser errors comes back with Broken set.
func ParseSkill(p string, data []byte) (*Skill, Diagnostics) {
	if len(data) > MaxSkill {
		return nil, Diagnostics{tooLarge(p, int64(len(data)), MaxSkill)}
	}
	s := newSink(p, data)
	skill := s.skill()
	if skill != nil {
		skill.Broken = s.errors() > 0
	}
	s.list.Sort()
	return skill, s.list
}

// ParseFront reads the front matter of a SKILL.md and nothing else, as Skill.Front
// has it. It is nil when the file is refused or the front matter has errors.
func ParseFront(p string, data []byte) (map[string]any, Diagnostics) {
	if len(data) > MaxSkill {
		return nil, Diagnostics{tooLarge(p, int64(len(data)), MaxSkill)}
	}
	s := newSink(p, data)
	skill := s.front()
	s.list.Sort()
	if skill == nil || s.errors() > 0 {
		return nil, s.list
	}
	return skill.Front, s.list
}

func (s *sink) skill() *Skill {
	skill := s.front()
	if skill == nil {
		return nil
	}
	s.body(skill)
	s.checkOverrun(skill)
	return skill
}

// front reads a skill up to its body.
func (s *sink) front() *Skill {
	if !s.checkUTF8() {
		return nil
	}
	if bom(s.data) > 0 {
		s.fail(0, CodeBOM, "save the file as UTF-8 without a byte order mark", "the file starts with a byte order mark")
	}
	newline := s.newlines()
	f, ok := s.fences()
	if !ok {
		return nil
	}
	dir := path.Dir(s.file)
	skill := &Skill{
		Dir: dir, Path: s.file, Name: folderName(s.file), Source: s.data, Newline: newline,
		FrontStart: f.start, FrontEnd: f.end, BodyOffset: f.body,
		FieldPos: make(map[string]Position), Front: make(map[string]any),
	}
	if !s.frontMatter(skill) {
		return nil
	}
	return skill
}

// folderName is the name of the folder a file is in, also when its path is relative.
func folderName(file string) string {
	name := path.Base(path.Dir(file))
	if name == "." || name == ".." {
		if full, err := filepath.Abs(filepath.FromSlash(file)); err == nil {
			name = filepath.Base(filepath.Dir(full))
		}
	}
	return name
}

// newlines reports line ends that differ between machines, and returns the usual one of the file.
func (s *sink) newlines() string {
	crlf := bytes.Count(s.data, []byte("\r\n"))
	lf := bytes.Count(s.data, []byte("\n")) - crlf
	lone := bytes.Count(s.data, []byte("\r")) - crlf
	const hint = "convert the file to LF, and keep it so with a line '*.md text eol=lf' in .gitattributes"
	switch {
	case lone > 0:
		s.warn(loneReturn(s.data), CodeMixedNewlines, hint, "a carriage return stands without a line feed, %d in all", lone)
	case crlf > 0 && lf == 0:
		s.fail(bytes.Index(s.data, []byte("\r\n")), CodeCRLF, hint,
			"lines end in CR LF, %d in all; digests would differ between machines", crlf)
	case crlf > 0:
		s.warn(bytes.Index(s.data, []byte("\r\n")), CodeMixedNewlines, hint,
			"%d lines end in CR LF and %d in LF", crlf, lf)
	}
	if crlf > lf {
		return "\r\n"
	}
	return "\n"
}

func loneReturn(data []byte) int {
	for i, c := range data {
		if c == '\r' && (i+1 == len(data) || data[i+1] != '\n') {
			return i
		}
	}
	return 0
}

// slugTools maps kg-x-y to graph_x_y.
func slugTools(name string) (tools []string, inferred bool) {
	slug, ok := strings.CutPrefix(name, "kg-")
	if !ok || slug == "" {
		return nil, false
	}
	return []string{"graph_" + strings.ReplaceAll(slug, "-", "_")}, true
}
