package surface

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// Requests can be piped in: all of them are answered although the input ends at
// once, and the last line may lack its end.
func TestPipedRequestsAreAnswered(t *testing.T) {
	s, _ := newSurface(t)
	lines := initialize + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	for i := range 20 {
		lines += fmt.Sprintf("\n"+`{"jsonrpc":"2.0","id":"call %d","method":"tools/call","params":{"name":"ask","arguments":{"intent":"overdue loans of a member"}}}`, i)
	}
	var out bytes.Buffer
	if err := s.ServeStdio(t.Context(), strings.NewReader(lines), &out); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), `"structuredContent"`); got != 20 {
		t.Errorf("%d of 20 calls were answered:\n%s", got, out.String())
	}
}

// An answer may spell the id of its request otherwise. Neither that nor a
// request without an id to answer to is waited for when the input has ended.
func TestOddIdsAreNotWaitedFor(t *testing.T) {
	s, _ := newSurface(t)
	for _, id := range []string{`2.0`, `2e0`, `1.5`, `-0`, `9007199254740993`, `"a<b&"`, `"\u0061"`, `"\ud800"`, `""`, `null`, `true`, `[1]`, `{"a":1}`} {
		open := newOpenRequests()
		var out bytes.Buffer
		in := strings.NewReader(initialize + "\n" + `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/list"}`)
		ctx, stop := context.WithTimeout(t.Context(), drainTime/3)
		if err := s.serveStdio(ctx, in, &out, open); err != nil {
			t.Errorf("id %s: %v", id, err)
		}
		if len(open.ids) > 0 || ctx.Err() != nil {
			t.Errorf("id %s: still waits for %v after\n%s", id, open.ids, out.String())
		}
		stop()
	}
}

func TestRequestID(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		same bool
	}{
		{`2`, `2.0`, true}, {`"a"`, `"\u0061"`, true}, {`"a<"`, `"a\u003c"`, true}, {`2`, `"2"`, false}, {`2`, `2.5`, false}, {`"a"`, `"b"`, false},
	} {
		a, okA := requestID([]byte(tc.a))
		b, okB := requestID([]byte(tc.b))
		if !okA || !okB || (a == b) != tc.same {
			t.Errorf("%s and %s: %q and %q", tc.a, tc.b, a, b)
		}
	}
	for _, none := range []string{"", "null", "true", "[1]", "{}"} {
		if id, ok := requestID([]byte(none)); ok {
			t.Errorf("%s counts as the id %q", none, id)
		}
	}
}

func TestStdioEndsWithItsContext(t *testing.T) {
	s, _ := newSurface(t)
	in, feed := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.ServeStdio(ctx, in, io.Discard) }()
	if _, err := io.WriteString(feed, initialize+"\n"); err != nil {
		t.Fatal(err)
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("ended with %v", err)
	}
	_ = feed.Close()
}

// A stream that breaks is an error; one that ends is not.
func TestBrokenStream(t *testing.T) {
	s, _ := newSurface(t)
	broken := errors.New("the wire was cut")
	if err := s.ServeStdio(t.Context(), io.MultiReader(strings.NewReader(initialize+"\n"), failing{broken}), io.Discard); !errors.Is(err, broken) {
		t.Errorf("ended with %v", err)
	}
	if err := s.ServeStdio(t.Context(), strings.NewReader(""), io.Discard); err != nil {
		t.Errorf("ended with %v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
