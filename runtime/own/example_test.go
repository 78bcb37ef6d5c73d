package own_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/own"
)

func Example() {
	cat, _, err := catalog.Load(catalog.Paths{Descriptors: []string{"../dispatch/testdata/surface.json", "capabilities.json"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	router, err := index.Router(context.Background(), cat, index.Options{LexicalOnly: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	tools, err := own.New(router)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := tools.Call(context.Background(), dispatch.Call{
		Tool: "sextant_list_capabilities",
		Args: json.RawMessage(`{"kind":"workflow"}`),
	})
	fmt.Println(string(result.Structured), err)
	// Output:
	// {"total":1,"offset":0,"capabilities":[{"id":"evening_close","kind":"workflow","verbs":["act"],"one_line":"Steps that end the day: lights, doors, till.","server":"workshop"}]} <nil>
}
