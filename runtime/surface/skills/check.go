package skills

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mcp/sextant/runtime"
)

var (
	namePattern   = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	digestPattern = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
)

// maxName is the length of a skill's name.
const maxName = 64

// check says what is wrong with a skill, or returns its front matter as JSON.
func check(s *Skill) (json.RawMessage, error) {
	if err := checkPath(s.Path); err != nil {
		return nil, fmt.Errorf("its path: %w", err)
	}
	name := path.Base(s.Path)
	if len(name) > maxName || !namePattern.MatchString(name) {
		return nil, fmt.Errorf("its name %q is not of lower-case letters, digits and single hyphens, %d at most", name, maxName)
	}
	if own, _ := s.Frontmatter["name"].(string); own != name {
		return nil, fmt.Errorf("its front matter names it %q, its path %q; they have to agree", own, name)
	}
	if text, _ := s.Frontmatter["description"].(string); strings.TrimSpace(text) == "" {
		return nil, errors.New("its front matter has no description")
	}
	if err := checkFiles(s.Files); err != nil {
		return nil, err
	}
	raw, err := json.Marshal(s.Frontmatter)
	if err != nil {
		return nil, fmt.Errorf("its front matter has no JSON: %w", err)
	}
	return raw, nil
}

func checkFiles(files []File) error {
	if len(files) > MaxFiles {
		return fmt.Errorf("it has %d files, more than %d", len(files), MaxFiles)
	}
	seen := map[string]bool{}
	left := int64(MaxSkillBytes)
	for _, f := range files {
		if err := checkPath(f.Path); err != nil {
			return fmt.Errorf("file %q: %w", f.Path, err)
		}
		if seen[f.Path] {
			return fmt.Errorf("file %q is listed twice", f.Path)
		}
		seen[f.Path] = true
		if f.Size < 0 || !digestPattern.MatchString(f.Digest) {
			return fmt.Errorf("file %q has size %d and digest %.80q; a size and sha256:<64 hexadecimal digits> are needed", f.Path, f.Size, f.Digest)
		}
		if left -= f.Size; f.Size > MaxSkillBytes || left < 0 {
			return fmt.Errorf("its files have more than %d bytes", MaxSkillBytes)
		}
	}
	for _, f := range files {
		for folder := path.Dir(f.Path); folder != "."; folder = path.Dir(folder) {
			if seen[folder] {
				return fmt.Errorf("%q is a file and the folder of %q", folder, f.Path)
			}
		}
	}
	if !seen[runtime.SkillManual] {
		return fmt.Errorf("it has no %s", runtime.SkillManual)
	}
	return nil
}

// checkPath refuses a path that is too long or not plain.
func checkPath(p string) error {
	if p == "" || len(p) > MaxPath {
		return fmt.Errorf("has %d bytes; 1 to %d are allowed", len(p), MaxPath)
	}
	return checkPlain(p)
}

// checkPlain refuses paths that mean something else than a place below where
// they begin.
func checkPlain(p string) error {
	switch {
	case !utf8.ValidString(p) || strings.ContainsFunc(p, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' }):
		return errors.New("holds control characters, backslashes or no UTF-8")
	case path.Clean("/"+p) != "/"+p:
		return errors.New("is not a plain path: no empty, . or .. segments")
	}
	return nil
}
