package routelog_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/routelog"
)

var noon = time.Date(2026, 11, 3, 12, 0, 0, 0, time.UTC)

func open(t *testing.T, path string, opt routelog.Options) *routelog.Log {
	t.Helper()
	opt.Now = func() time.Time { return noon }
	l, err := routelog.Open(path, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func request(intent string) dispatch.Request {
	return dispatch.Request{Verb: runtime.Act, Intent: intent, Caller: "session-7f", Hints: []byte(`{"secret":"xyzzy"}`)}
}

func reply() dispatch.Reply {
	return dispatch.Reply{
		Result: "the plugh", Status: dispatch.AskBack,
		Routing: dispatch.Routing{
			Verb: "act", Decision: dispatch.DecisionAskBack, Score: 7, Confidence: .25, Reward: .5, Question: "Which?",
			Options:      []dispatch.Option{{Hints: map[string]any{"tool": "a"}}, {Hints: map[string]any{"tool": "b"}}},
			Alternatives: []dispatch.Alternative{{Tool: "a"}, {Tool: "c"}},
		},
	}
}

func read(t *testing.T, path string) []routelog.Entry {
	t.Helper()
	entries, err := routelog.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func TestEntries(t *testing.T) {
	path := filepath.Join(t.TempDir(), "routes.log")
	l := open(t, path, routelog.Options{Intents: true})
	l.Record(request("Paint the <wall>"), reply())
	got := read(t, path)
	if len(got) != 1 || len(got[0].Caller) != 16 || len(got[0].IntentDigest) != 16 {
		t.Fatalf("%+v", got)
	}
	want := routelog.Entry{
		Time: noon, Caller: got[0].Caller, IntentDigest: got[0].IntentDigest, Intent: "Paint the <wall>", Verb: "act", Decision: "ask_back",
		Status: "ask_back", Score: 7, Confidence: .25, Reward: .5, Offered: []string{"a", "b"}, Alternatives: []string{"a", "c"},
	}
	if diff := cmp.Diff(want, got[0]); diff != "" {
		t.Error(diff)
	}
}

// Unless it is told to, the log holds nothing of what was said, and never what was
// passed or came back.
func TestNothingIsToldOf(t *testing.T) {
	path := filepath.Join(t.TempDir(), "routes.log")
	l := open(t, path, routelog.Options{})
	l.Record(request("paint the wall"), reply())
	l.Record(request("PAINT the walls!"), reply())
	l.Record(request("wash the roof"), reply())
	other := open(t, path, routelog.Options{})
	other.Record(request("paint the wall"), reply())
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"paint", "wall", "session-7f", "xyzzy", "plugh"} {
		if strings.Contains(strings.ToLower(string(raw)), secret) {
			t.Errorf("the log holds %q:\n%s", secret, raw)
		}
	}
	e := read(t, path)
	if e[0].IntentDigest != e[1].IntentDigest || e[0].IntentDigest == e[2].IntentDigest || e[0].Caller != e[1].Caller {
		t.Errorf("digests do not tell the same from others: %+v", e)
	}
	if e[0].IntentDigest == e[3].IntentDigest || e[0].Caller == e[3].Caller {
		t.Error("digests of two runs can be compared")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read it: %v %v", info.Mode(), err)
	}
}

// Several logs on one file, as several processes have them: no line is lost or
// broken, and no more is kept than the bound says.
func TestAppendingTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "routes.log")
	const each = 100
	logs := []*routelog.Log{open(t, path, routelog.Options{MaxSize: 200 << 10}), open(t, path, routelog.Options{MaxSize: 200 << 10})}
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range each {
				r := reply()
				r.Routing.Score = g*each + i
				logs[g%2].Record(request("paint the wall"), r)
			}
		})
	}
	wg.Wait()
	seen := map[int]bool{}
	for _, e := range read(t, path) {
		seen[e.Score] = true
	}
	if len(seen) != 4*each || logs[0].Lost()+logs[1].Lost() != 0 {
		t.Errorf("%d of %d entries", len(seen), 4*each)
	}
}

func TestSizeIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "routes.log")
	const bound = 64 << 10
	logs := []*routelog.Log{open(t, path, routelog.Options{MaxSize: bound}), open(t, path, routelog.Options{MaxSize: bound})}
	for i := range 1200 {
		r := reply()
		r.Routing.Score = i
		logs[i%2].Record(request("paint the wall"), r)
	}
	entries := read(t, path)
	for _, name := range []string{path, path + ".1"} {
		if info, err := os.Stat(name); err != nil || info.Size() > bound {
			t.Errorf("%s: %v %v", name, info, err)
		}
	}
	// What is kept is the end, without a gap.
	for i, e := range entries {
		if want := 1200 - len(entries) + i; e.Score != want {
			t.Fatalf("entry %d of %d is number %d, want %d", i, len(entries), e.Score, want)
		}
	}
	if len(entries) < 200 {
		t.Errorf("only %d entries are kept", len(entries))
	}
}

// A line that was cut short spoils itself only.
func TestCutLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "routes.log")
	if err := os.WriteFile(path, []byte(`{"time":"2026-11-03T11:00:00Z","verb":"a`), 0o600); err != nil {
		t.Fatal(err)
	}
	open(t, path, routelog.Options{}).Record(request("x"), reply())
	entries, err := routelog.ReadFile(path)
	if len(entries) != 1 || err == nil || !strings.Contains(err.Error(), path+":1: no entry of a routing log") {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestFailuresAreToldOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "routes.log")
	var told []error
	l := open(t, path, routelog.Options{Failed: func(err error) { told = append(told, err) }})
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l.Record(request("x"), reply())
	l.Record(request("x"), reply())
	if len(told) != 1 || l.Lost() != 2 || !strings.Contains(told[0].Error(), "is closed") {
		t.Errorf("told %v, lost %d", told, l.Lost())
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	for path, opt := range map[string]routelog.Options{
		dir: {}, filepath.Join(dir, "none", "routes.log"): {}, filepath.Join(dir, "routes.log"): {MaxSize: 100},
	} {
		if _, err := routelog.Open(path, opt); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := routelog.ReadFile(filepath.Join(dir, "none.log")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("reading nothing: %v", err)
	}
}

func BenchmarkRecord(b *testing.B) {
	l, err := routelog.Open(filepath.Join(b.TempDir(), "routes.log"), routelog.Options{Intents: true})
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	for i := 0; b.Loop(); i++ {
		l.Record(request(fmt.Sprint("paint the wall ", i)), reply())
	}
}
