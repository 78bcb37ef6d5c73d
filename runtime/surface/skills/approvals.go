package skills

import (
	"context"
	"strings"

	"github.com/sextant-mcp/sextant/runtime/fleet/lock"
)

// Approvals are the skills of a server as a file of descriptors approves them.
func Approvals(server string, found []Skill) []lock.Skill {
	var out []lock.Skill
	for i := range found {
		out = append(out, approval(server, &found[i]))
	}
	return out
}

func approval(server string, s *Skill) lock.Skill {
	files := make([]lock.SkillFile, len(s.Files))
	for i, f := range s.Files {
		files[i] = lock.SkillFile(f)
	}
	description, _ := s.Frontmatter["description"].(string)
	return lock.Skill{
		Server: server, Path: strings.TrimPrefix(s.Path, server+"/"), Description: description,
		Digest: lock.SkillDigest(s.Frontmatter, files),
	}
}

// Approved holds a remote source against what was approved of it. It tells of
// every list how it differs; with only, skills that differ are left out.
func Approved(from Source, server string, approved []lock.Skill, only bool, tell func(drift []lock.Drift)) Source {
	return &held{from, server, approved, only, tell}
}

type held struct {
	Source
	server   string
	approved []lock.Skill
	only     bool
	tell     func([]lock.Drift)
}

// List implements Source.
func (h *held) List(ctx context.Context) ([]Skill, []Problem) {
	found, problems := h.Source.List(ctx)
	drift := lock.CheckSkills(h.approved, h.server, Approvals(h.server, found), len(problems) > 0)
	h.tell(drift)
	if !h.only {
		return found, problems
	}
	differs := map[string]bool{}
	for _, d := range drift {
		differs[d.Tool] = true
	}
	var kept []Skill
	for i := range found {
		if !differs[approval(h.server, &found[i]).Path] {
			kept = append(kept, found[i])
		}
	}
	return kept, problems
}
