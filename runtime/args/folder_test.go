package args_test

import (
	"testing"

	"github.com/sextant-mcp/sextant/runtime/args"
)

func TestFolders(t *testing.T) {
	const listing = `{"type":"object","properties":{"path":{"type":"string"},"sortBy":{"type":"string","enum":["name","size"]}},"required":["path"]}`
	const reading = `{"type":"object","properties":{"path":{"type":"string"},"text":{"type":"string"}},"required":["path","text"]}`
	for _, c := range []struct{ schema, intent, want string }{
		{listing, "what files are in docs?", `"docs"`},
		{listing, "list the files in the docs folder", `"docs"`},
		{listing, "which files are inside src, please", `"src"`},
		{listing, "show the contents of docs/guide under /etc/nginx", `"/etc/nginx"`},
		{listing, "files in /etc/nginx", `"/etc/nginx"`},
		{listing, "what files are in the current folder", ""},
		{listing, "what files are in there", ""},
		{listing, "what files are in this project", ""},
		{listing, "list the files in alphabetical order", ""},
		{listing, "what is new in docs", ""},
		{listing, "files in docs and in src", ""},
		{reading, "which files are in docs", ""},
	} {
		got := ""
		for _, a := range args.Parse(c.schema, nil).Read(c.intent) {
			if a.Name == "path" {
				got = string(a.Value)
			}
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.intent, got, c.want)
		}
	}
}
