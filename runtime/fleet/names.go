package fleet

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"
)

// Origin is a tool on its server.
type Origin struct {
	// Server is the server's name in the configuration; a tool of several
	// instances of one server has all of their names, joined by "+".
	Server string `json:"server"`
	// Tool is the tool's name on the server.
	Tool string `json:"tool"`
}

// Separator stands between server and tool in a name that is qualified. Names
// are never taken apart at it: who is behind one is looked up.
const Separator = "__"

// names gives out the names by which clients know the tools. A name once given
// stays with its tool, also when the tool goes away for a while.
type names struct {
	limit    int
	reserved map[string]bool
	// held are names that were chosen for tools whose servers may come later. Only
	// who wishes for one gets it, so that the order in which servers come does not
	// matter.
	held map[string]bool

	mu       sync.Mutex
	byOrigin map[Origin]string
	byName   map[string]Origin
	members  map[Origin][]string // the servers of those that have several
}

func newNames(limit int, reserved ...string) *names {
	n := &names{limit: limit, reserved: map[string]bool{}, held: map[string]bool{}, byOrigin: map[Origin]string{}, byName: map[string]Origin{}, members: map[Origin][]string{}}
	for _, name := range reserved {
		n.reserved[name] = true
	}
	return n
}

// hold keeps names for those who will wish for them.
func (n *names) hold(wishes ...string) *names {
	for _, name := range wishes {
		n.held[name] = true
	}
	return n
}

// of returns the name of a tool, given out now if need be. Asked in the order of
// the configuration, the first of two tools gets the name that both have. A wish
// is a name that people chose for it; it is granted if clients accept it. A tool of
// several instances, given with their names, goes on under the plain name of the one
// that was there first.
func (n *names) of(o Origin, wish string, instances ...string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if name, ok := n.byOrigin[o]; ok {
		return name
	}
	name := wish
	switch _, taken := n.byName[wish]; {
	case n.inherits(wish, o, instances):
	case !taken && wish != "" && len(wish) <= n.limit && clean(wish) == wish && !n.reserved[wish]:
	case n.inherits(clean(o.Tool), o, instances):
		name = clean(o.Tool)
	default:
		name = n.free(o)
	}
	n.byOrigin[o], n.byName[name] = name, o
	if len(instances) > 1 {
		n.members[o] = instances
	}
	return name
}

// inherits takes a name from a tool of fewer of the instances, and reports whether one
// had it. That one does not get it back, should it stand alone again: a call that was
// meant for another instance by its selector would reach it.
func (n *names) inherits(name string, o Origin, instances []string) bool {
	before, given := n.byName[name]
	if !given || len(instances) < 2 || before.Tool != o.Tool || !within(instances, n.serversOf(before)) {
		return false
	}
	delete(n.byOrigin, before)
	return true
}

func (n *names) serversOf(o Origin) []string {
	if several := n.members[o]; several != nil {
		return several
	}
	return []string{o.Server}
}

// within reports whether all of some are among others.
func within(others, some []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(others, s) })
}

func (n *names) free(o Origin) string {
	plain := clean(o.Tool)
	qualified := clean(o.Server) + Separator + plain
	for _, name := range []string{n.short(plain, o), n.short(qualified, o), n.marked(qualified, o)} {
		if _, taken := n.byName[name]; !taken && !n.reserved[name] && !n.held[name] {
			return name
		}
	}
	// Two tools whose names, sums and all, are the same can't be told apart by
	// anything else than their order.
	name := n.marked(qualified, Origin{o.Server, o.Tool + "\x00"})
	for {
		if _, taken := n.byName[name]; !taken && !n.held[name] {
			return name
		}
		o.Tool += "\x00"
		name = n.marked(qualified, o)
	}
}

// short is a name within the limit.
func (n *names) short(name string, o Origin) string {
	if len(name) <= n.limit {
		return name
	}
	return n.marked(name, o)
}

// marked is a name with a mark of its origin at its end, within the limit.
func (n *names) marked(name string, o Origin) string {
	sum := sha256.Sum256([]byte(o.Server + "\x00" + o.Tool))
	mark := "_" + hex.EncodeToString(sum[:])[:8]
	return name[:min(len(name), n.limit-len(mark))] + mark
}

// clean replaces what clients do not accept in a name.
func clean(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, name)
}

// all returns who is behind each name that was given out.
func (n *names) all() map[string]Origin {
	n.mu.Lock()
	defer n.mu.Unlock()
	out := make(map[string]Origin, len(n.byName))
	for name, o := range n.byName {
		out[name] = o
	}
	return out
}
