package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	goruntime "runtime"
	"slices"

	"golang.org/x/sync/errgroup"

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
	drafts := o.drafts(now.tools)
	var work errgroup.Group
	work.SetLimit(goruntime.GOMAXPROCS(0))
	for i := range drafts {
		work.Go(func() error {
			drafts[i].fill()
			return nil
		})
	}
	_ = work.Wait() // a draft keeps its error
	for i := range drafts {
		one := &drafts[i]
		if one.err != nil {
			d.problems = append(d.problems, fmt.Sprintf("%s of %s is left out: %v", one.tool.Tool, one.tool.Server, one.err))
			continue
		}
		taken[one.writtenID()] = true
		if !one.tool.stale {
			d.entries[one.id] = one.tool.raw
		}
		d.list = append(d.list, one.c)
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

// draft is a tool that is given its descriptor.
type draft struct {
	tool    *tool
	id      string
	written *source.Capability // the one that people wrote for it, nil without
	c       source.Capability
	err     error
}

// drafts finds a name and what people wrote for each tool. Names are given out in
// order; everything else about one tool has nothing to do with the others.
func (o *Overlay) drafts(tools []tool) []draft {
	out := make([]draft, len(tools))
	for i := range tools {
		t := &tools[i]
		o.register(t)
		out[i] = draft{tool: t, written: find(o.opt.Compiled.Descriptors, t)}
		out[i].id = o.names.of(t.Origin, out[i].writtenID(), t.servers...)
	}
	return out
}

func (d *draft) writtenID() string {
	if d.written == nil {
		return ""
	}
	return d.written.ID
}

// fill gives the tool its descriptor.
func (d *draft) fill() {
	switch {
	case d.tool.stale && d.written == nil:
		d.err = errors.New("it changed since it was approved, and there is no descriptor to show in place of its own words")
		return
	case d.tool.stale:
		d.c = renamed(*d.written, d.id)
		d.c.Name, d.c.Server = d.tool.Tool, d.tool.Server
		return
	}
	if d.c, d.err = d.tool.describe(d.id); d.err == nil && d.written != nil {
		d.c = merge(*d.written, d.c)
	}
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
