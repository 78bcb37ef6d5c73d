package fleet

import (
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
)

// ToolList is what a server listed as its tools when it was last asked.
type ToolList struct {
	Server string
	// Items are the tools, as they were written.
	Items []link.Item
	// Partial tells that there are more than could be read.
	Partial bool
	// Problems say what was left out, and why.
	Problems []string
}

// Tools are the lists of all servers, in the order of the configuration.
func (f *Fleet) Tools() []ToolList {
	out := make([]ToolList, 0, len(f.mounts))
	for _, m := range f.mounts {
		l := m.current()
		out = append(out, ToolList{m.server.Name, l.tools.Items, l.tools.Partial, l.tools.Problems})
	}
	return out
}
