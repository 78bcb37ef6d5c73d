package surface

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

var (
	errNeedsHandle = errors.New("nobody is known to have loaded anything: send the handle that load_tools gave")
	errNothing     = errors.New(`no tools are named; give tools, servers or toolsets, such as {"tools":["name"]}; find_tools lists the names`)
)

// rawJSON is JSON as it is.
type rawJSON []byte

// MarshalJSON implements json.Marshaler.
func (r rawJSON) MarshalJSON() ([]byte, error) { return json.RawMessage(r).MarshalJSON() }

// choose finds the tools that a change names: by their own name or id, by server,
// by tag. Each stands in the result once; what nothing is called is reported.
func (t *table) choose(c dispatch.LifecycleChange) (names []string, unknown []unknownName, err error) {
	if len(c.Tools)+len(c.Servers)+len(c.Toolsets) == 0 {
		return nil, nil, errNothing
	}
	seen := map[string]bool{}
	take := func(all ...*granular) {
		for _, g := range all {
			if !seen[g.name] {
				seen[g.name] = true
				names = append(names, g.name)
			}
		}
	}
	unknown = []unknownName{}
	for _, name := range c.Tools {
		if g := t.named(name); g != nil {
			take(g)
		} else {
			unknown = append(unknown, unknownName{name, "tool", nearest(name, t.names())})
		}
	}
	for _, group := range []struct {
		kind  string
		names []string
		by    map[string][]*granular
	}{{"server", c.Servers, t.servers}, {"toolset", c.Toolsets, t.tags}} {
		for _, name := range group.names {
			if all := group.by[name]; len(all) > 0 {
				take(all...)
			} else {
				unknown = append(unknown, unknownName{name, group.kind, nearest(name, slices.Sorted(maps.Keys(group.by)))})
			}
		}
	}
	return names, unknown, nil
}

// named finds a tool by its name, or by its id where that is another.
func (t *table) named(name string) *granular {
	if g := t.by[name]; g != nil {
		return g
	}
	return t.byID[name]
}

// nearest are up to three names that are spelled much like one.
func nearest(name string, all []string) []string {
	const most = 3
	type near struct {
		name     string
		distance int
	}
	lower := strings.ToLower(name)
	if len(lower) > maxName {
		return []string{}
	}
	var found []near
	for _, one := range all {
		other := strings.ToLower(one)
		d := levenshtein.ComputeDistance(lower, other)
		if len(lower) > 3 && (strings.Contains(other, lower) || strings.Contains(lower, other) && len(other) > 3) {
			d = min(d, 1)
		}
		if 3*d <= max(len(lower), len(other)) {
			found = append(found, near{one, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	out := []string{}
	for _, one := range found[:min(len(found), most)] {
		out = append(out, one.name)
	}
	return out
}
