package fleet

import (
	"encoding/json"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// Whatever a server answers, the reading of it neither fails badly nor is longer
// than it may be, and the rest of what was cut can be read.
func FuzzResult(f *testing.F) {
	for _, seed := range []string{
		`{"content":[{"type":"text","text":"hello"}]}`, `{"content":null,"structuredContent":{"n":9007199254740993}}`,
		`{"content":[{"type":"image","data":"aGk=","mimeType":"image/png"},7,null],"isError":true}`, `{"resultType":"input_required"}`,
		`{"content":[{"type":"text","text":"ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü ü"}]}`, `[]`, `{"content":{}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !json.Valid(raw) {
			return // the transport hands on JSON only
		}
		const longest = 32
		fl := &Fleet{results: newResults(longest)}
		out, err := fl.read(raw, "ada")
		if err != nil {
			return
		}
		if out.Structured != nil && !json.Valid(out.Structured) || out.Content != nil && !json.Valid(out.Content) {
			t.Fatalf("%s gives no JSON: %s %s", raw, out.Structured, out.Content)
		}
		if len(out.Structured) > longest {
			t.Fatalf("%d bytes were not cut", len(out.Structured))
		}
		for ref := range fl.results.byRef {
			readAll(t, fl, ref)
		}
		if dispatch.Succeeded(out) && out.IsError {
			t.Fatal("an error counts as a success")
		}
	})
}

func readAll(t *testing.T, f *Fleet, ref string) {
	for at, rounds := 0, 0; ; rounds++ {
		part, end, total, err := f.results.read("ada", ref, at, 0)
		if err != nil || end < at || end == at && at < total || rounds > total+1 {
			t.Fatalf("at %d of %d: %q to %d, %v", at, total, part, end, err)
		}
		if at = end; at >= total {
			return
		}
	}
}
