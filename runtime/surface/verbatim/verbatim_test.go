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

// What the program wrote itself leaves as it is, as a value and as a text.
func TestHoldOwn(t *testing.T) {
	const reply = `{"a":"<b> \"c\""}`
	ctx, values := verbatim.With(t.Context())
	message := marshal(t, map[string]any{
		"structured": verbatim.HoldOwn(ctx, json.RawMessage(reply)), "text": verbatim.HoldText(ctx, reply),
	})
	if strings.Contains(string(message), "<b>") {
		t.Errorf("nothing is held: %s", message)
	}
	const want = `{"structured":{"a":"<b> \"c\""},"text":"{\"a\":\"<b> \\\"c\\\"\"}"}`
	if got := string(values.Restore(message)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	nowhere := context.Background()
	if got := string(verbatim.HoldOwn(nowhere, json.RawMessage(reply))) + verbatim.HoldText(nowhere, reply); got != reply+reply {
		t.Errorf("held where nobody restores: %s", got)
	}
}

// Any text leaves as a JSON string that means it.
func TestAnyText(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		ctx, values := verbatim.With(context.Background())
		text := rapid.String().Draw(rt, "text")
		var got string
		if err := json.Unmarshal(values.Restore(marshal(t, verbatim.HoldText(ctx, text))), &got); err != nil || got != text {
			rt.Fatalf("%q: %q %v", text, got, err)
		}
	})
}

// Messages that are never written don't keep more and more alive; what is not held
// any more is written in the usual way, and what leaves makes room.
func TestOwnIsBounded(t *testing.T) {
	ctx, values := verbatim.With(t.Context())
	large := json.RawMessage(`"` + strings.Repeat("x", 1<<20) + `"`)
	held := 0
	var mark json.RawMessage
	for range 8 {
		if m := verbatim.HoldOwn(ctx, large); len(m) < len(large) {
			held, mark = held+1, m
		}
	}
	if held == 0 || held == 8 {
		t.Fatalf("%d of 8 values of a megabyte are held", held)
	}
	if got := verbatim.HoldText(ctx, string(large)); got != string(large) {
		t.Error("a text beyond the bound is not itself")
	}
	values.Restore(mark)
	if m := verbatim.HoldOwn(ctx, large); len(m) >= len(large) {
		t.Error("what left makes no room")
	}
}
