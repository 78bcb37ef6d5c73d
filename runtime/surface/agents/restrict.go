package agents

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// Groups are named choices: each member is a namespace or the id of a tool. A
// group may have the name of a namespace and then stands before it.
type Groups map[string][]string

// ReadGroups reads groups from a JSON file:
//
//	{"groups": {"provenance": ["runs", "cite.check"], "symbolic": ["sym"]}}
//
// The error names the file and what is wrong in it.
func ReadGroups(path string) (Groups, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("groups: %w", err)
	}
	var file struct {
		Groups Groups `json:"groups"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("groups: %s: %w", path, err)
	}
	if len(file.Groups) == 0 {
		return nil, fmt.Errorf(`groups: %s names no group; write {"groups": {"name": ["namespace or tool", ...]}}`, path)
	}
	return file.Groups, nil
}

// ParseEntries splits a list of entries as a flag or a variable holds it, at
// commas and blanks.
func ParseEntries(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' })
}

// Restrict returns a router that holds only what the entries name: each is a
// group, a namespace or the id of a tool. Skills stay whose tools all do. An entry
// that names nothing is an error that lists what there is.
func Restrict(r *runtime.Router, entries []string, groups Groups) (*runtime.Router, error) {
	return RestrictLive(r, entries, groups, func(string) bool { return false })
}

// ErrNothingYet is the error of a choice of which nothing is there yet.
var ErrNothingYet = errors.New("nothing of what is chosen is there yet")

// RestrictLive is Restrict for a router whose servers come and go: an entry that
// names nothing now is no error where later says so.
func RestrictLive(r *runtime.Router, entries []string, groups Groups, later func(entry string) bool) (*runtime.Router, error) {
	c, err := newChoice(r, groups, later)
	if err != nil {
		return nil, err
	}
	if len(entries) == 0 {
		return nil, errors.New("nothing is chosen; name namespaces, groups or tools: " + c.there(""))
	}
	for _, entry := range entries {
		if err := c.take(entry); err != nil {
			return nil, err
		}
	}
	if len(c.chosen) == 0 {
		return nil, ErrNothingYet
	}
	return r.Extract(func(rec *runtime.Record) bool {
		if rec.Kind.Instructs() {
			return len(rec.Wraps) > 0 && !slices.ContainsFunc(rec.Wraps, func(id string) bool { return !c.chosen[id] })
		}
		return c.chosen[rec.ID]
	})
}

// choice collects what entries name.
type choice struct {
	router      *runtime.Router
	groups      Groups
	byNamespace map[string][]string // ids
	ids         []string
	chosen      map[string]bool
	later       func(entry string) bool
}

func newChoice(r *runtime.Router, groups Groups, later func(string) bool) (*choice, error) {
	c := &choice{router: r, groups: groups, byNamespace: map[string][]string{}, chosen: map[string]bool{}, later: later}
	err := each(r, func(_ int, rec *runtime.Record) {
		if !rec.Kind.Instructs() {
			ns := NamespaceOf(rec)
			c.ids = append(c.ids, rec.ID)
			c.byNamespace[ns] = append(c.byNamespace[ns], rec.ID)
		}
	})
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		for _, member := range groups[name] {
			if c.named(member) == nil && !later(member) {
				return nil, fmt.Errorf("group %q: there is no namespace or tool %q; there are %s", name, member, c.there(member))
			}
		}
	}
	return c, nil
}

// named are the ids of a namespace or of one tool, nil for neither. The tools of
// several instances of one server are those of each.
func (c *choice) named(entry string) []string {
	ids := slices.Clone(c.byNamespace[entry])
	for name, joined := range c.byNamespace {
		if name != entry && slices.Contains(strings.Split(name, "+"), entry) {
			ids = append(ids, joined...)
		}
	}
	if ids == nil && slices.Contains(c.ids, entry) {
		return []string{entry}
	}
	return ids
}

func (c *choice) take(entry string) error {
	members, isGroup := c.groups[entry]
	if !isGroup {
		members = []string{entry}
	}
	for _, member := range members {
		ids := c.named(member)
		if ids == nil && !c.later(member) {
			return fmt.Errorf("there is no namespace, group or tool %q; there are %s", entry, c.there(entry))
		}
		for _, id := range ids {
			c.chosen[id] = true
		}
	}
	return nil
}

// mostListed is up to how many tools an error lists.
const mostListed = 60

// there says what can be chosen. Of many tools it names those that are nearest to
// what was meant.
func (c *choice) there(meant string) string {
	text := "the namespaces " + strings.Join(slices.Sorted(maps.Keys(c.byNamespace)), ", ")
	if len(c.groups) > 0 {
		text += "; the groups " + strings.Join(slices.Sorted(maps.Keys(c.groups)), ", ")
	}
	if len(c.ids) <= mostListed {
		return text + "; the tools " + strings.Join(slices.Sorted(slices.Values(c.ids)), ", ")
	}
	text += fmt.Sprintf("; and %d tools", len(c.ids))
	_, near := c.router.Resolve(nil, runtime.Query{Intent: meant})
	for i, one := range near {
		text += []string{", of which the nearest are ", ", "}[min(i, 1)] + one.ID
	}
	return text
}
