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
