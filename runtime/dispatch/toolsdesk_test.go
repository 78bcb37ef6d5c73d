package dispatch

import (
	"encoding/json"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
)

// toolsDesk is a dispatcher on tools as an MCP server lists them, without
// descriptors, and the server that has them.
func toolsDesk(t *testing.T, tools ...string) (*Dispatcher, *fakeServer) {
	t.Helper()
	list := make([]json.RawMessage, len(tools))
	for i, one := range tools {
		list[i] = json.RawMessage(one)
	}
	file, diags := source.ParseCapabilities("yard.json", marshal(map[string]any{"tools": list}))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for i := range file.Capabilities {
		file.Capabilities[i].Server = "yard"
	}
	cat, diags := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	r, err := index.Router(t.Context(), cat, index.Options{LexicalOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	server := &fakeServer{name: "yard"}
	d, err := New(r, Options{Upstreams: NewUpstreams(server)})
	if err != nil {
		t.Fatal(err)
	}
	return d, server
}

// sent are the arguments of some calls, one behind the other.
func sent(calls []Call) string {
	var out string
	for _, c := range calls {
		out += string(c.Args)
	}
	return out
}
