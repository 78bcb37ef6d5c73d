package rest

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// The fixed schemas list the very members that replies and problems have.
func TestSchemasListEveryMember(t *testing.T) {
	var components struct {
		Schemas map[string]struct {
			Properties map[string]json.RawMessage `json:"properties"`
			Required   []string                   `json:"required"`
		} `json:"schemas"`
	}
	if err := json.Unmarshal(fixedComponents, &components); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]any{
		"Routing": dispatch.Routing{}, "Option": dispatch.Option{}, "Found": dispatch.Found{}, "Preview": dispatch.Preview{},
		"Call": dispatch.PreviewedCall{}, "Unconnected": dispatch.Unconnected{},
		"Next": Next{}, "Problem": Problem{},
	} {
		all, always := membersOf(reflect.TypeOf(value))
		schema := components.Schemas[name]
		if diff := cmp.Diff(all, slices.Sorted(maps.Keys(schema.Properties))); diff != "" {
			t.Errorf("%s (- what it has, + what the schema lists):\n%s", name, diff)
		}
		for _, required := range schema.Required {
			if !slices.Contains(always, required) {
				t.Errorf("%s: %s is required and may be left out", name, required)
			}
		}
	}
}

// membersOf are the names of a struct in JSON, and of those the ones that are
// always there.
func membersOf(t reflect.Type) (all, always []string) {
	for i := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		all = append(all, name)
		if !strings.Contains(options, "omitempty") {
			always = append(always, name)
		}
	}
	slices.Sort(all)
	return all, always
}
