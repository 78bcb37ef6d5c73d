package link_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
	"github.com/sextant-mcp/sextant/runtime/fleet/link"
)

func TestMain(m *testing.M) { fleettest.Main(m, nil) }

func open(t *testing.T, behaviour string, opt link.Options, env ...string) *link.Conn {
	t.Helper()
	conn, err := link.Open(t.Context(), fleettest.Server(t, "s", behaviour, env...), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

func params(name, args string) link.Params {
	return link.Params{"name": json.RawMessage(strconv.Quote(name)), "arguments": json.RawMessage(args)}
}

// What a server lists and answers arrives as it was written.
func TestRaw(t *testing.T) {
	conn := open(t, fleettest.Plain, link.Options{Name: "test", Version: "1"})
	list, err := conn.List(t.Context(), link.Tools)
	if err != nil || len(list.Problems) > 0 {
		t.Fatal(err, list.Problems)
	}
	want := fleettest.PlainTools()
	for i, item := range list.Items {
		if string(item.Raw) != string(want[i]) {
			t.Errorf("got  %s\nwant %s", item.Raw, want[i])
		}
	}
	raw, err := conn.Request(t.Context(), "tools/call", params("echo_number", `{"n":9007199254740993}`))
	if err != nil || !strings.Contains(string(raw), `"structuredContent":{"n":9007199254740993}`) || !strings.Contains(string(raw), `"_meta":{"example.org/seen":9007199254740993}`) {
		t.Error(string(raw), err)
	}
	var refused *link.Error
	if _, err := conn.Request(t.Context(), "tools/call", params("nothing", `{}`)); !errors.As(err, &refused) || refused.Code != -32602 {
		t.Error(err)
	}
	if info := conn.Info(); info.Modern || info.Protocol != "2025-11-25" || info.Name != "plain" || !info.Capabilities.ToolsChange || !info.Capabilities.Logging {
		t.Errorf("%+v", info)
	}
}

func TestProgress(t *testing.T) {
	var steps, logs atomic.Int32
	conn := open(t, fleettest.Plain, link.Options{Notify: func(method string, _ json.RawMessage) {
		if method == "notifications/message" {
			logs.Add(1)
		}
	}})
	_, err := conn.Do(t.Context(), link.Call{
		Method: "tools/call", Params: params("count_slowly", `{"to":5,"every":1}`),
		Progress: func(raw json.RawMessage) {
			if strings.Contains(string(raw), `"total":5`) {
				steps.Add(1)
			}
		},
	})
	if err != nil || steps.Load() != 5 || logs.Load() != 5 {
		t.Error(err, steps.Load(), logs.Load())
	}
}

// A call that is given up ends at once, and the server is told.
func TestCancel(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	conn := open(t, fleettest.Plain, link.Options{}, "MARK", mark)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := conn.Request(ctx, "tools/call", params("wait_forever", `{}`)); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	for range 200 {
		if _, err := os.Stat(mark); err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the server was not told")
}

func TestAnswer(t *testing.T) {
	conn := open(t, fleettest.Plain, link.Options{Answer: func(_ context.Context, method string, raw json.RawMessage) (json.RawMessage, error) {
		if method != "elicitation/create" || !strings.Contains(string(raw), "Which colour?") {
			return nil, errors.New("not understood")
		}
		return json.RawMessage(`{"action":"accept","content":{"colour":"blue"}}`), nil
	}})
	raw, err := conn.Request(t.Context(), "tools/call", params("ask_person", `{}`))
	if err != nil || !strings.Contains(string(raw), "blue") {
		t.Error(string(raw), err)
	}
	deaf := open(t, fleettest.Plain, link.Options{})
	raw, err = deaf.Request(t.Context(), "tools/call", params("ask_person", `{}`))
	if err != nil || !strings.Contains(string(raw), "answers no elicitation/create") {
		t.Error(string(raw), err)
	}
}

// A question that the server takes back is open no longer.
func TestWithdrawn(t *testing.T) {
	over := make(chan error, 1)
	conn := open(t, fleettest.Withdraws, link.Options{Answer: func(ctx context.Context, _ string, _ json.RawMessage) (json.RawMessage, error) {
		select {
		case <-ctx.Done():
			over <- nil
		case <-time.After(20 * time.Second):
			over <- errors.New("the question is open still")
		}
		return nil, ctx.Err()
	}})
	raw, err := conn.Request(t.Context(), "tools/call", params("wonder", `{}`))
	if err != nil || !strings.Contains(string(raw), "never mind") {
		t.Error(string(raw), err)
	}
	if err := <-over; err != nil {
		t.Error(err)
	}
}

// Hostile servers harm nobody but themselves.
func TestHostile(t *testing.T) {
	t.Run("dies", func(t *testing.T) {
		conn := open(t, fleettest.Dies, link.Options{})
		var lost *link.LostError
		_, err := conn.Request(t.Context(), "tools/call", params("x", `{}`))
		if !errors.As(err, &lost) || !strings.Contains(err.Error(), "exit status 3") || !strings.Contains(err.Error(), "out of cheese") {
			t.Error(err)
		}
		<-conn.Lost()
		if _, err := conn.Request(t.Context(), "tools/call", params("x", `{}`)); !errors.As(err, &lost) {
			t.Error(err)
		}
	})
	t.Run("absent", func(t *testing.T) {
		_, err := link.Open(t.Context(), fleettest.Server(t, "s", fleettest.Absent), link.Options{})
		if err == nil || !strings.Contains(err.Error(), "cannot find the licence") {
			t.Error(err)
		}
		s := fleettest.Server(t, "s", fleettest.Plain)
		s.Command = filepath.Join(t.TempDir(), "nothing")
		if _, err := link.Open(t.Context(), s, link.Options{}); err == nil || !strings.Contains(err.Error(), "can't be started") {
			t.Error(err)
		}
	})
	t.Run("hangs", func(t *testing.T) {
		conn := open(t, fleettest.Hangs, link.Options{})
		begun := time.Now()
		conn.Close()
		if took := time.Since(begun); took > link.CloseWithin {
			t.Errorf("closing took %v", took)
		}
	})
	t.Run("silent", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, err := link.Open(ctx, fleettest.Server(t, "s", fleettest.Silent), link.Options{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
	t.Run("twice", func(t *testing.T) {
		conn := open(t, fleettest.Twice, link.Options{})
		for range 20 {
			raw, err := conn.Request(t.Context(), "tools/call", params("always_fails", `{}`))
			if err != nil || !strings.Contains(string(raw), "Mondays") {
				t.Fatal(string(raw), err)
			}
		}
	})
	t.Run("noisy", func(t *testing.T) {
		conn := open(t, fleettest.Noisy, link.Options{})
		raw, err := conn.Request(t.Context(), "tools/call", params("read_book", `{"bytes":1000000}`))
		if err != nil || len(raw) < 1000000 {
			t.Error(len(raw), err)
		}
	})
	t.Run("deaf", func(t *testing.T) {
		conn := open(t, fleettest.Deaf, link.Options{})
		if _, err := conn.List(t.Context(), link.Tools); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		large := `{"text":"` + strings.Repeat("x", 1<<20) + `"}` // more than a pipe holds
		if _, err := conn.Request(ctx, "tools/call", params("remember_note", large)); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
	t.Run("long", func(t *testing.T) {
		conn := open(t, fleettest.Long, link.Options{})
		if _, err := conn.Request(t.Context(), "tools/call", params("x", `{}`)); err == nil || !strings.Contains(err.Error(), "longer than") {
			t.Error(err)
		}
	})
}

func TestLists(t *testing.T) {
	for behaviour, want := range map[string]struct {
		items    int
		problems []string
	}{
		fleettest.Endless:  {link.MaxPages, []string{"more than 512 pages"}},
		fleettest.Circular: {1, []string{"is there twice", "the same next page"}},
		fleettest.Odd:      {3, nil},
		fleettest.Broken: {1, []string{
			"has no name", "has no name", "has no name", "is no object", "is no object", "is no object",
			"129 bytes", "deeper than 32", "is no object", "limit is 4194304", "is there twice",
		}},
	} {
		t.Run(behaviour, func(t *testing.T) {
			list, err := open(t, behaviour, link.Options{}).List(t.Context(), link.Tools)
			if err != nil {
				t.Fatal(err)
			}
			if partial := behaviour == fleettest.Endless || behaviour == fleettest.Circular; list.Partial != partial {
				t.Errorf("partial: %v", list.Partial)
			}
			if len(list.Items) != want.items || len(list.Problems) != len(want.problems) {
				t.Fatalf("%d items, %d problems:\n%s", len(list.Items), len(list.Problems), strings.Join(list.Problems, "\n"))
			}
			for i, problem := range list.Problems {
				if !strings.Contains(problem, want.problems[i]) {
					t.Errorf("%q does not say %q", problem, want.problems[i])
				}
			}
		})
	}
}
