package coded_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/sextant-mcp/sextant/runtime/surface/coded"
)

// Rewriting changes nothing but marked errors, and leaves JSON JSON.
func FuzzRewrite(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"\u0000sextant coded error {\"code\":-32021,\"message\":\"no\"}"}}`))
	f.Add([]byte("data: {\"message\":\"\\u0000sextant coded error x\"}\n\n"))
	f.Add([]byte("{}\n{}"))
	f.Fuzz(func(t *testing.T, p []byte) {
		before := bytes.Clone(p)
		out, code := coded.Rewrite(p)
		if !bytes.Equal(before, p) {
			t.Fatal("the input was changed")
		}
		if code == 0 && !bytes.Equal(out, p) {
			t.Fatalf("%q became %q without a code", p, out)
		}
		if json.Valid(p) && !json.Valid(out) {
			t.Fatalf("%q became %q, which is no JSON", p, out)
		}
		if again, c := coded.Rewrite(out); c != 0 && bytes.Equal(again, out) {
			t.Fatalf("%q is told to have a code again", out)
		}
	})
}
