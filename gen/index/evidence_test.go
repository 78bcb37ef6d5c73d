package index_test

import (
	"fmt"
	"testing"

	"github.com/sextant-mcp/sextant/gen/index"
	"github.com/sextant-mcp/sextant/runtime"
)

// confidence is how sure a surface that knows no request of a user is that it
// serves one.
func confidence(t *testing.T, intent string, descriptors ...string) float64 {
	t.Helper()
	r := loaded(t, build(t, surface(t, descriptors...), index.Options{}))
	d, _ := r.Resolve(nil, runtime.Query{Intent: intent})
	return d.Confidence
}

// ferry is a tool with so many parameters.
func ferry(id string, params int) string {
	in := ""
	for i := range params {
		if i > 0 {
			in += ","
		}
		in += fmt.Sprintf(`{"name":"p%d","type":"string"}`, i)
	}
	return fmt.Sprintf(`{"id":%q,"one_line":"Book a ferry.","typed_io":{"input_params":[%s]}}`, id, in)
}

const kiln = `{"id":"kiln","one_line":"Fire the kiln."}`

// What a request mentions speaks for it as far as the first candidate has
// parameters for it.
func TestMentionedThingsAreEvidenceForParameters(t *testing.T) {
	const bare, full = "book a ferry quick", "book a ferry Oslo 17:30"
	for params, grows := range []bool{false, true, true} {
		few, many := confidence(t, bare, ferry("book_ferry", params), kiln), confidence(t, full, ferry("book_ferry", params), kiln)
		if (many > few) != grows {
			t.Errorf("%d parameters: %q %.3f, %q %.3f; want more of the second: %v", params, bare, few, full, many, grows)
		}
	}
}
