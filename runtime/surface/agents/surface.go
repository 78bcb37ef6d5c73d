package agents

import (
	"context"
	"errors"
	"fmt"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// Options adjust a surface. The zero value serves.
type Options struct {
	// Loadout remembers what conversations have enabled; nil is a Memory.
	Loadout Loadout
	// Principal names the authenticated caller of a request, "" for nobody. Tools
	// are enabled for a principal where the protocol has no sessions. nil knows
	// nobody.
	Principal func(context.Context) string
}

// Surface is a dispatcher's surface as agents see it. It is safe for concurrent
// use.
type Surface struct {
	dispatcher *dispatch.Dispatcher
	router     *runtime.Router // whose tools these are
	loadout    Loadout
	principal  func(context.Context) string
	namespaces []*namespace
	byID       map[string]*tool
	byName     map[string]*tool
	// all holds what ask chooses among: everything but skills, whose text is
	// evidence for the tools that they wrap.
	all *runtime.Set
}

// namespace is one group of tools.
type namespace struct {
	name  string
	set   *runtime.Set
	tools []*tool // in the order in which they were declared
}

// Names of the tools that open a namespace, after its own.
const (
	askName   = "ask"
	toolsName = "tools"
)

func (n *namespace) ask() string       { return n.name + "." + askName }
func (n *namespace) listTools() string { return n.name + "." + toolsName }

// New returns the surface of a dispatcher: every namespace of its router. For a
// part of them give it a dispatcher of a router that Restrict made. The error
// names tools whose names can't be told from those of the surface itself.
func New(d *dispatch.Dispatcher, opt Options) (*Surface, error) {
	if d == nil {
		return nil, errors.New("agents: no dispatcher")
	}
	s, err := newSurface(d, d.Router(), opt.complete())
	if err == nil && len(s.namespaces) == 0 {
		err = errors.New("agents: the router holds no tool; there is nothing to serve")
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (opt Options) complete() Options {
	if opt.Loadout == nil {
		opt.Loadout = &Memory{}
	}
	if opt.Principal == nil {
		opt.Principal = func(context.Context) string { return "" }
	}
	return opt
}

// newSurface is the surface of a router.
func newSurface(d *dispatch.Dispatcher, r *runtime.Router, opt Options) (*Surface, error) {
	s := &Surface{
		dispatcher: d, router: r, loadout: opt.Loadout, principal: opt.Principal,
		byID: map[string]*tool{}, byName: map[string]*tool{}, all: &runtime.Set{},
	}
	if err := s.gather(r); err != nil {
		return nil, fmt.Errorf("agents: %w", err)
	}
	return s, nil
}

// Dispatcher returns the dispatcher behind the surface.
func (s *Surface) Dispatcher() *dispatch.Dispatcher { return s.dispatcher }

// gather sorts the router's tools into their namespaces.
func (s *Surface) gather(r *runtime.Router) error {
	names, err := Namespaces(r)
	if err != nil {
		return err
	}
	byName := map[string]*namespace{}
	taken := map[string]string{askName: "the surface itself"}
	for _, name := range names {
		n := &namespace{name: wireName(name), set: &runtime.Set{}}
		s.namespaces = append(s.namespaces, n)
		byName[name] = n
		for _, own := range []string{n.ask(), n.listTools()} {
			if by, twice := taken[own]; twice {
				return fmt.Errorf("the namespace %q would be called %q like %s; rename it", name, n.name, by)
			}
			taken[own] = "the surface itself"
		}
	}
	err = each(r, func(number int, rec *runtime.Record) {
		if rec.Kind.Instructs() {
			return
		}
		n := byName[NamespaceOf(rec)]
		t := newTool(number, rec, r.Schema(number), n)
		n.tools = append(n.tools, t)
		n.set.Add(number)
		s.all.Add(number)
		s.byID[t.id] = t
	})
	if err != nil {
		return err
	}
	return s.name(taken)
}

// name makes sure that every tool can be told by its name.
func (s *Surface) name(taken map[string]string) error {
	for _, n := range s.namespaces {
		for _, t := range n.tools {
			if by, twice := taken[t.name]; twice {
				return fmt.Errorf("the tool %q would be called %q like %s; rename it", t.id, t.name, by)
			}
			taken[t.name] = fmt.Sprintf("the tool %q", t.id)
			s.byName[t.name] = t
		}
	}
	return nil
}

// several tells whether there is a choice of namespaces.
func (s *Surface) several() bool { return len(s.namespaces) > 1 }

// namespace returns the namespace of that name, nil for "" and unknown ones.
func (s *Surface) namespace(name string) *namespace {
	for _, n := range s.namespaces {
		if n.name == name {
			return n
		}
	}
	return nil
}

// Names are the names of the namespaces, in alphabetical order.
func (s *Surface) Names() []string {
	names := make([]string, len(s.namespaces))
	for i, n := range s.namespaces {
		names[i] = n.name
	}
	return names
}

// enabled tells whether a conversation sees a tool.
func (s *Surface) enabled(key string) map[string]bool {
	set := map[string]bool{}
	if key == "" {
		return set
	}
	for _, id := range s.loadout.Enabled(key) {
		set[id] = true
	}
	return set
}

// EndSession frees what is kept of a session that is over: what it has enabled, and
// what why remembers of it.
func (s *Surface) EndSession(id string) {
	s.loadout.Forget(sessionKey(id))
	s.dispatcher.Forget(sessionKey(id))
}
