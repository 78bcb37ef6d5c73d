package index_test

import (
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

// A labelled request makes its capability reachable behind its verb, first behind
// the commonest one.
func TestLabelledVerbs(t *testing.T) {
	cat := surface(t,
		`{"id":"gate_close","one_line":"Close the gate of a lock."}`,
		`{"id":"level_get","one_line":"Returns the water level of a lock."}`,
		`{"id":"ring","one_line":"Ring the bell of a lock.","intent_verbs":["act"]}`)
	train := []index.Row{
		{Intent: "why is the basin so low", Gold: []string{"level_get"}, Verb: "why"},
		{Intent: "what explains the low water", Gold: []string{"level_get"}, Verb: "why"},
		{Intent: "how deep is it", Gold: []string{"level_get"}, Verb: "ask"},
		{Intent: "is the gate shut", Gold: []string{"gate_close"}, Verb: "ask"},
		{Intent: "look up the gate", Gold: []string{"gate_close"}, Verb: "find"},
		{Intent: "sound the horn", Gold: []string{"ring"}, Verb: "manage"},
		{Intent: "gate or bell", Gold: []string{"gate_close", "ring"}, Verb: "why"},
	}
	r, err := runtime.New(build(t, cat, index.Options{Train: train}).Tables)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]runtime.Verb{
		"level_get":  {runtime.Why, runtime.Ask},
		"gate_close": {runtime.Ask, runtime.Act, runtime.Write, runtime.Manage},
		"ring":       {runtime.Act},
	}
	for n := range r.Len() {
		rec, err := r.Record(n)
		if err != nil {
			t.Fatal(err)
		}
		got := map[runtime.Verb]bool{}
		for _, v := range rec.Verbs {
			got[v] = true
		}
		if rec.Verbs[0] != want[rec.ID][0] || len(rec.Verbs) != len(want[rec.ID]) {
			t.Errorf("%s: behind %v, want %v", rec.ID, rec.Verbs, want[rec.ID])
		}
		for _, v := range want[rec.ID] {
			if !got[v] {
				t.Errorf("%s: not behind %v", rec.ID, v)
			}
		}
	}
	if _, found := r.Resolve(nil, runtime.Query{Verb: runtime.Ask, Intent: "is the gate shut"}); len(found) == 0 || found[0].ID != "gate_close" {
		t.Errorf("behind ask the gate is not found: %v", found)
	}
}

// The note of a skill names the verb that its rows taught for its tool, as the
// record does.
func TestNotesNameLabelledVerbs(t *testing.T) {
	tools, diags := source.ParseCapabilities("test.json", []byte(`{"capabilities":[{"id":"level_get","one_line":"Returns the water level of a lock."}]}`))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	note, err := catalog.ParseNotes("Say it to {{.Verb}}.", "")
	if err != nil {
		t.Fatal(err)
	}
	cat, diags := catalog.Build(catalog.Input{
		Descriptors: tools.Capabilities,
		Skills:      []source.Skill{{Name: "levels", Tier: catalog.TierCore, Wraps: []string{"level_get"}, Description: "About levels."}},
		Routes:      map[string][]source.Route{"levels": {{Verb: "why", Intent: "why is the basin so low", Gold: []string{"level_get"}}}},
		Notes:       note,
	})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	rows, err := build(t, cat, index.Options{LexicalOnly: true}).Tables.NoteRows()
	if want := (runtime.NoteRow{Skill: "levels", Text: "> Say it to why.\n"}); err != nil || len(rows) != 1 || rows[0] != want {
		t.Errorf("notes %v, error %v, want %v", rows, err, want)
	}
}
