package surface

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// loading is the lifecycle of one request's caller. It implements
// dispatch.Lifecycle, so that manage and the tools that load are one thing.
type loading struct{ s *Surface }

// Change implements dispatch.Lifecycle.
func (l loading) Change(ctx context.Context, c dispatch.LifecycleChange) (any, error) {
	if c.Unload {
		return l.s.unload(ctx, c)
	}
	return l.s.load(ctx, c)
}

// loadReply answers load_tools.
type loadReply struct {
	NewlyExposed    []exposed     `json:"newly_exposed"`
	AlreadyLoaded   []string      `json:"already_loaded"`
	Unknown         []unknownName `json:"unknown"`
	SessionTotal    int           `json:"session_total"`
	TotalRegistered int           `json:"total_registered"`
	AutoUnload      bool          `json:"auto_unload"`
	// Handle names what was loaded where no session does.
	Handle string `json:"handle,omitempty"`
	Note   string `json:"note,omitempty"`
}

// exposed is a tool that was loaded: with it, it can be called at once, whether
// or not the client lists again.
type exposed struct {
	Name        string   `json:"name"`
	Verb        string   `json:"verb"`
	Description string   `json:"description"`
	InputSchema rawJSON  `json:"input_schema"`
	HowToCall   nextCall `json:"how_to_call"`
}

// unknownName is a name that nothing has, with those that are near.
type unknownName struct {
	Name string   `json:"name"`
	Kind string   `json:"kind"` // tool, server or toolset
	Near []string `json:"near"`
}

func (s *Surface) load(ctx context.Context, c dispatch.LifecycleChange) (any, error) {
	t := s.table()
	chosen, unknown, err := t.choose(c)
	if err != nil {
		return nil, err
	}
	who, err := s.whoHolds(ctx, c.Handle)
	if err != nil {
		return nil, err
	}
	reply := loadReply{
		NewlyExposed: []exposed{}, AlreadyLoaded: []string{}, Unknown: unknown,
		TotalRegistered: len(t.condensed), AutoUnload: c.AutoUnload,
	}
	if !s.opt.Mode.gates() {
		reply.AlreadyLoaded = append(reply.AlreadyLoaded, chosen...)
		reply.Note = "in the mode " + string(s.opt.Mode) + " every tool can be called without loading"
		return reply, nil
	}
	if who.key == "" && len(chosen) > 0 {
		handle := s.handles.Open("")
		if who, err = s.whoHolds(ctx, handle); err != nil {
			return nil, err
		}
	}
	if who.key != "" {
		added, already, err := who.store.Load(who.key, chosen, c.Why, c.AutoUnload)
		if err != nil {
			return nil, err
		}
		reply.AlreadyLoaded = append(reply.AlreadyLoaded, already...)
		for _, name := range added {
			reply.NewlyExposed = append(reply.NewlyExposed, s.expose(t.by[name], who))
		}
		s.changed(who, added)
		reply.Handle, reply.SessionTotal = who.handle, len(who.store.Loaded(who.key))
	}
	if who.handle != "" {
		reply.Note = fmt.Sprintf("call these by name with the handle among the arguments; no list shows them. The handle ends after %.0f minutes without a call", s.opt.Idle.Minutes())
	}
	return reply, nil
}

// changed has the client told when its list is another; that of a handle never
// is.
func (s *Surface) changed(who caller, names []string) {
	if len(names) > 0 && who.handle == "" {
		s.changes.note(who.key)
	}
}

func (s *Surface) expose(g *granular, who caller) exposed {
	e := exposed{Name: g.name, Verb: g.verb.String(), Description: g.tool.Description, InputSchema: rawJSON(g.tool.RawInputSchema)}
	if option, err := s.dispatcher.HowToCall(g.id, g.action, nil); err == nil {
		e.Verb = option.Verb
		direct := option.Direct(g.name, g.action == "")
		e.HowToCall = nextCall{Tool: direct.Tool, Arguments: direct.Arguments, Fill: direct.Fill}
	}
	if who.handle != "" {
		e.InputSchema = addProperty(e.InputSchema, g.handle, handleProperty)
		e.HowToCall.Arguments[g.handle] = who.handle
	}
	return e
}

// unloadReply answers unload_tools.
type unloadReply struct {
	Unloaded     []string      `json:"unloaded"`
	NotLoaded    []string      `json:"not_loaded"`
	Unknown      []unknownName `json:"unknown"`
	SessionTotal int           `json:"session_total"`
}

func (s *Surface) unload(ctx context.Context, c dispatch.LifecycleChange) (any, error) {
	t := s.table()
	chosen, unknown, err := t.choose(c)
	if err != nil {
		return nil, err
	}
	who, err := s.whoHolds(ctx, c.Handle)
	if err != nil {
		return nil, err
	}
	if who.key == "" {
		return nil, errNeedsHandle
	}
	removed, absent, err := who.store.Unload(who.key, chosen)
	if err != nil {
		return nil, err
	}
	s.changed(who, removed)
	reply := unloadReply{Unloaded: append([]string{}, removed...), NotLoaded: []string{}, Unknown: unknown, SessionTotal: len(who.store.Loaded(who.key))}
	for _, name := range absent {
		// Of a whole server or toolset only some need have been loaded.
		if slices.Contains(c.Tools, name) {
			reply.NotLoaded = append(reply.NotLoaded, name)
		}
	}
	return reply, nil
}
