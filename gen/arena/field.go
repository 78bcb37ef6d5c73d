package arena

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/llm"
	"github.com/sextant-mcp/sextant/runtime"
)

// Field is the tools that all arms are measured on.
type Field struct {
	router     *runtime.Router
	tools      []*catalog.Capability
	wire       []string // what the models call them
	groups     []group
	namespaces []string
}

// group is the tools of one server or namespace.
type group struct {
	name  string
	tools []int // indices of Field.tools
}

// NewField compiles a catalog, with train as further rows to learn from. With
// namespaces, only their tools take part, and the routed arm offers one ask tool
// for each instead of the six verbs. Skills are never offered: their text is
// evidence for the tools they wrap.
func NewField(ctx context.Context, cat *catalog.Catalog, namespaces []string, train []index.Row) (*Field, error) {
	f := &Field{namespaces: namespaces}
	for _, c := range cat.Capabilities {
		if c.Kind != catalog.KindSkill && (namespaces == nil || slices.Contains(namespaces, groupOf(c))) {
			f.tools = append(f.tools, c)
		}
	}
	for _, ns := range namespaces {
		if !slices.ContainsFunc(f.tools, func(c *catalog.Capability) bool { return groupOf(c) == ns }) {
			return nil, fmt.Errorf("no tool is in the namespace %q; there are %s", ns, strings.Join(groupNames(cat), ", "))
		}
	}
	if len(f.tools) == 0 {
		return nil, fmt.Errorf("the catalog has no tool to offer")
	}
	ids := make([]string, len(f.tools))
	for i, c := range f.tools {
		ids[i] = c.ID
	}
	f.wire = llm.WireNames(ids)
	f.group()
	var err error
	if f.router, err = index.Router(ctx, cat, index.Options{Train: train}); err != nil {
		return nil, fmt.Errorf("compiling the tools: %w", err)
	}
	return f, nil
}

// group parts the tools, in the order of names.
func (f *Field) group() {
	byName := map[string][]int{}
	var names []string
	for i, c := range f.tools {
		name := groupOf(c)
		if byName[name] == nil {
			names = append(names, name)
		}
		byName[name] = append(byName[name], i)
	}
	slices.Sort(names)
	for _, name := range names {
		f.groups = append(f.groups, group{name, byName[name]})
	}
}

// groupOf is the namespace of a capability: the one it declares, else its
// server, else what stands before a dot in its id.
func groupOf(c *catalog.Capability) string {
	if c.Namespace != "" {
		return c.Namespace
	}
	if c.Server != "" {
		return c.Server
	}
	if ns, _, dotted := strings.Cut(c.ID, "."); dotted && ns != "" {
		return ns
	}
	return "general"
}

func groupNames(cat *catalog.Catalog) []string {
	var names []string
	for _, c := range cat.Capabilities {
		names = append(names, groupOf(c))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// has tells whether an id is among the tools.
func (f *Field) has(id string) bool {
	return slices.ContainsFunc(f.tools, func(c *catalog.Capability) bool { return c.ID == id })
}

// offered are tools as the flat arm and the agents of the swarm offer them.
func (f *Field) offered(indices []int) []llm.Tool {
	out := make([]llm.Tool, 0, len(indices))
	for _, i := range indices {
		c := f.tools[i]
		out = append(out, llm.Tool{Name: f.wire[i], Description: c.OneLine, Schema: c.Schema})
	}
	return out
}

// picked is the id of a tool that a model called, or its name with a question
// mark in front when there is none of that name among the offered.
func (f *Field) picked(indices []int, name string) string {
	for _, i := range indices {
		if f.wire[i] == name || f.tools[i].ID == name {
			return f.tools[i].ID
		}
	}
	return "?" + name
}

// takes tells whether a turn can be measured here, and why not.
func (f *Field) takes(t *Turn) (why string) {
	switch {
	case strings.TrimSpace(t.Intent) == "":
		return "it has no words to send"
	case len(f.namespaces) > 0 && t.Namespace != "" && !slices.Contains(f.namespaces, t.Namespace):
		return "it belongs to another namespace"
	case len(t.Gold) > 0 && !slices.ContainsFunc(t.Gold, f.has):
		return "none of its golds is among the tools"
	}
	return ""
}
