package index_test

import (
	"context"
	"fmt"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
)

// Compile two descriptors in memory and route on them.
func Example() {
	file, diags := source.ParseCapabilities("mail.json", []byte(`{"capabilities": [
		{"id": "mail_send", "one_line": "Send a mail to one or more people.", "intent_verbs": ["act"]},
		{"id": "mail_search", "one_line": "Find mails by sender or words.", "intent_verbs": ["ask"]}
	]}`))
	if diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	cat, _ := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	router, err := index.Router(context.Background(), cat, index.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	decision, candidates := router.Resolve(nil, runtime.Query{Verb: runtime.Ask, Intent: "searching mails by words"})
	fmt.Println(decision.Outcome, candidates[0].ID)
	// Output: route mail_search
}
