package surface

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// maxName is the longest name that a tool may have in the protocol.
const maxName = 128

// namer gives each capability one name that clients accept: letters, digits,
// underscores, hyphens and dots. An id that is such a name keeps it; another is
// the part behind its server where that is free, else with the server before
// it. Names do not depend on the order in which they are asked for.
type namer struct {
	taken map[string]bool
}

// newNamer reserves the names of the surface's own tools.
func newNamer(reserved []string) *namer {
	n := &namer{taken: map[string]bool{}}
	for _, name := range reserved {
		n.taken[name] = true
	}
	return n
}

// assign names the ids, in their order.
func (n *namer) assign(ids []string) map[string]string {
	names := make(map[string]string, len(ids))
	var rest []string
	for _, id := range ids {
		if isName(id) && !n.taken[id] {
			names[id] = id
			n.taken[id] = true
		} else {
			rest = append(rest, id)
		}
	}
	leaves := map[string]int{}
	for _, id := range rest {
		leaves[leaf(id)]++
	}
	slices.Sort(rest)
	for _, id := range rest {
		name := leaf(id)
		if leaves[name] > 1 || n.taken[name] {
			name = sanitize(strings.ReplaceAll(id, "/", "__"))
		}
		names[id] = n.claim(name, id)
	}
	return names
}

// claim takes a name for an id: as it is, or with a mark of the id when it is
// taken or too long.
func (n *namer) claim(name, id string) string {
	if name == "" || len(name) > maxName || n.taken[name] {
		sum := sha256.Sum256([]byte(id))
		mark := "_" + hex.EncodeToString(sum[:4])
		name = name[:min(len(name), maxName-len(mark))] + mark
	}
	n.taken[name] = true
	return name
}

// leaf is the part of an id behind its server's name, as a name.
func leaf(id string) string { return sanitize(id[strings.LastIndexByte(id, '/')+1:]) }

func isName(s string) bool { return s != "" && len(s) <= maxName && sanitize(s) == s }

// sanitize replaces what a name must not hold.
func sanitize(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_', r == '-', r == '.':
			return r
		}
		return '_'
	}, s)
}
