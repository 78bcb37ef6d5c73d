package skills

import (
	"bytes"
	"context"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

// Compiled is the source of the skills that are compiled into a surface.
func Compiled(tables *runtime.Tables) Source { return &compiled{tables: tables} }

type compiled struct {
	tables *runtime.Tables
	memory
}

// Name implements Source.
func (*compiled) Name() string { return "the compiled surface" }

// List implements Source.
func (c *compiled) List(context.Context) ([]Skill, []Problem) {
	files, err := c.tables.SkillFiles()
	if err != nil {
		return nil, []Problem{{Source: c.Name(), Err: err}}
	}
	c.clear()
	var found []Skill
	var problems []Problem
	for i := 0; i < len(files); {
		s := Skill{Path: files[i].Skill}
		for ; i < len(files) && files[i].Skill == s.Path; i++ {
			f := files[i]
			s.Files = append(s.Files, File{Path: f.Path, Size: int64(len(f.Content)), Digest: f.Digest})
			c.put(f.Skill, f.Path, []byte(f.Content))
		}
		if s.Frontmatter, err = c.frontmatter(s.Path); err != nil {
			problems = append(problems, Problem{Source: c.Name(), Skill: s.Path, Err: err})
			continue
		}
		found = append(found, s)
	}
	return found, problems
}

func (c *compiled) frontmatter(skill string) (map[string]any, error) {
	manual, err := c.Read(context.Background(), skill, runtime.SkillManual)
	if err != nil {
		return nil, err
	}
	return parseFrontmatter(skill, manual)
}

// parseFrontmatter reads the front matter of a SKILL.md. A byte order mark and
// the line ends of other systems change nothing in what it says; they are served
// as they are.
func parseFrontmatter(skill string, manual []byte) (map[string]any, error) {
	manual = bytes.TrimPrefix(manual, []byte("\xef\xbb\xbf"))
	manual = bytes.ReplaceAll(manual, []byte("\r\n"), []byte("\n"))
	front, diagnostics := source.ParseFront(skill+manualSuffix, manual)
	if front == nil {
		return nil, diagnostics
	}
	return front, nil
}
