package rest

import (
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// names gives out operation ids. Client generators make identifiers of them, so
// they hold letters, digits and underscores only, and each is given out once,
// whatever its case.
type names map[string]bool

func newNames() names {
	n := names{"openapi": true}
	for _, verb := range runtime.Verbs {
		n[verb.String()] = true
	}
	return n
}

// operation is the operation id of a tool: its id, as far as that is possible.
func (n names) operation(id string) string {
	base := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, id)
	if base == "" || base[0] >= '0' && base[0] <= '9' {
		base = "tool_" + base
	}
	name := base
	for i := 2; n[strings.ToLower(name)]; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	n[strings.ToLower(name)] = true
	return name
}
