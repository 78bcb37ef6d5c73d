package surface

import (
	"maps"
	"slices"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/sextant-mcp/sextant/runtime"
)

// table holds every granular tool of one router, ready to be listed and called.
// It never changes.
type table struct {
	router *runtime.Router
	// condensed are the capabilities, verbose their operations, each in order of
	// number. by finds either by its name.
	condensed, verbose []*granular
	by                 map[string]*granular
	byID               map[string]*granular
	servers, tags      map[string][]*granular
	// listed are the tools that everybody sees in the mode, in order.
	listed []mcp.Tool
}

// tables makes the table of a router when it is first needed, and anew when the
// router is another.
type tables struct {
	mu   sync.Mutex
	last *table
}

func (t *tables) of(r *runtime.Router, make func() *table) *table {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last == nil || t.last.router != r {
		t.last = make()
	}
	return t.last
}

// table is the table of the router that is served now.
func (s *Surface) table() *table {
	r := s.dispatcher.Router()
	return s.tables.of(r, func() *table { return s.newTable(r) })
}

func (s *Surface) newTable(r *runtime.Router) *table {
	t := &table{router: r, by: map[string]*granular{}, byID: map[string]*granular{}, servers: map[string][]*granular{}, tags: map[string][]*granular{}}
	recs, ids := callable(r)
	n := newNamer(slices.Collect(maps.Keys(s.mcp.ListTools()))) // what the host has keeps its name
	names := n.assign(ids)
	for _, rec := range recs {
		number, _ := r.Lookup(rec.ID)
		in := readInputs(rec, r.Schema(number))
		whole := newGranular(names[rec.ID], rec, in, "")
		t.condensed = append(t.condensed, whole)
		t.by[whole.name], t.byID[rec.ID] = whole, whole
		t.servers[rec.Server] = append(t.servers[rec.Server], whole)
		for _, tag := range rec.Tags {
			t.tags[tag] = append(t.tags[tag], whole)
		}
		ops := operations(rec)
		if len(ops) == 0 {
			t.verbose = append(t.verbose, whole)
		}
		for _, action := range ops {
			name := n.claim(sanitize(whole.name+"_"+action), rec.ID+" "+action)
			one := newGranular(name, rec, in, action)
			t.verbose = append(t.verbose, one)
			t.by[name] = one
		}
	}
	t.listed = s.standing(t)
	return t
}

// standing are the tools that everybody sees in the mode, the surface's own
// first.
func (s *Surface) standing(t *table) []mcp.Tool {
	var out []mcp.Tool
	for _, one := range s.own {
		tool := one.Tool
		if verb, err := runtime.ParseVerb(tool.Name); err == nil {
			tool.Description = describe(t.router, verb, s.opt.Servers) // what is behind it may have changed
		}
		if s.opt.Mode.lists(tool.Name) {
			out = append(out, tool)
		}
	}
	shown := map[Mode][]*granular{ModeCondensed: t.condensed, ModeBoth: t.condensed, ModeVerbose: t.verbose}[s.opt.Mode]
	for _, g := range shown {
		out = append(out, g.tool)
	}
	return out
}

// callable are the capabilities that can be called: all but the skills, which
// are read. Two of one spelling do not happen, for ids are unique.
func callable(r *runtime.Router) (recs []*runtime.Record, ids []string) {
	for _, id := range r.Behind(runtime.Any) {
		number, _ := r.Lookup(id)
		if rec, err := r.Record(number); err == nil && !rec.Kind.Instructs() {
			recs = append(recs, rec)
			ids = append(ids, id)
		}
	}
	return recs, ids
}

// names are the names of a kind that can be loaded, sorted.
func (t *table) names() []string {
	out := make([]string, 0, len(t.condensed))
	for _, g := range t.condensed {
		out = append(out, g.name)
	}
	slices.Sort(out)
	return out
}
