package own

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/text"
)

type skillFile struct {
	Skill   string               `json:"skill"`
	Path    string               `json:"path"`
	Content string               `json:"content"`
	Files   []dispatch.FileEntry `json:"files"`
}

// readSkill returns a skill's instructions, or one of its files.
func (s *Server) readSkill(raw json.RawMessage) (any, error) {
	var args struct {
		Name string `json:"name"`
		Path string `json:"path"`
	}
	if err := decode(raw, &args); err != nil {
		return nil, err
	}
	name, err := s.skillNamed(args.Name)
	if err != nil {
		return nil, err
	}
	if args.Path == "" {
		args.Path = runtime.SkillManual
	}
	out := skillFile{Skill: name, Path: args.Path, Files: []dispatch.FileEntry{}}
	found := false
	for _, f := range s.skills[name] {
		out.Files = append(out.Files, dispatch.EntryOf(f))
		if f.Path == args.Path {
			out.Content, found = f.Content, true
		}
	}
	if !found {
		paths := make([]string, len(out.Files))
		for i, f := range out.Files {
			paths[i] = f.Path
		}
		return nil, fmt.Errorf("the skill %s has no file %q; it has %s", name, args.Path, strings.Join(paths, ", "))
	}
	return out, nil
}

// skillNamed finds a skill by its name, or by words of it that no other skill
// has all of: "goals" is kg-goals.
func (s *Server) skillNamed(name string) (string, error) {
	if name == "" {
		return "", errors.New("name is empty; give the name of a skill, which sextant_list_capabilities lists with kind skill")
	}
	if len(name) > dispatch.MaxIntent {
		return "", fmt.Errorf("name has %d bytes; give the name of a skill, which sextant_list_capabilities lists with kind skill", len(name))
	}
	if len(s.skills[name]) > 0 {
		return name, nil
	}
	said := text.AppendTokens(nil, strings.TrimSuffix(strings.TrimSpace(name), " skill"))
	var found []string
	for _, id := range slices.Sorted(maps.Keys(s.skills)) {
		own := text.AppendTokens(nil, id)
		if len(said) > 0 && !slices.ContainsFunc(said, func(w string) bool { return !slices.Contains(own, w) }) {
			found = append(found, id)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return "", fmt.Errorf("%q fits several skills: %s; give one of these names", name, strings.Join(found[:min(len(found), 8)], ", "))
	}
	return "", fmt.Errorf("no skill is called %q%s", name, s.nearSkills(name))
}

// nearSkills names the skills that fit a name best.
func (s *Server) nearSkills(name string) string {
	_, ranked := s.router.Resolve(nil, runtime.Query{Intent: name, K: runtime.MaxK})
	var near []string
	for _, c := range ranked {
		if c.Kind.Instructs() && len(near) < 3 {
			near = append(near, c.ID)
		}
	}
	if len(near) == 0 {
		return "; sextant_list_capabilities with kind skill lists them"
	}
	return "; the nearest are " + strings.Join(near, ", ")
}
