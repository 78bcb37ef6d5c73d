package sweep

import (
	"path"
	"strings"
)

// matchPath matches a path with a pattern part by part; ** stands for any
// number of parts. The pattern of a folder matches all that is in it. A pattern
// that is no pattern matches nothing.
func matchPath(pattern, name string) bool {
	parts := strings.Split(strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/"), "/")
	names := strings.Split(name, "/")
	for end := len(names); end > 0; end-- {
		if matchParts(parts, names[:end]) {
			return true
		}
	}
	return false
}

func matchParts(pattern, name []string) bool {
	for i, part := range pattern {
		if part == "**" {
			for skip := 0; skip <= len(name)-i; skip++ {
				if matchParts(pattern[i+1:], name[i+skip:]) {
					return true
				}
			}
			return false
		}
		if i >= len(name) {
			return false
		}
		if ok, err := path.Match(part, name[i]); err != nil || !ok {
			return false
		}
	}
	return len(pattern) == len(name)
}
