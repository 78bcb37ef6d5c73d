package verbatim_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mcp/sextant/runtime/surface/verbatim"
)

func marshal(t testing.TB, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// A value leaves as its bytes are, however often it was held and whatever stands
// around it, and once only.
func TestHoldAndRestore(t *testing.T) {
	ctx, values := verbatim.With(t.Context())
	for in, want := range map[string]string{
		`{"a": 1.0, "b":"<&>"}`: `{"a": 1.0, "b":"<&>"}`,
		`"\u003c/"`:             `"\u003c/"`,
		" 1e3 ":                 " 1e3 ",
		"{\n\t\"a\": [1, 2]\r}": `{"a":[1,2]}`, // a message is one line
		`{"a":`:                 `{"a":`,       // no JSON is not held
	} {
		held := verbatim.Hold(ctx, json.RawMessage(in))
		message := `{"x":[` + string(held) + `,7]}`
		if got := string(values.Restore([]byte(message))); got != `{"x":[`+want+`,7]}` {
			t.Errorf("%q came out as %s", in, got)
		}
	}
	held := verbatim.Hold(ctx, json.RawMessage(`[]`))
	message := marshal(t, map[string]any{"v": held})
	if string(values.Restore(message)) != `{"v":[]}` || strings.Contains(string(values.Restore(message)), "[]") {
		t.Error("a value is held for longer than its message")
	}
	if raw := json.RawMessage(`{"a": "<"}`); string(verbatim.Hold(context.Background(), raw)) != string(raw) {
		t.Error("a value is held that nobody restores")
	}
}

// Any number of values go through the library's way of writing unchanged.
func TestAnyValues(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		ctx, values := verbatim.With(context.Background())
		texts := rapid.SliceOfN(rapid.String(), 1, 8).Draw(rt, "texts")
		var list []json.RawMessage
		var want []string
		for _, text := range texts {
			raw := append(append([]byte(`{ "t" :  `), marshal(t, text)...), ' ', '}')
			list, want = append(list, verbatim.Hold(ctx, raw)), append(want, string(raw))
		}
		got := string(values.Restore(marshal(t, map[string]any{"list": list})))
		if got != `{"list":[`+strings.Join(want, ",")+`]}` {
			rt.Fatal(got)
		}
	})
}

// Nothing that a client or a server writes is taken for a mark of another request.
func TestForeignMarks(t *testing.T) {
	ctx, _ := verbatim.With(t.Context())
	_, other := verbatim.With(t.Context())
	mark := verbatim.Hold(ctx, json.RawMessage(`"secret"`))
	if got := other.Restore(mark); string(got) != string(mark) {
		t.Errorf("%s", got)
	}
}

func TestHandler(t *testing.T) {
	const schema = `{"type": "object", "pattern": "<a>"}`
	srv := httptest.NewServer(verbatim.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw := marshal(t, map[string]any{"schema": verbatim.Hold(r.Context(), json.RawMessage(schema))})
		n, err := w.Write(raw)
		if n != len(raw) || err != nil {
			t.Error(n, err)
		}
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Error(err)
		}
	})))
	defer srv.Close()
	res, err := http.Get(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil || string(got) != `{"schema":`+schema+`}` {
		t.Errorf("%s %v", got, err)
	}
}
