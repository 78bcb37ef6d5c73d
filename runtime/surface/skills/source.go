package skills

import (
	"context"
	"fmt"
)

// Bounds of what is taken on the shelf.
const (
	MaxSkills     = 2048     // skills of one source
	MaxFiles      = 512      // files of one skill
	MaxSkillBytes = 16 << 20 // bytes of all files of one skill
	MaxShelfBytes = 64 << 20 // bytes of all files of all skills
	MaxPath       = 256      // bytes of a skill's path, and of a file's
)

// Source is a place that skills come from.
type Source interface {
	// Name tells people which one it is.
	Name() string
	// List returns the skills with the complete list of their files. What a
	// source can't make sense of it names in problems, and goes on.
	List(ctx context.Context) (found []Skill, problems []Problem)
	// Read returns the content of a file of a skill that it listed.
	Read(ctx context.Context, skill, file string) ([]byte, error)
}

// Skill is a skill as a source lists it.
type Skill struct {
	// Path is the skill's path, of one or several segments; the last one is its
	// name. No leading or trailing slash.
	Path string
	// Frontmatter is the front matter of its SKILL.md: what the YAML says, as
	// values that encoding/json encodes.
	Frontmatter map[string]any
	// Files are all its files, SKILL.md included.
	Files []File
}

// File is a file of a skill.
type File struct {
	Path   string // inside the skill, with slashes
	Size   int64  // in bytes
	Digest string // "sha256:" and 64 lower-case hexadecimal digits
}

// Problem says why a skill, or a whole source, is not served.
type Problem struct {
	Source string // the source's name
	Skill  string // the skill's path, "" for the source as a whole
	Err    error
}

// Error implements error.
func (p Problem) Error() string {
	if p.Skill == "" {
		return fmt.Sprintf("%s: %v", p.Source, p.Err)
	}
	return fmt.Sprintf("%s: skill %s: %v", p.Source, p.Skill, p.Err)
}

// Unwrap returns the reason.
func (p Problem) Unwrap() error { return p.Err }
