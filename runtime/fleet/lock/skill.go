package lock

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Skill is an approved skill of a server. The file has them in a list "skills" of
// its own, which is the machine's.
type Skill struct {
	Server string `json:"server"`
	// Path is the skill's path at its server.
	Path        string `json:"path"`
	Description string `json:"description"`
	Digest      string `json:"digest"`
	Vanished    bool   `json:"vanished,omitempty"`
}

// SkillFile is a file of a skill, as its server lists it.
type SkillFile struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	Digest string `json:"digest"`
}

// SkillDigest names a skill's content: the digest of the canonical JSON of its
// front matter and its files, in the order of their paths.
func SkillDigest(frontmatter map[string]any, files []SkillFile) string {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b SkillFile) int { return strings.Compare(a.Path, b.Path) })
	raw, err := json.Marshal(map[string]any{"frontmatter": frontmatter, "files": files})
	if err != nil {
		return "" // approved by nobody
	}
	sum := sha256.Sum256(encode(decode(raw)))
	return digestPrefix + hex.EncodeToString(sum[:])
}

// ParseSkills reads the skills that a file of descriptors approves.
func ParseSkills(data []byte) ([]Skill, error) {
	var file struct {
		Skills []Skill `json:"skills"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf(`the list "skills" is not understood; delete it and probe again: %w`, err)
	}
	return file.Skills, nil
}

// CheckSkills compares the skills that a server lists with those approved. Of a
// list that is known to be only a part, nothing is said to have vanished.
func CheckSkills(approved []Skill, server string, listed []Skill, partial bool) (drift []Drift) {
	find := func(list []Skill, path string) *Skill {
		i := slices.IndexFunc(list, func(s Skill) bool { return s.Server == server && s.Path == path })
		if i < 0 {
			return nil
		}
		return &list[i]
	}
	for _, now := range listed {
		switch was := find(approved, now.Path); {
		case was == nil || was.Vanished:
			drift = append(drift, Drift{Kind: Added, Tool: now.Path, Skill: true})
		case was.Digest != now.Digest:
			parts := []Part{Files}
			if was.Description != now.Description {
				parts = []Part{Description, Files}
			}
			drift = append(drift, Drift{Kind: Changed, Tool: now.Path, Skill: true, Parts: parts})
		}
	}
	for _, was := range approved {
		if was.Server == server && !was.Vanished && !partial && find(listed, was.Path) == nil {
			drift = append(drift, Drift{Kind: Vanished, Tool: was.Path, Skill: true})
		}
	}
	return drift
}
