package link

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"
)

// Answers go to their requests, whatever their order and spelling; everything else is
// handed on as it came, a second answer and answers to nobody among it.
func TestLines(t *testing.T) {
	var w waiting
	first, second, third := w.add(1<<20+1), w.add(1<<20+2), w.add(1<<20+3)
	left := []string{
		`{"jsonrpc":"2.0","method":"notifications/message","params":{}}`, `{"jsonrpc":"2.0","id":7,"result":{}}`, `no message`,
		`{"jsonrpc":"2.0","id":"1048577","result":{}}`, `{"jsonrpc":"2.0","id":1048578,"result":{"again":true}}`,
		`{"jsonrpc":"2.0","id":1048579,"method":"ping"}`, `{"jsonrpc":"2.0","id":1048579,"error":"no object"}`, "",
	}
	all := []string{
		left[0], `{"result":{"n":9007199254740993},"id":1048578,"jsonrpc":"2.0"}` + "\r", left[1], left[2], left[3],
		`{"jsonrpc":"2.0","id":1.048577e6,"error":{"code":-1,"message":"no","data":[9007199254740993]}}`, left[4], left[5], left[6], left[7],
	}
	got, err := io.ReadAll(&lines{from: bufio.NewReader(strings.NewReader(strings.Join(all, "\n"))), waiting: &w})
	if want := strings.Join(left, "\n"); err != nil || string(got) != want {
		t.Errorf("handed on was %q, not %q: %v", got, want, err)
	}
	if r := <-second; string(r.Result) != `{"n":9007199254740993}` {
		t.Errorf("%+v", r)
	}
	if r := <-first; r.Error == nil || r.Error.Code != -1 || string(r.Error.Data) != `[9007199254740993]` {
		t.Errorf("%+v", r)
	}
	if _, ok := <-third; ok {
		t.Error("there is an answer to what was not answered")
	}
	if _, ok := <-w.add(1<<20 + 4); ok {
		t.Error("an answer came after the end")
	}
}

// A request is one line, whatever its parameters look like.
func TestWritten(t *testing.T) {
	for _, params := range []string{`{}`, `{"a": "<b>"}`, "{\n\"a\":\r\n1}", "{\"a\":\"\u2028\"}"} {
		line := written(5, "tools/call", json.RawMessage(params))
		var m struct {
			ID     int
			Method string
			Params json.RawMessage
		}
		if err := json.Unmarshal(line, &m); err != nil || m.ID != 5 || m.Method != "tools/call" {
			t.Fatalf("%s: %v", line, err)
		}
		if body, ok := bytes.CutSuffix(line, []byte("\n")); !ok || bytes.ContainsAny(body, separators) {
			t.Errorf("%q is not one line", line)
		}
		if !reflect.DeepEqual(decoded(t, m.Params), decoded(t, []byte(params))) {
			t.Errorf("%s became %s", params, m.Params)
		}
	}
}

func decoded(t *testing.T, raw []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// Whatever a process writes, an answer is taken only by the request that it is for.
func FuzzLine(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":5,"result":{}}`, `{"id":5}`, `{"id":null,"error":{}}`, `{"id":5,"method":"x"}`, `[{"id":5,"result":1}]`, `{"ID":5,"Result":1}`, `{"id":5.0,"result":null}`, `5`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var w waiting
		answer, other := w.add(5), w.add(6)
		took := w.take(line)
		w.close()
		_, one := <-answer
		_, two := <-other
		if took != (one || two) || one && two {
			t.Fatalf("%q: taken %v, by the first %v, by the second %v", line, took, one, two)
		}
		if took && !json.Valid(line) {
			t.Fatalf("%q is no message", line)
		}
	})
}

// Whatever comes on a stream, no event is empty or longer than it may be, and reading
// ends with the stream.
func FuzzEvents(f *testing.F) {
	for _, seed := range []string{"data: a\n\n", "data:a\ndata:b\n\ndata: c", "event: x\r\ndata: y\r\n\r\n", ": z\n\n\n", "data\n\n", "data:\n\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		var seen int
		err := eachEvent(bytes.NewReader(stream), func(data []byte) bool {
			if seen += len(data); len(data) == 0 {
				t.Fatal("an event without data")
			}
			return true
		})
		if err != nil || seen > len(stream) {
			t.Fatalf("%d bytes of %d: %v", seen, len(stream), err)
		}
	})
}
