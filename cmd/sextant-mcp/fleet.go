package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/fleet"
	"github.com/sextant-mcp/sextant/runtime/fleet/config"
	"github.com/sextant-mcp/sextant/runtime/fleet/face"
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
	if set.part.chosen() {
		return nil, errors.New("-namespace serves a part of the built-in surface; it can't be combined with -config")
	}
	file, err := config.Read(set.config, os.LookupEnv)
	if err != nil {
		return nil, err
	}
	for _, p := range file.Problems {
		log.Warn("configuration", "problem", p.String())
	}
	if len(file.Servers) == 0 {
		return nil, fmt.Errorf("%s names no server that can be used", set.config)
	}
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
	f := fleet.Start(file.Servers, fleet.Options{Name: surface.Name, Version: version(), Log: log})
	f.Settle(ctx, settleTime)
	shelf := &fleetSkills{fleet: f, set: set, log: log}
	overlay, err := fleet.NewOverlay(ctx, f, fleet.OverlayOptions{
		Compiled: catalog.Input{Descriptors: tools}, Prepare: prepare(set, log), Skills: shelf.documents,
		Dispatch: set.learning.join(dispatch.Options{}),
	})
	if err != nil {
		f.Close()
		return nil, err
	}
	beside := face.New(f, overlay.Entry)
	end := func() { beside.Close(); overlay.Close(); f.Close() }
	s, err := surface.New(overlay.Dispatcher(), surface.Options{
		Mode: set.mode, Version: version(), Log: log, Beside: beside,
		Health: func() map[string]any {
			health := map[string]any{"servers": f.Status(), "learned": overlay.Learned()}
			maps.Copy(health, set.learning.keep.health())
			return health
		},
	})
	if err != nil {
		end()
		return nil, err
	}
	shelf.serveFrom(s.Skills())
	return &service{surface: s, trials: fleetTrials, close: func() { s.Close(); end() }}, nil
}

// prepare applies the filters to every router that is served, and lets the
// surface's own tools work on it.
func prepare(set settings, log *slog.Logger) func(*runtime.Router, *dispatch.Upstreams) (*runtime.Router, error) {
	return func(r *runtime.Router, upstreams *dispatch.Upstreams) (*runtime.Router, error) {
		r, err := set.filters.apply(r, log)
		if err != nil {
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
