package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

// content is what a surface is compiled of.
type content struct {
	tools  []tool
	read   []string // the servers whose lists were read
	skills []source.Skill
}

func (o *Overlay) gather(ctx context.Context) content {
	c := content{tools: o.fleet.gather(), read: o.fleet.listed()}
	if o.opt.Skills != nil {
		c.skills = o.opt.Skills(ctx)
	}
	return c
}

// compile compiles the surface of the fleet's tools and what is compiled in.
func (o *Overlay) compile(ctx context.Context, now content, quick bool) (*runtime.Router, error) {
	in := o.opt.Compiled
	in.Skills = append(slices.Clip(in.Skills), now.skills...)
	d := o.descriptors(now)
	in.Descriptors = d.list
	own, diags := source.ParseCapabilities("fleet", descriptors)
	if err := diags.Err(); err != nil {
		return nil, fmt.Errorf("fleet: its own descriptors: %w", err)
	}
	in.Descriptors = append(in.Descriptors, own.Capabilities...)
	cat, diags := catalog.Build(in)
	for _, one := range diags {
		if one.Severity == source.Error {
			d.problems = append(d.problems, one.String())
		}
	}
	router, err := index.Router(ctx, cat, index.Options{LexicalOnly: quick || o.opt.LexicalOnly})
	if err != nil {
		return nil, fmt.Errorf("fleet: %w", err)
	}
	o.mu.Lock()
	if quick {
		o.builds++
	}
	o.problems, o.entries = d.problems, d.entries
	o.mu.Unlock()
	if o.opt.Prepare != nil {
		return o.opt.Prepare(router, o.upstreams)
	}
	return router, nil
}

// described are the tools of a surface as the compiler takes them.
type described struct {
	list     []source.Capability
	entries  map[string]json.RawMessage // by name, as their servers wrote them
	problems []string
}

// descriptors describes the fleet's tools, and adds what is compiled in and
// describes none of them.
func (o *Overlay) descriptors(now content) described {
	d := described{entries: map[string]json.RawMessage{}}
	taken := map[string]bool{}
	for i := range now.tools {
		t := &now.tools[i]
		o.register(t)
		c, written, err := o.describe(t)
		if err != nil {
			d.problems = append(d.problems, fmt.Sprintf("%s of %s is left out: %v", t.Tool, t.Server, err))
			continue
		}
		taken[written] = true
		if !t.stale {
			d.entries[c.ID] = t.raw
		}
		d.list = append(d.list, c)
	}
	for _, c := range o.opt.Compiled.Descriptors {
		if taken[c.ID] {
			continue
		}
		if c, ok := o.ahead(c, now.read); ok {
			d.list = append(d.list, c)
		}
	}
	return d
}

// describe gives a tool its descriptor; written is the id of the one that people
// wrote for it, "" without.
func (o *Overlay) describe(t *tool) (c source.Capability, written string, err error) {
	ours, ok := find(o.opt.Compiled.Descriptors, t)
	written = ours.ID
	id := o.names.of(t.Origin, written, t.servers...)
	if t.stale {
		if !ok {
			return c, "", errors.New("it changed since it was approved, and there is no descriptor to show in place of its own words")
		}
		ours = renamed(ours, id)
		ours.Name, ours.Server = t.Tool, t.Server
		return ours, written, nil
	}
	if c, err = t.describe(id); err != nil || !ok {
		return c, "", err
	}
	return merge(ours, c), written, nil
}

// register makes a tool of several instances callable.
func (o *Overlay) register(t *tool) {
	if len(t.servers) < 2 {
		return
	}
	s := &instances{name: t.Server}
	for _, name := range t.servers {
		s.mounts = append(s.mounts, o.fleet.byName[name])
	}
	o.upstreams.Register(t.Server, s)
}
