package surface

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// Filter says which capabilities a surface shows. What it takes out is absent
// from every list, call and ranking, in every mode. The zero value shows all.
//
// With enabled names or tags, a capability is shown that has one of them; what
// is disabled by name or tag is not shown, whatever enables it. A skill follows
// the tools it wraps: it goes when all of them do. Names are ids, and may hold
// the wildcards of path.Match: "graph_*". The server's name in front of an id may
// be left out.
type Filter struct {
	EnabledTags, DisabledTags, EnabledTools, DisabledTools []string
}

// Empty reports a filter that shows all.
func (f Filter) Empty() bool {
	return len(f.EnabledTags)+len(f.DisabledTags)+len(f.EnabledTools)+len(f.DisabledTools) == 0
}

// SplitNames reads a list of names as flags and variables hold it: separated by
// commas or white space.
func SplitNames(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' })
}

// Apply restricts a router to what the filter shows. unmatched describes each
// name and tag that nothing has, with those that are near: mostly typing errors.
// It is an error when nothing is left, or when a pattern is malformed.
func (f Filter) Apply(r *runtime.Router) (restricted *runtime.Router, unmatched []string, err error) {
	if f.Empty() {
		return r, nil, nil
	}
	for _, pattern := range slices.Concat(f.EnabledTools, f.DisabledTools) {
		if _, err := path.Match(pattern, ""); err != nil {
			return nil, nil, fmt.Errorf("the name %q: %w", pattern, err)
		}
	}
	shown := map[string]bool{}
	var recs []*runtime.Record
	for _, id := range r.Behind(runtime.Any) {
		number, _ := r.Lookup(id)
		if rec, err := r.Record(number); err == nil {
			recs = append(recs, rec)
			shown[id] = f.shows(rec)
		}
	}
	keep := func(rec *runtime.Record) bool {
		if !rec.Kind.Instructs() || len(rec.Wraps) == 0 {
			return shown[rec.ID]
		}
		wraps := slices.ContainsFunc(rec.Wraps, func(id string) bool { return shown[id] })
		return wraps && !f.disables(rec)
	}
	restricted = r.Restrict(keep)
	if restricted.Len() == 0 {
		return nil, f.unmatched(recs), errors.New("the filters leave nothing to serve")
	}
	return restricted, f.unmatched(recs), nil
}

func (f Filter) shows(rec *runtime.Record) bool {
	enabled := len(f.EnabledTags)+len(f.EnabledTools) == 0 ||
		isNamed(rec.ID, f.EnabledTools) || hasTag(rec, f.EnabledTags)
	return enabled && !f.disables(rec)
}

func (f Filter) disables(rec *runtime.Record) bool {
	return isNamed(rec.ID, f.DisabledTools) || hasTag(rec, f.DisabledTags)
}

func isNamed(id string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		for _, name := range []string{id, id[strings.LastIndexByte(id, '/')+1:]} {
			if ok, err := path.Match(pattern, name); ok && err == nil || pattern == name {
				return true // as it is too, for an id may hold a wildcard's character
			}
		}
		return false
	})
}

func hasTag(rec *runtime.Record, tags []string) bool {
	return slices.ContainsFunc(rec.Tags, func(tag string) bool { return slices.Contains(tags, tag) })
}

// unmatched describes the names and tags of the filter that nothing has.
func (f Filter) unmatched(recs []*runtime.Record) []string {
	tags := map[string]bool{}
	var ids, out []string
	for _, rec := range recs {
		ids = append(ids, rec.ID)
		for _, tag := range rec.Tags {
			tags[tag] = true
		}
	}
	note := func(kind, name string, all []string) {
		text := fmt.Sprintf("no %s is called %q", kind, name)
		if near := nearest(name, all); len(near) > 0 {
			text += "; near are " + strings.Join(near, ", ")
		}
		out = append(out, text)
	}
	for _, name := range slices.Concat(f.EnabledTools, f.DisabledTools) {
		if !slices.ContainsFunc(ids, func(id string) bool { return isNamed(id, []string{name}) }) {
			note("tool", name, ids)
		}
	}
	for _, tag := range slices.Concat(f.EnabledTags, f.DisabledTags) {
		if !tags[tag] {
			note("tag", tag, slices.Sorted(maps.Keys(tags)))
		}
	}
	return out
}
