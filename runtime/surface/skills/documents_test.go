package skills

import (
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// Skills of folders and of other servers are ranked in one space with tools:
// each has its kind and its binding, and executing one returns its instructions
// and where its file can be read.
func TestOneSpace(t *testing.T) {
	p := &pile{name: "p"}
	p.add("tide-tables", "a.csv", "x")
	shelf, problems := Open(t.Context(), Remote("port", serve(t, harbour(t)).send), p)
	documents, more := Documents(t.Context(), shelf)
	if len(problems)+len(more) > 0 || len(documents) != 4 {
		t.Fatalf("%d documents, %v %v", len(documents), problems, more)
	}
	tools, diags := source.ParseCapabilities("t.json", []byte(`{"capabilities":[
		{"id":"boat_list","one_line":"List the boats in the harbour.","intent_verbs":["ask"]},
		{"id":"night_watch","kind":"workflow","one_line":"Walk the piers at night and write the log.","intent_verbs":["act"]},
		{"id":"harbour_master","kind":"agent","one_line":"Decide where a ship may moor.","intent_verbs":["act"]}]}`))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	cat, diags := catalog.Build(catalog.Input{Descriptors: tools.Capabilities, Skills: documents})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	router, err := index.Router(t.Context(), cat, index.Options{LexicalOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	d, err := dispatch.New(router, dispatch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for intent, want := range map[string]struct {
		id, kind string
		bind     dispatch.Bind
	}{
		"about pilots":                   {"port/north/pilots", "skill", dispatch.Bind{SkillName: "port/north/pilots"}},
		"list the boats":                 {"boat_list", "tool", dispatch.Bind{AllowedTools: []string{"boat_list"}}},
		"walk the piers at night":        {"night_watch", "workflow", dispatch.Bind{SkillName: "night_watch"}},
		"decide where the ship may moor": {"harbour_master", "agent", dispatch.Bind{AgentName: "harbour_master"}},
		"tide tables":                    {"tide-tables", "skill", dispatch.Bind{SkillName: "tide-tables"}},
	} {
		found, _ := d.Do(t.Context(), dispatch.Request{Verb: runtime.Find, Intent: intent}).Result.([]dispatch.Found)
		if len(found) == 0 || found[0].ID != want.id || found[0].Kind != want.kind || found[0].Bind.SkillName != want.bind.SkillName ||
			found[0].Bind.AgentName != want.bind.AgentName || len(found[0].Bind.AllowedTools) != len(want.bind.AllowedTools) {
			t.Errorf("%q finds %+v, want %+v", intent, found, want)
		}
	}
	reply := d.Do(t.Context(), dispatch.Request{Verb: runtime.Ask, Intent: "x", Hints: []byte(`{"tool":"port/north/pilots"}`)})
	reading, ok := reply.Result.(dispatch.SkillReading)
	if !ok || len(reading.Files) != 1 || reading.Instructions == "" {
		t.Fatalf("%+v", reply)
	}
	content, err := shelf.Read(t.Context(), reading.Files[0].URI)
	if err != nil || string(content.Data) != reading.Instructions {
		t.Errorf("%s: %+v, %v", reading.Files[0].URI, content, err)
	}
}

// What can't be read is named and hides nothing.
func TestDocumentsThatAreGone(t *testing.T) {
	p := &pile{name: "p"}
	p.add("tides")
	p.add("locks")
	shelf, _ := Open(t.Context(), p)
	p.put("tides", runtime.SkillManual, []byte("changed"))
	documents, problems := Documents(t.Context(), shelf)
	if len(documents) != 1 || documents[0].Name != "locks" || len(problems) != 1 || problems[0].Skill != "tides" {
		t.Errorf("%d documents, %v", len(documents), problems)
	}
}
