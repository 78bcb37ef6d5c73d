package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/surface"
	"github.com/sextant-mcp/sextant/runtime/surface/agents"
)

// Environment variables that the flags default to.
const (
	toolsVariable  = "SEXTANT_TOOLS"
	groupsVariable = "SEXTANT_GROUPS"
)

// part is what -namespace and -groups say: which part of the surface is served to
// an agent that owns it. The zero value serves the verbs.
type part struct {
	entries, groups string
}

func (p *part) register(fs *flag.FlagSet) {
	fs.StringVar(&p.entries, "namespace", os.Getenv(toolsVariable), "serve only these `namespaces`, groups or tools, separated by commas, each behind an ask tool (default $"+toolsVariable+", else the verbs)")
	fs.StringVar(&p.groups, "groups", os.Getenv(groupsVariable), "`file` of named groups for -namespace (default $"+groupsVariable+")")
}

// chosen tells whether a part is served.
func (p *part) chosen() bool { return len(agents.ParseEntries(p.entries)) > 0 }

// check refuses what would silently serve everything: a list that names nothing,
// and groups that nothing chooses from.
func (p *part) check() error {
	switch {
	case p.chosen():
		return nil
	case p.entries != "":
		return fmt.Errorf("-namespace: %q names nothing; name namespaces, groups or tools, or leave it out to serve the verbs", p.entries)
	case p.groups != "":
		return errors.New("-groups: nothing is chosen from the groups; name one with -namespace, or leave -groups out")
	}
	return nil
}

// restrict cuts the router down to the part. later says of an entry that names
// nothing whether it may do so later.
func (p *part) restrict(r *runtime.Router, later func(entry string) bool) (*runtime.Router, error) {
	var groups agents.Groups
	if p.groups != "" {
		var err error
		if groups, err = agents.ReadGroups(p.groups); err != nil {
			return nil, fmt.Errorf("-groups: %w", err)
		}
	}
	r, err := agents.RestrictLive(r, agents.ParseEntries(p.entries), groups, later)
	if err != nil {
		return nil, fmt.Errorf("-namespace: %w", err)
	}
	return r, nil
}

// face is the part as its agent sees it.
func (p *part) face(d *dispatch.Dispatcher, opt surface.Options) (*surface.Surface, error) {
	s, err := agents.New(d, agents.Options{Principal: surface.Principal})
	if err != nil {
		return nil, err
	}
	return surface.Host(s.Server(opt.Version, opt.Log), d, s.EndSession, opt)
}

// restrictFleet is restrict for servers that come and go. While none of them is
// there, what is left is the tool that tells of their state.
func (p *part) restrictFleet(r *runtime.Router, later func(entry string) bool) (*runtime.Router, error) {
	part, err := p.restrict(r, later)
	if errors.Is(err, agents.ErrNothingYet) {
		return r.Extract(func(rec *runtime.Record) bool { return rec.ID == fleet.StatusTool })
	}
	return part, err
}

// follow is the part of a surface that changes.
func (p *part) follow(d *dispatch.Dispatcher, opt surface.Options) (*surface.Surface, error) {
	l, err := agents.Follow(d, agents.Options{Principal: surface.Principal}, opt.Version, opt.Log)
	if err != nil {
		return nil, err
	}
	return surface.Host(l.Server(), d, l.EndSession, opt)
}

// never says that what is not there never comes.
func never(string) bool { return false }

// trials are requests that are worth a try: of a part, the tools that list it.
func (p *part) trials(s *surface.Surface) []trial {
	if !p.chosen() {
		return trials
	}
	var out []trial
	for _, name := range slices.Sorted(maps.Keys(s.MCP().ListTools())) {
		if strings.HasSuffix(name, ".tools") {
			out = append(out, trial{name, map[string]any{}})
		}
	}
	return out
}
