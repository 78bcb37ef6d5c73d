package probe

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"

	"github.com/sextant-mcp/sextant/gen/hidden"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime/fleet"
)

// namer gives new entries their ids: the tool's name, with its server's in front
// where that is taken.
type namer struct{ taken map[string]bool }

func newNamer(file *source.CapabilityFile) *namer {
	n := &namer{map[string]bool{}}
	for _, verb := range source.Verbs {
		n.taken[verb] = true
	}
	for i := range file.Capabilities {
		n.taken[file.Capabilities[i].ID] = true
	}
	return n
}

func (n *namer) of(server, tool string) string {
	plain := visible(tool)
	qualified := visible(server) + fleet.Separator + plain
	sum := sha256.Sum256([]byte(server + "\x00" + tool))
	marked := qualified + "_" + hex.EncodeToString(sum[:])[:8]
	for _, id := range []string{plain, qualified, marked} {
		if !n.taken[id] && len(id) <= source.MaxID && strings.TrimSpace(id) != "" {
			n.taken[id] = true
			return id
		}
	}
	id := "tool_" + hex.EncodeToString(sum[:])
	n.taken[id] = true
	return id
}

// visible is a name as far as it can be seen and written on one line.
func visible(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return '_'
		}
		return r
	}, hidden.Strip(name))
}
