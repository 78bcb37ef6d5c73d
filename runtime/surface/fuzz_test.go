package surface

import (
	"encoding/json"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/runtime"
)

// Whatever stands in the hints of a verb, or in the arguments of a tool that
// destroys, nothing panics and nothing is destroyed.
func FuzzCalls(f *testing.F) {
	for _, seed := range []string{
		`{"tool":"book_delete","id":7}`, `"{\"tool\":\"book_delete\",\"id\":7}"`, `{"hints":{"tool":"book_delete","id":7}}`,
		`{"arguments":{"id":7}}`, `{"id":7,"plan_ref":"plan_X"}`, `{"action":"load","tools":["book_delete"],"auto_unload":"true"}`,
		`{"handle":"loadout_X"}`, `{"handle":7}`, `[`, `null`, `{"tool":"shelf_backup","action":"snapshot","override_verb":true}`, "{\"\xff\":1}",
	} {
		f.Add(seed)
	}
	s, upstream := newSurfaceIn(f, Options{Mode: ModeBoth})
	f.Fuzz(func(t *testing.T, hints string) {
		ctx := t.Context()
		for _, verb := range runtime.Verbs {
			var call mcp.CallToolRequest
			call.Params.Name = verb.String()
			call.Params.Arguments = map[string]any{"intent": "take volume 7 out of the catalogue", "hints_json": hints}
			if _, err := s.handler(verb)(ctx, call); err != nil {
				t.Fatal(err)
			}
		}
		for _, tool := range []string{"book_delete", "shelf_backup", "shelf_backup_bring_back", loadName, unloadName, findName} {
			var call mcp.CallToolRequest
			call.Params.Name, call.Params.RawArguments = tool, json.RawMessage(hints)
			s.toGate(ctx, nil, &call)
			handle := s.callGranular
			for _, one := range s.own {
				if one.Tool.Name == tool {
					handle = one.Handler
				}
			}
			if _, err := handle(ctx, call); err != nil {
				t.Fatal(err)
			}
		}
		for _, call := range upstream.calls() {
			if call.Tool == "book_delete" || call.Tool == "shelf_backup" {
				t.Fatalf("%q destroyed something: %+v", hints, call)
			}
		}
	})
}

// Cutting something into an object leaves the rest of its bytes alone.
func TestCuttingIntoObjects(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfDistinct(rapid.String(), rapid.ID[string]).Draw(t, "keys")
		object := []byte("{")
		for i, key := range keys {
			if i > 0 {
				object = append(object, " , "...)
			}
			object = append(append(object, mustJSON(key)...), " : {\"v\\\"\":[1.0, \"}\"]}"...)
		}
		object = append(object, " }"...)
		const key = "one that no string draws"
		more := withMember(object, key, []byte("7"))
		if string(find(more, key)) != "7" || !json.Valid(more) {
			t.Fatalf("%s became %s", object, more)
		}
		if less := without(more, key); len(keys) > 0 && string(less) != string(object) {
			t.Fatalf("%s went by way of %s to %s", object, more, less)
		}
		for _, one := range keys {
			less := without(more, one)
			if find(less, one) != nil || !json.Valid(less) || len(keys) > 1 && find(less, key) == nil {
				t.Fatalf("%s without %q is %s", more, one, less)
			}
			if changed := withValue(more, one, []byte("null")); string(find(changed, one)) != "null" || !json.Valid(changed) {
				t.Fatalf("%s with another %q is %s", more, one, changed)
			}
		}
	})
}
