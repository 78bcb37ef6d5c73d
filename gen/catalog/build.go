package catalog

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/sextant-mcp/sextant/gen/source"
)

// Catalog is the checked model of one surface.
type Catalog struct {
	// Capabilities are sorted by id.
	Capabilities []*Capability
	// Skills are sorted by name.
	Skills []*Skill
	byID   map[string]*Capability
	notes  NoteRenderer // nil for a catalog without notes
}

// Input is what a catalog is built from.
type Input struct {
	Descriptors []source.Capability
	Skills      []source.Skill
	// Routes and Tests are the rows of a skill's routes.jsonl and
	// routes_test.jsonl, by the skill's name.
	Routes, Tests map[string][]source.Route
	// Notes renders the condensed notes; nil leaves them empty.
	Notes NoteRenderer
}

// Build joins and checks the input. Diagnostics of severity error stand for
// something left out.
func Build(in Input) (*Catalog, source.Diagnostics) {
	b := builder{cat: &Catalog{byID: map[string]*Capability{}, notes: in.Notes}}
	for i := range in.Descriptors {
		b.add(fromDescriptor(&in.Descriptors[i]))
	}
	for i := range in.Skills {
		b.addSkill(&in.Skills[i], in)
	}
	b.cat.sort()
	b.checkRoutes()
	for _, s := range b.cat.Skills {
		b.renderNote(s)
	}
	b.diags.Sort()
	return b.cat, b.diags
}

// Lookup returns the capability of that id, nil when there is none.
func (c *Catalog) Lookup(id string) *Capability { return c.byID[id] }

func (c *Catalog) sort() {
	sort.Slice(c.Capabilities, func(i, j int) bool { return c.Capabilities[i].ID < c.Capabilities[j].ID })
	sort.Slice(c.Skills, func(i, j int) bool { return c.Skills[i].Name < c.Skills[j].Name })
	for _, capability := range c.Capabilities {
		slices.Sort(capability.Skills)
		capability.Skills = slices.Compact(capability.Skills)
		slices.Sort(capability.SkillText)
	}
}

type builder struct {
	cat   *Catalog
	diags source.Diagnostics
}

func (b *builder) report(pos source.Position, severity source.Severity, code, hint, format string, args ...any) {
	b.diags = append(b.diags, source.Diagnostic{
		Pos: pos, Severity: severity, Code: code, Message: fmt.Sprintf(format, args...), Hint: hint,
	})
}

// add takes a capability in unless its id is taken.
func (b *builder) add(c *Capability) {
	if other := b.cat.byID[c.ID]; other != nil {
		b.report(c.Pos, source.Error, "duplicate-id", "give one of them another name",
			"%s %q has the id of the %s at %s", c.Kind, c.ID, other.Kind, other.Pos)
		return
	}
	b.cat.byID[c.ID] = c
	b.cat.Capabilities = append(b.cat.Capabilities, c)
}

// addSkill joins a skill with its tools. Tools must have been added.
func (b *builder) addSkill(src *source.Skill, in Input) {
	s := &Skill{Skill: src, Routes: in.Routes[src.Name], Tests: in.Tests[src.Name]}
	b.joinTools(s)
	s.Verb = b.cat.verbOf(s)
	c := s.asCapability()
	before := len(b.cat.Capabilities)
	b.add(c)
	if len(b.cat.Capabilities) == before {
		return
	}
	b.cat.Skills = append(b.cat.Skills, s)
	for _, id := range s.Tools {
		tool := b.cat.byID[id]
		tool.Skills = append(tool.Skills, s.Name)
		tool.SkillText = append(tool.SkillText, strings.Join(s.text(), "\n"))
	}
}

func (b *builder) joinTools(s *Skill) {
	if exempt(s.Tier) {
		return
	}
	tools, inferred := source.SkillTools(s.Skill)
	s.Inferred = inferred
	for _, id := range tools {
		c := b.cat.byID[id]
		switch {
		case c != nil && c.Kind != KindSkill:
			s.Tools = append(s.Tools, id)
		case !inferred:
			pos := s.FieldPos["wraps"]
			if pos.File == "" {
				pos = source.Position{File: s.Path, Line: 1, Column: 1}
			}
			b.report(pos, source.Warning, "unknown-tool", "add a descriptor for it or take it out of wraps",
				"skill %q wraps %q, which no descriptor describes", s.Name, id)
		}
	}
}

// verbOf is the verb that a skill is reached by, that of its first tool; "" for one
// without tools.
func (c *Catalog) verbOf(s *Skill) string {
	if len(s.Tools) == 0 {
		return ""
	}
	return c.byID[s.Tools[0]].Verbs[0]
}
