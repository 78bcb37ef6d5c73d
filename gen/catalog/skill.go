package catalog

import (
	"strings"

	"github.com/sextant-mcp/sextant/gen/source"
)

// Skill is one skill joined with the tools it wraps.
type Skill struct {
	*source.Skill
	// Tools are the wrapped tools that exist, as declared.
	Tools []string
	// Inferred is set when they were read from the slug, not declared.
	Inferred bool
	// Verb is the primary verb of the first tool, "" without tools.
	Verb string
	// Note is the condensed note that belongs after the H1, "" for a skill
	// that wraps nothing or whose tier is exempt.
	Note string
	// Routes are the rows the skill teaches, Tests the rows it is measured on.
	Routes, Tests []source.Route
}

// Tiers of a skill. A skill without a tier is one of a platform that has none.
const (
	TierCore     = "core"
	TierModality = "modality"
	TierMeta     = "meta"
	TierSurface  = "surface"
)

// exempt tells the tiers whose skills wrap no tools and carry no note.
func exempt(tier string) bool { return tier == TierMeta || tier == TierSurface }

// asCapability is the skill as something that can be routed to.
func (s *Skill) asCapability() *Capability {
	verbs := []string{"ask"}
	if s.Verb != "" {
		verbs = []string{s.Verb}
	}
	return &Capability{
		ID: s.Name, Title: s.Title, OneLine: s.Description, Kind: KindSkill,
		Verbs: verbs, Source: SourceCPD, Tags: s.Tags, Wraps: s.Tools,
		SkillText: s.text(), Pos: source.Position{File: s.Path, Line: 1, Column: 1},
	}
}

// text is what a skill says that tells when to use it: its description and its
// headings, not its manual.
func (s *Skill) text() []string {
	out := []string{s.Description}
	for _, h := range s.Headings {
		if !commonHeadings[strings.ToLower(strings.TrimSpace(h.Text))] {
			out = append(out, h.Text)
		}
	}
	return append(out, s.Aliases...)
}

// commonHeadings say nothing about the skill they stand in.
var commonHeadings = map[string]bool{
	"actions": true, "invoke": true, "example": true, "examples": true, "pitfalls": true,
	"overview": true, "usage": true, "notes": true, "see also": true, "references": true,
	"how to reach it": true, "when to use": true, "when not to use": true,
}
