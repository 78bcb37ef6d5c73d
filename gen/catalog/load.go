package catalog

import (
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/templates"
)

// Names of the row files in a skill's folder.
const (
	RoutesFile = "routes.jsonl"
	TestsFile  = "routes_test.jsonl"
)

// Paths say where the sources of a surface are.
type Paths struct {
	// Descriptors are descriptor files or MCP tools/list answers.
	Descriptors []string
	// Skills is the folder of the skills' folders; "" for a surface without.
	Skills string
	// Templates is a folder of templates; "" for the built-in ones.
	Templates string
}

// Load reads the sources and joins them. The error is for what can't be read
// at all; everything wrong inside the files is a diagnostic.
func Load(p Paths) (*Catalog, source.Diagnostics, error) {
	in := Input{Routes: map[string][]source.Route{}, Tests: map[string][]source.Route{}}
	var diags source.Diagnostics
	for _, path := range p.Descriptors {
		file, ds := source.ReadCapabilities(path)
		diags = append(diags, ds...)
		if file != nil {
			in.Descriptors = append(in.Descriptors, file.Capabilities...)
		}
	}
	if p.Skills != "" {
		skills, ds := source.ReadSkills(p.Skills)
		diags = append(diags, ds...)
		in.Skills = usable(skills)
		for i := range in.Skills {
			diags = append(diags, in.readRows(&in.Skills[i])...)
		}
	}
	texts, err := templates.Load(p.Templates)
	if err != nil {
		return nil, diags, err
	}
	if in.Notes, err = ParseNotes(texts[templates.NoteCore], texts[templates.NoteModality]); err != nil {
		return nil, diags, err
	}
	cat, ds := Build(in)
	diags = append(diags, ds...)
	diags.Sort()
	return cat, diags, nil
}

// usable leaves out the skills that only a linter can do something with.
func usable(skills []source.Skill) []source.Skill {
	var out []source.Skill
	for _, s := range skills {
		if !s.Broken {
			out = append(out, s)
		}
	}
	return out
}

func (in *Input) readRows(s *source.Skill) (diags source.Diagnostics) {
	for name, rows := range map[string]map[string][]source.Route{RoutesFile: in.Routes, TestsFile: in.Tests} {
		read, ds := source.ReadSkillRoutes(s.Dir, name)
		if read != nil {
			rows[s.Name] = read
		}
		diags = append(diags, ds...)
	}
	return diags
}
