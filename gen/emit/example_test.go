package emit_test

import (
	"context"
	"fmt"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/emit"
	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/gen/source"
)

// Compile one descriptor and list the files of its package.
func ExampleRender() {
	file, _ := source.ParseCapabilities("mail.json", []byte(`{"capabilities": [
		{"id": "mail_send", "one_line": "Send a mail.", "intent_verbs": ["act"]}
	]}`))
	cat, _ := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	res, err := index.Build(context.Background(), cat, index.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	files, err := emit.Render(res, emit.Options{Package: "mail", Doc: "Package {{.Package}} routes mail."})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range files {
		fmt.Println(f.Name)
	}
	// Output:
	// .gitattributes
	// capabilities.go
	// ids.lock
	// learned.rows
	// notes.go
	// rows.go
	// schemas.go
	// sextant.go
	// verbs.go
}
