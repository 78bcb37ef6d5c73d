package sweep

import (
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
)

var tiers = []string{catalog.TierCore, catalog.TierModality, catalog.TierMeta, catalog.TierSurface}

// checkTools checks how skills and tools belong together.
func checkTools(p *pass) {
	tiered := slices.ContainsFunc(p.files, func(f *skillFile) bool { return f.skill != nil && f.skill.Tier != "" })
	for _, f := range p.files {
		if f.skill == nil {
			continue
		}
		p.tier(f, tiered)
		if p.described && f.joined != nil {
			p.wrapping(f)
		}
	}
	for _, d := range p.joining {
		switch d.Code {
		case "duplicate-id":
			p.reportAt("duplicate-name", d.Pos, d.Hint, "%s", d.Message)
		case "note-template":
			p.reportAt("note-stale", d.Pos, d.Hint, "%s", d.Message)
		case "unknown-tool":
			if p.described {
				p.reportAt("wraps-unknown", d.Pos, d.Hint, "%s", d.Message)
			}
		}
	}
	if p.described {
		p.coverage()
	}
}

func (p *pass) tier(f *skillFile, tiered bool) {
	tier := f.skill.Tier
	start, size := f.skill.FrontStart, 0
	if pos, ok := f.skill.FieldPos["tier"]; ok {
		start, size = f.at.offset(pos), len("tier")
	}
	switch {
	case tier == "" && tiered:
		p.report(f, "tier-known", start, start+size, nil, "add a line 'tier: core', or modality, meta or surface", "the skill has no tier, but others here do")
	case tier != "" && !slices.Contains(tiers, tier):
		p.report(f, "tier-known", start, start+size, nil, "write one of the four", "the tier is %q, want core, modality, meta or surface", tier)
	}
}

// wrapping checks the tools of a skill that is joined with its descriptors.
func (p *pass) wrapping(f *skillFile) {
	if exempt := f.skill.Tier == catalog.TierMeta || f.skill.Tier == catalog.TierSurface; exempt || f.skill.Tier == "" {
		return
	}
	at := f.skill.FrontStart
	if pos, ok := f.skill.FieldPos["name"]; ok {
		at = f.at.offset(pos)
	}
	switch {
	case len(f.joined.Tools) == 0:
		guess := "declare the tools in wraps, or give the skill the tier meta"
		if tools, inferred := source.SkillTools(f.skill); inferred {
			guess += "; its name stands for " + names(tools) + ", which no descriptor describes"
		}
		p.report(f, "skill-orphan", at, at+len("name"), nil, guess, "the skill is of tier %s and wraps no tool", f.skill.Tier)
	case f.joined.Inferred:
		p.report(f, "wraps-inferred", at, at+len("name"), nil, "declare it: wraps: ["+strings.Join(f.joined.Tools, ", ")+"]",
			"the tool %s is read from the skill's name", names(f.joined.Tools))
	}
}

// coverage checks that every tool has a skill or a reason to have none.
func (p *pass) coverage() {
	owners := map[string][]string{}
	for _, s := range p.cat.Skills {
		for _, tool := range s.Tools {
			owners[tool] = append(owners[tool], s.Name)
		}
	}
	for _, c := range p.cat.Capabilities {
		// Where no skill wraps anything, tools and skills are not one project.
		if !p.isTool(c.ID) || len(owners) == 0 {
			continue
		}
		_, excused := p.config.unskilled(c.ID)
		switch n := len(owners[c.ID]); {
		case n == 0 && !excused && !p.single:
			p.reportAt("tool-uncovered", c.Pos, "write a skill that wraps it, or list it under unskilled in the configuration with a reason",
				"no skill wraps the tool %s", c.ID)
		case n > 1:
			p.reportAt("tool-shared", c.Pos, "let one skill own it and the others refer to that one, unless each needs it",
				"the tool %s is wrapped by %s", c.ID, names(owners[c.ID]))
		}
	}
	for _, u := range p.config.Unskilled {
		switch {
		case !p.isTool(u.Tool):
			p.reportAt("unskilled-stale", u.Pos, "delete the line", "no descriptor describes %s, which is listed as without a skill", u.Tool)
		case len(owners[u.Tool]) > 0:
			p.reportAt("unskilled-stale", u.Pos, "delete the line", "%s is listed as without a skill, but %s wraps it", u.Tool, names(owners[u.Tool]))
		case u.Reason == "":
			p.reportAt("unskilled-stale", u.Pos, "write the reason behind the colon", "%s is listed as without a skill, but not why", u.Tool)
		}
	}
}
