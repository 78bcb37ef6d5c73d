package llm

import (
	"strconv"
	"strings"
)

// maxName is the longest name of a tool that all servers take, in bytes.
const maxName = 64

// WireNames gives every id a name that the protocol allows for a tool, unique
// among them: other characters become underscores, long names are cut, and
// where two ids would be alike the later ones are numbered.
func WireNames(ids []string) []string {
	names := make([]string, len(ids))
	taken := make(map[string]bool, len(ids))
	for i, id := range ids {
		plain := wireName(id)
		name := plain[:min(len(plain), maxName)]
		for n := 2; taken[name]; n++ {
			suffix := "_" + strconv.Itoa(n)
			name = plain[:min(len(plain), maxName-len(suffix))] + suffix
		}
		taken[name] = true
		names[i] = name
	}
	return names
}

func wireName(id string) string {
	name := strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, id)
	if name == "" {
		return "tool"
	}
	return name
}
