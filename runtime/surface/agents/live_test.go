package agents

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// A surface that follows its dispatcher shows what is served now: tools that come and
// go, under whatever number. What was enabled stays enabled.
func TestFollow(t *testing.T) {
	whole, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	namespaces, err := Namespaces(whole)
	if err != nil || len(namespaces) < 2 {
		t.Fatal(namespaces, err)
	}
	part := func(names ...string) *runtime.Router {
		r, err := Restrict(whole, names, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	first, second := namespaces[0], namespaces[1]
	d, err := dispatch.New(part(second), dispatch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := Follow(d, Options{}, "1", slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		t.Fatal(err)
	}
	listed := func() (names []string) {
		for name := range l.Server().ListTools() {
			names = append(names, name)
		}
		return names
	}
	if got := listed(); !slices.Contains(got, wireName(second)+".ask") || slices.Contains(got, wireName(first)+".ask") {
		t.Fatal(got)
	}
	before, err := l.Tools(wireName(second), "session:x")
	if err != nil || len(before.Added) == 0 {
		t.Fatal(before, err)
	}
	old := l.surface()
	if err := d.Swap(part(first, second)); err != nil {
		t.Fatal(err)
	}
	if got := listed(); !slices.Contains(got, wireName(first)+".ask") || !slices.Contains(got, "ask") {
		t.Error(got)
	}
	if again, err := l.Tools(wireName(second), "session:x"); err != nil || len(again.Added) > 0 {
		t.Errorf("what was enabled is forgotten: %+v %v", again, err)
	}
	// Numbers of the last router mean nothing in this one.
	if a := old.Ask(context.Background(), Question{Text: "anything at all"}); !a.changed || !strings.Contains(a.Answer, "has just changed") {
		t.Errorf("%+v", a)
	}
	if a := l.Ask(context.Background(), Question{Text: "anything at all"}); a.changed {
		t.Errorf("%+v", a)
	}
	if err := d.Swap(part(first)); err != nil {
		t.Fatal(err)
	}
	if got := listed(); slices.Contains(got, wireName(second)+".ask") || slices.Contains(got, "ask") {
		t.Error(got)
	}
	if _, err := l.Tools(wireName(second), "session:x"); err == nil {
		t.Error("a namespace that is gone is listed")
	}
}
