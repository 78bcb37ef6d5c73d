package main

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/face"
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
	"github.com/sextant-mcp/sextant/runtime/own"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// settleTime is how long servers are waited for before the surface is served;
// those that are not there by then join it later. Some clients give up on a
// server that takes longer than a second.
const settleTime = 800 * time.Millisecond

// skillTool reads skills, of which a fleet has none.
const skillTool = "sextant_read_skill"

// fleetTrials are requests that any fleet can answer.
var fleetTrials = []trial{
	{"ask", map[string]any{"intent": "which servers are connected"}},
	{"find", map[string]any{"intent": "list the files in a folder", "top_k": 3}},
	{"ask", map[string]any{"intent": "how many tools are loaded on this surface"}},
}

// buildFleet serves the servers of a configuration instead of what is compiled
// in.
func buildFleet(ctx context.Context, set settings, log *slog.Logger) (*service, error) {
	file, err := readConfig(set, log)
	if err != nil {
		return nil, err
	}
	tools, err := ownTools()
	if err != nil {
		return nil, err
	}
	if err := set.locking.open(set.config, log); err != nil {
		return nil, err
	}
	tools = append(tools, set.locking.descriptors(file.Servers)...)
	f := fleet.Start(file.Servers, set.fleetOptions(log))
	f.Settle(ctx, settleTime)
	shelf := &fleetSkills{fleet: f, set: set, log: log}
	opt := fleet.OverlayOptions{
		Compiled: catalog.Input{Descriptors: tools}, Prepare: prepare(set, f, log), Skills: shelf.documents,
		Dispatch: set.learning.join(dispatch.Options{}),
	}
	if set.part.chosen() {
		opt.Skills = nil
	}
	overlay, err := fleet.NewOverlay(ctx, f, opt)
	if err != nil {
		f.Close()
		return nil, err
	}
	built, err := faceOf(set, f, overlay, shelf, log)
	if err != nil {
		overlay.Close()
		f.Close()
		return nil, err
	}
	end := built.close
	built.close = func() { end(); overlay.Close(); f.Close() }
	return built, nil
}

// ownTools are the surface's own tools, which keep their names.
func ownTools() ([]source.Capability, error) {
	ours, diags := source.ParseCapabilities("own", own.Descriptors())
	if err := diags.Err(); err != nil {
		return nil, fmt.Errorf("the surface's own tools: %w", err)
	}
	tools := slices.DeleteFunc(ours.Capabilities, func(c source.Capability) bool { return c.ID == skillTool })
	for i := range tools {
		// Few tools of a fleet have examples, and a ranking by examples would
		// prefer those that do.
		tools[i].Examples = nil
	}
	return tools, nil
}

func (set settings) fleetOptions(log *slog.Logger) fleet.Options {
	opt := fleet.Options{Name: surface.Name, Version: version(), Log: log, NameLimit: set.naming.limit}
	if set.part.chosen() {
		opt.LongestResult = link.MaxMessage // what reads the rest is no part of it
	}
	return set.locking.join(opt, set.config)
}

// faceOf is a fleet as clients see it: the verbs and all that its servers offer, or
// a part of their tools.
func faceOf(set settings, f *fleet.Fleet, overlay *fleet.Overlay, shelf *fleetSkills, log *slog.Logger) (*service, error) {
	opt := surface.Options{
		Version: version(), Log: log,
		Health: func() map[string]any {
			health := map[string]any{"servers": f.Status(), "learned": overlay.Learned()}
			maps.Copy(health, set.learning.keep.health())
			return health
		},
	}
	if set.part.chosen() {
		s, err := set.part.follow(overlay.Dispatcher(), opt)
		if err != nil {
			return nil, err
		}
		return &service{surface: s, trials: set.part.trials(s), close: s.Close}, nil
	}
	beside := face.New(f, overlay.Entry)
	opt.Mode, opt.Beside, opt.Servers = set.mode, beside, f.Servers()
	s, err := surface.New(overlay.Dispatcher(), opt)
	if err != nil {
		beside.Close()
		return nil, err
	}
	shelf.serveFrom(s.Skills())
	return &service{surface: s, trials: fleetTrials, close: func() { s.Close(); beside.Close() }}, nil
}

// prepare applies the filters to every router that is served, and lets the
// surface's own tools work on it. What a part names may come with a server that is
// not there yet.
func prepare(set settings, f *fleet.Fleet, log *slog.Logger) func(*runtime.Router, *dispatch.Upstreams) (*runtime.Router, error) {
	later := func(entry string) bool { return slices.Contains(f.Servers(), entry) || len(f.Unavailable()) > 0 }
	return func(r *runtime.Router, upstreams *dispatch.Upstreams) (*runtime.Router, error) {
		var err error
		if set.part.chosen() {
			if r, err = set.part.restrictFleet(r, later); err != nil {
				return nil, err
			}
		}
		if r, err = set.filters.apply(r, log); err != nil {
			return nil, err
		}
		r = set.learning.router(r)
		tools, err := own.New(r, set.learning.tools()...)
		if err != nil {
			return nil, err
		}
		upstreams.Register(own.ServerName, tools)
		return r, nil
	}
}
