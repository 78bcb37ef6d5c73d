package dispatch

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/runtime"
)

func yes() *bool { b := true; return &b }
func no() *bool  { b := false; return &b }

func TestAssess(t *testing.T) {
	acts := func(a ...runtime.ActionRecord) []runtime.ActionRecord { return a }
	act := func(name string, mutates *bool) runtime.ActionRecord {
		return runtime.ActionRecord{Name: name, Mutates: mutates}
	}
	for _, tc := range []struct {
		id, action string
		actions    []runtime.ActionRecord
		hints      *runtime.HintRecord
		effect     Effect
		stated     bool
	}{
		// The descriptor.
		{"shelf", "count", acts(act("count", no()), act("add", yes())), nil, Read, true},
		{"shelf", "count", acts(act("count", yes()), act("add", yes())), nil, Mutate, true},
		{"shelf", "", acts(act("shelf", no())), nil, Read, true},
		{"shelf", "anything", acts(act("shelf", yes())), nil, Mutate, true},
		// Words alone.
		{"shelf", "list", acts(act("list", nil), act("x", nil)), nil, Read, false},
		{"get_book", "", nil, nil, Read, false},
		{"getBookById", "", nil, nil, Read, false},
		{"create_book", "", nil, nil, Mutate, false},
		{"get_or_create_book", "", nil, nil, Mutate, false},
		{"find-and-remove", "", nil, nil, Destroy, false},
		{"list_deleted", "", nil, nil, Read, false},
		{"get_merge_requests", "", nil, nil, Read, false},
		{"merge_requests", "", nil, nil, Mutate, false},
		{"archive_list", "", nil, nil, Mutate, false},
		{"shelf", "", nil, nil, Mutate, false},
		{"shelf", "dust", acts(act("dust", nil), act("x", nil)), nil, Mutate, false},
		{"search_shelf", "dust", acts(act("dust", nil), act("x", nil)), nil, Read, false},
		// Annotations: present ones count, defaults do not.
		{"shelf", "", nil, &runtime.HintRecord{ReadOnly: yes()}, Read, true},
		{"shelf", "", nil, &runtime.HintRecord{ReadOnly: yes(), Destructive: yes()}, Read, true},
		{"get_book", "", nil, &runtime.HintRecord{ReadOnly: no()}, Mutate, true},
		{"get_book", "", nil, &runtime.HintRecord{Destructive: yes()}, Destroy, true},
		{"get_book", "", nil, &runtime.HintRecord{Destructive: no()}, Read, false},
		{"get_book", "", nil, &runtime.HintRecord{}, Read, false},
		// Where sources disagree the gravest wins.
		{"shelf", "purge", acts(act("purge", no()), act("x", nil)), nil, Destroy, false},
		{"delete_book", "", nil, &runtime.HintRecord{ReadOnly: yes()}, Destroy, false},
		{"create_book", "", nil, &runtime.HintRecord{ReadOnly: yes()}, Mutate, false},
		{"shelf", "count", acts(act("count", yes())), &runtime.HintRecord{Destructive: yes()}, Destroy, true},
		// A word that may be a noun does not overrule what is stated.
		{"book_search", "", acts(act("book_search", no())), nil, Read, true},
		{"order_status", "", nil, &runtime.HintRecord{ReadOnly: yes()}, Read, true},
		// Annotations of a tool with several actions speak of the worst of them.
		{"shelf", "count", acts(act("count", no()), act("purge", yes())), &runtime.HintRecord{Destructive: yes()}, Read, true},
		{"shelf", "dust", acts(act("count", no()), act("dust", nil)), &runtime.HintRecord{Destructive: yes()}, Destroy, true},
	} {
		got := Assess(&runtime.Record{ID: tc.id, Actions: tc.actions, Hints: tc.hints}, tc.action)
		if got.Effect != tc.effect || got.Stated != tc.stated || got.Why == "" {
			t.Errorf("%s %q (%+v): %s, stated %v (%s); want %s, stated %v", tc.id, tc.action, tc.hints, got.Effect, got.Stated, got.Why, tc.effect, tc.stated)
		}
	}
	if got := Assess(&runtime.Record{ID: "delete-things", Kind: runtime.Skill}, ""); got.Effect != Read {
		t.Errorf("reading a skill is %s", got.Effect)
	}
}

// A destructive word anywhere in the name of what is called makes the call
// destructive, whatever the descriptor and the annotations say.
func TestDestructiveWordsAlwaysCount(t *testing.T) {
	destructive := strings.Fields("clear deactivate delete destroy drop evict invalidate prune purge remove revoke terminate uninstall unref wipe")
	flag := rapid.SampledFrom([]*bool{nil, yes(), no()})
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom(destructive).Draw(t, "word")
		before := rapid.SampledFrom([]string{"", "get_", "list_", "item_"}).Draw(t, "before")
		after := rapid.SampledFrom([]string{"", "_item", "_status", "_all"}).Draw(t, "after")
		name := before + word + after
		rec := &runtime.Record{ID: "shelf", Actions: []runtime.ActionRecord{{Name: name, Mutates: flag.Draw(t, "mutates")}, {Name: "other"}}}
		if rapid.Bool().Draw(t, "annotated") {
			rec.Hints = &runtime.HintRecord{ReadOnly: flag.Draw(t, "readOnly"), Destructive: flag.Draw(t, "destructive")}
		}
		if got := Assess(rec, name); got.Effect != Destroy {
			t.Fatalf("%s is %s because %s", name, got.Effect, got.Why)
		}
	})
}

// No capability whose effect is not reading runs under a reading verb, pinned or
// not, overridden or not.
func TestReadingVerbsNeverChange(t *testing.T) {
	r, err := library()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range r.Behind(runtime.Any) {
		number, _ := r.Lookup(id)
		rec, err := r.Record(number)
		if err != nil {
			t.Fatal(err)
		}
		actions := []string{""}
		for _, a := range rec.Actions {
			actions = append(actions, a.Name)
		}
		for _, action := range actions {
			for _, verb := range []runtime.Verb{runtime.Ask, runtime.Why} {
				k := newDesk(t)
				hints := string(marshal(map[string]any{"tool": id, "action": action, "override_verb": true,
					"arguments": map[string]any{"id": 7, "query": "x", "name": "x"}}))
				reply := k.do(verb, "do it", hints)
				for _, call := range k.made() {
					if Assess(rec, call.Action).Effect != Read {
						t.Errorf("%s executed %s %s\n%s", verb, id, call.Action, asJSON(t, reply))
					}
				}
			}
		}
	}
}
