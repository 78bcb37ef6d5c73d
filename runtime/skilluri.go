package runtime

import (
	"fmt"
	"strings"
)

// SkillScheme begins the URIs of skills' files.
const SkillScheme = "skill://"

// SkillManual is the file that every skill begins with.
const SkillManual = "SKILL.md"

// SkillURI is the URI under which a file of a skill is served:
// "skill://<skill>/<path>", where skill is the skill's path, mostly its name
// alone. Everything but letters, digits, "-", ".", "_", "~" and the slashes is
// percent-encoded.
func SkillURI(skill, path string) string {
	var b strings.Builder
	b.WriteString(SkillScheme)
	for _, part := range []string{skill, "/", path} {
		for i := range len(part) {
			c := part[i]
			if c == '/' || isUnreserved(c) {
				b.WriteByte(c)
			} else {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		}
	}
	return b.String()
}

// isUnreserved reports the characters that stand for themselves anywhere in a
// URI.
func isUnreserved(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return strings.IndexByte("-._~", c) >= 0
}

// URI is the URI under which the file is served.
func (f SkillFile) URI() string { return SkillURI(f.Skill, f.Path) }
