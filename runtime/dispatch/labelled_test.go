package dispatch

import (
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

// Labelled requests bring a tool behind ask and why, where it is found; that does
// not have it run there unless something states that it reads.
func TestLabelledVerbsDoNotRunChanges(t *testing.T) {
	file, diags := source.ParseCapabilities("test.json", []byte(`{"capabilities":[
		{"id":"resolve_incident","server":"ops","one_line":"Resolve an incident and tell its watchers.","typed_io":{"input_schema":{"type":"object"}}},
		{"id":"compute_disk_update","server":"ops","one_line":"Resize a disk.","typed_io":{"input_schema":{"type":"object"}}},
		{"id":"post_search","server":"ops","one_line":"Search the pages.","annotations":{"readOnlyHint":true},"typed_io":{"input_schema":{"type":"object"}}},
		{"id":"list_ships","server":"ops","one_line":"Lists the ships in port.","typed_io":{"input_schema":{"type":"object"}}}]}`))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	cat, diags := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	r, err := index.Router(t.Context(), cat, index.Options{Train: []index.Row{
		{Intent: "has the incident been resolved", Gold: []string{"resolve_incident"}, Verb: "ask"},
		{Intent: "was the disk resized", Gold: []string{"compute_disk_update"}, Verb: "why"},
		{Intent: "which pages speak of it", Gold: []string{"post_search"}, Verb: "ask"},
		{Intent: "what ships are here", Gold: []string{"list_ships"}, Verb: "ask"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		verb         runtime.Verb
		intent, tool string
		runs         bool
	}{
		{runtime.Ask, "has the incident been resolved by now", "resolve_incident", false},
		{runtime.Why, "has the disk been resized yet", "compute_disk_update", false},
		{runtime.Ask, "which pages speak of tides", "post_search", true},
		{runtime.Ask, "what ships are in port", "list_ships", true},
		{runtime.Act, "resolve the incident", "resolve_incident", true},
	} {
		s := &fakeServer{name: "ops"}
		d, err := New(r, Options{Upstreams: NewUpstreams(s)})
		if err != nil {
			t.Fatal(err)
		}
		for _, hints := range []string{"", `{"tool":"` + c.tool + `"}`} {
			reply := d.Do(t.Context(), request(c.verb, c.intent, hints))
			if reply.Routing.ChosenTool != c.tool || reply.Executed != c.runs {
				t.Errorf("%s %q %s: chose %q, executed %t, want %q, %t", c.verb, c.intent, hints, reply.Routing.ChosenTool, reply.Executed, c.tool, c.runs)
			}
		}
	}
}
