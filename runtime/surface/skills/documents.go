package skills

import (
	"context"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

// Documents reads the skills of a shelf as the compiler takes them, to rank them
// in one space with tools:
//
//	cat, diagnostics := catalog.Build(catalog.Input{Descriptors: tools, Skills: documents})
//
// Each is known by its path, which is the id of its capability. Of its files
// only the SKILL.md is read; the others are read when somebody asks for them.
func Documents(ctx context.Context, shelf *Shelf) ([]source.Skill, []Problem) {
	var out []source.Skill
	var problems []Problem
	for _, e := range shelf.Entries() {
		origin := shelf.files[e.Path+manualSuffix].source.Name()
		content, err := shelf.Read(ctx, e.URI)
		if err != nil {
			problems = append(problems, Problem{Source: origin, Skill: e.Path, Err: err})
			continue
		}
		parsed, diagnostics := source.ParseSkill(e.Path+manualSuffix, content.Data)
		if parsed == nil || parsed.Broken {
			problems = append(problems, Problem{Source: origin, Skill: e.Path, Err: diagnostics})
			continue
		}
		parsed.Name = e.Path
		parsed.Files = []source.File{{
			Path: runtime.SkillManual, Size: int64(len(content.Data)), Digest: shelf.files[e.Path+manualSuffix].file.Digest, Data: content.Data,
		}}
		out = append(out, *parsed)
	}
	return out, problems
}
