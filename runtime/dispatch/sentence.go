package dispatch

import (
	"strings"
)

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// enumerate writes names as a person does: a, b or c.
func enumerate(names []string, last string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + last + " " + names[len(names)-1]
}
