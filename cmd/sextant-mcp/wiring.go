package main

import (
	"context"
	"log/slog"
	"net"
	"runtime/debug"

	"github.com/sextant-mcp/sextant/generated"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/own"
	"github.com/sextant-mcp/sextant/runtime/surface"
	"github.com/sextant-mcp/sextant/runtime/surface/skills"
)

// planner is the tool that ask falls back to, on surfaces that have it.
const planner = "nl_query"

// service is what is served, with what has to be closed afterwards.
type service struct {
	surface *surface.Surface
	trials  []trial
	close   func()
}

// build puts the surface that the flags name, its own tools, the dispatcher and
// the MCP face together.
func build(ctx context.Context, set settings, log *slog.Logger) (*service, error) {
	if set.config != "" {
		return buildFleet(ctx, set, log)
	}
	router, err := generated.NewRouter()
	if err != nil {
		return nil, err
	}
	if set.part.chosen() {
		if router, err = set.part.restrict(router, never); err != nil {
			return nil, err
		}
	}
	if router, err = set.filters.apply(router, log); err != nil {
		return nil, err
	}
	router = set.learning.router(router)
	tools, err := own.New(router, set.learning.tools()...)
	if err != nil {
		return nil, err
	}
	d, err := dispatch.New(router, set.learning.join(dispatch.Options{Upstreams: dispatch.NewUpstreams(tools), Planner: planner}))
	if err != nil {
		return nil, err
	}
	var s *surface.Surface
	if set.part.chosen() {
		s, err = set.part.face(d, surface.Options{Version: version(), Log: log, Health: set.learning.keep.health})
	} else {
		s, err = surface.New(d, surface.Options{Mode: set.mode, Version: version(), Skills: sources(set), Log: log, Health: set.learning.keep.health})
	}
	if err != nil {
		return nil, err
	}
	return &service{surface: s, trials: set.part.trials(s), close: s.Close}, nil
}

// sources are the skills that are served beside the compiled ones.
func sources(set settings) []skills.Source {
	if len(set.skills) == 0 {
		return nil
	}
	return []skills.Source{skills.Directories(set.skills...)}
}

// serve serves the surface on the transport that the flags name.
func serve(ctx context.Context, set settings, std streams, log *slog.Logger) error {
	// What is open when something else fails is closed too.
	defer set.learning.close(ctx, log)
	if err := set.learning.open(ctx, log); err != nil {
		return err
	}
	built, err := build(ctx, set, log)
	if err != nil {
		return err
	}
	defer built.close()
	s := built.surface
	if set.http == "" {
		return s.ServeStdio(ctx, std.in, std.out)
	}
	opt, err := besides(s.Dispatcher(), set.tokens, log)
	if err != nil {
		return err
	}
	ln, err := surface.Listen(set.http)
	if err != nil {
		return err
	}
	if addr, ok := ln.Addr().(*net.TCPAddr); ok && !addr.IP.IsLoopback() && set.tokens == nil {
		log.Warn("this address is reachable from other machines, and nothing checks who calls; -tokens does", "address", addr.String())
	}
	if err := greet(std.out, "http://"+ln.Addr().String(), built.trials, set.tokens != nil); err != nil {
		_ = ln.Close() // the first error is the one to tell
		return err
	}
	return s.NewHTTP(opt).Serve(ctx, ln)
}

// version is the module's version as the build recorded it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "dev"
}
