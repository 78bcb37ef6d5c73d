package index_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

// One odd id must not take the surface down: it is quoted in its row.
func TestOddIDsAreRoutedTo(t *testing.T) {
	for _, id := range []string{"a`b", "a\ufeffb", "`", `"a"`, "#a", "a\u200bb", "-", "größe `x`"} {
		t.Run(fmt.Sprintf("%+q", id), func(t *testing.T) {
			res := build(t, surface(t, fmt.Sprintf(`{"id":%q,"one_line":"Paint a fence."}`, id), `{"id":"z","one_line":"Send a mail."}`), index.Options{})
			if rows := res.Tables.Capabilities; strings.ContainsAny(rows, "`\ufeff\u200b") {
				t.Errorf("the rows can't stand in a raw string literal, or can't be read: %q", rows)
			}
			r, err := runtime.New(res.Tables)
			if err != nil {
				t.Fatal(err)
			}
			_, candidates := r.Resolve(nil, runtime.Query{Intent: "paint the fence"})
			if len(candidates) == 0 || candidates[0].ID != id {
				t.Fatalf("candidates %v, want %+q", candidates, id)
			}
			if record, err := r.Record(candidates[0].Number); err != nil || record.ID != id {
				t.Errorf("record %+v, %v", record, err)
			}
			if _, ok := r.Lookup(id); !ok {
				t.Error("it can't be looked up")
			}
		})
	}
}

// What a source says of a tool must be in its record: its name where the id is
// another, and the schema of its result.
func TestRecordsCarryNameAndOutput(t *testing.T) {
	file, diags := source.ParseCapabilities("tools.json", []byte(`{"tools":[
		{"id":"shop/list_orders","server":"shop","name":"list_orders","description":"Orders.","inputSchema":{"type":"object"},
		 "outputSchema":{"type": "object", "properties": {"n`+"`"+`": {"maximum": 9007199254740993}}}},
		{"name":"plain","description":"Plain.","inputSchema":{"type":"object"}}]}`))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	cat, _ := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	r, err := runtime.New(build(t, cat, index.Options{}).Tables)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]struct{ name, output string }{
		"shop/list_orders": {"list_orders", `{"type":"object","properties":{"n\u0060":{"maximum":9007199254740993}}}`},
		"plain":            {},
	} {
		number, _ := r.Lookup(id)
		record, err := r.Record(number)
		if err != nil {
			t.Fatal(err)
		}
		if record.Name != want.name || string(record.Output) != want.output {
			t.Errorf("%s: name %q, output %s; want %+v", id, record.Name, record.Output, want)
		}
	}
}
