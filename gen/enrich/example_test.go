package enrich_test

import (
	"context"
	"fmt"

	"github.com/sextant-mcp/sextant/gen/enrich"
	"github.com/sextant-mcp/sextant/gen/llm"
)

// parrot answers every prompt alike. An llm.Client takes its place.
type parrot struct{}

func (parrot) Model() string { return "parrot" }

func (parrot) Chat(context.Context, llm.Request) (*llm.Reply, error) {
	return &llm.Reply{Text: `{"phrasings": ["drop the caterer a line", "use mail_send", "let the team know we are late"]}`}, nil
}

// Add two phrasings to a descriptor; the one that names the tool is dropped.
func Example() {
	doc, diagnostics := enrich.Parse("mail.json", []byte(`{"capabilities": [
  {"id": "mail_send", "one_line": "Send a mail to people."}
]}`))
	if diagnostics.HasErrors() {
		fmt.Println(diagnostics)
		return
	}
	outcomes, err := enrich.Run(context.Background(), parrot{}, doc, enrich.Options{N: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, o := range outcomes {
		fmt.Println(o.ID, len(o.Added), o.Dropped)
	}
	fmt.Println(string(doc.Bytes()))
	// Output:
	// mail_send 2 map[names the tool:1]
	// {"capabilities": [
	//   {"id": "mail_send", "one_line": "Send a mail to people.", "examples": ["drop the caterer a line", "let the team know we are late"], "example_origins": {"drop the caterer a line": "parrot", "let the team know we are late": "parrot"}}
	// ]}
}
