package skills

import (
	"context"
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

// Directories is the source of the skills in folders on disk. Each folder holds
// skills, one a folder; links are not followed, and hidden files are not read.
// The content is that of the moment when it is listed.
func Directories(folders ...string) Source { return &directories{folders: folders} }

type directories struct {
	folders []string
	memory
}

// Name implements Source.
func (d *directories) Name() string { return strings.Join(d.folders, ", ") }

// List implements Source.
func (d *directories) List(ctx context.Context) ([]Skill, []Problem) {
	d.clear()
	var found []Skill
	var problems []Problem
	taken := map[string]string{}
	for _, folder := range d.folders {
		if err := ctx.Err(); err != nil {
			return found, append(problems, Problem{Source: folder, Err: err})
		}
		read, diagnostics := source.ReadSkills(folder)
		if diagnostics.HasErrors() {
			problems = append(problems, Problem{Source: folder, Err: diagnostics})
		}
		for i := range read {
			s := &read[i]
			switch {
			case s.Broken: // said by the diagnostics
			case taken[s.Name] != "":
				problems = append(problems, Problem{Source: folder, Skill: s.Name, Err: fmt.Errorf("%s has a skill of that name already", taken[s.Name])})
			default:
				taken[s.Name] = folder
				found = append(found, d.take(s))
			}
		}
	}
	return found, problems
}

// take keeps the files of a skill that was read.
func (d *directories) take(s *source.Skill) Skill {
	out := Skill{Path: s.Name, Frontmatter: s.Front}
	for _, f := range s.Files {
		path := f.Path
		if strings.EqualFold(path, runtime.SkillManual) {
			path = runtime.SkillManual // a skill.md is served under the name that clients know
		}
		out.Files = append(out.Files, File{Path: path, Size: f.Size, Digest: f.Digest})
		d.put(s.Name, path, f.Data)
	}
	return out
}
