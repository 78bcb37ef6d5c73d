package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/runtime"
)

func TestSucceeded(t *testing.T) {
	text := func(s string) Result { return Result{Text: s} }
	value := func(s string) Result { return Result{Structured: json.RawMessage(s)} }
	for _, tc := range []struct {
		name string
		r    Result
		want bool
	}{
		{"nothing", Result{}, true},
		{"plain text", text("error: the word alone is no verdict"), true},
		{"isError", Result{Text: "fine", IsError: true}, false},
		{"error key", value(`{"error":"no such book"}`), false},
		{"error object", value(`{"error":{"code":7}}`), false},
		{"error in text", text(` {"error":"no such book"}`), false},
		{"empty error", value(`{"error":"","rows":[]}`), true},
		{"null error", value(`{"error":null}`), true},
		{"no errors counted", value(`{"error":0}`), true},
		{"ok false", value(`{"ok":false}`), false},
		{"success false", value(`{"success":false,"rows":[1]}`), false},
		{"executed false", value(`{"executed":false}`), false},
		{"ok true", value(`{"ok":true}`), true},
		{"status error", value(`{"status":"error"}`), false},
		{"status failed", value(`{"status":"FAILED"}`), false},
		{"status denied", value(`{"status":"denied"}`), false},
		{"status success", value(`{"status":"success"}`), true},
		{"status code", value(`{"status":500}`), true},
		{"an error further down", value(`{"rows":[{"error":"a log line"}]}`), true},
		{"a list", value(`[{"error":"a log line"}]`), true},
		{"an escaped name", value(`{"\u006fk":false}`), false},
		{"broken JSON", text(`{"error":`), true},
	} {
		if got := Succeeded(tc.r); got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

// Only executions that really tell something about the routing teach.
func TestWhatTeaches(t *testing.T) {
	fails := func(_ context.Context, _ Call) (Result, error) { return Result{Text: "no", IsError: true}, nil }
	refuses := func(_ context.Context, _ Call) (Result, error) { return Result{}, errors.New("connection reset") }
	locked := func(_ context.Context, _ Call) (Result, error) {
		return Result{}, fmt.Errorf("%w: it is locked", ErrNotCalled)
	}
	payload := func(_ context.Context, _ Call) (Result, error) { return Result{Text: `{"ok":false}`}, nil }
	no := false
	for _, tc := range []struct {
		name          string
		verb          runtime.Verb
		intent, hints string
		execute       *bool
		answer        func(context.Context, Call) (Result, error)
		want          []Outcome
	}{
		{"a success", runtime.Ask, "overdue loans of a member", "", nil, nil, []Outcome{{runtime.Ask, "book_loans", "ada", true}}},
		{"an error result", runtime.Ask, "overdue loans of a member", "", nil, fails, []Outcome{{runtime.Ask, "book_loans", "ada", false}}},
		{"an error payload", runtime.Ask, "overdue loans of a member", "", nil, payload, []Outcome{{runtime.Ask, "book_loans", "ada", false}}},
		{"a call that did not come through", runtime.Ask, "overdue loans of a member", "", nil, refuses, []Outcome{{runtime.Ask, "book_loans", "ada", false}}},
		{"a call that was not made", runtime.Ask, "overdue loans of a member", "", nil, locked, nil},
		{"a pin", runtime.Ask, "overdue loans of a member", `{"tool":"book_loans"}`, nil, nil, nil},
		{"find", runtime.Find, "overdue loans of a member", "", nil, nil, nil},
		{"a preview", runtime.Ask, "overdue loans of a member", "", &no, nil, nil},
		{"a question", runtime.Act, "print the announcement on paper", "", nil, nil, nil},
		{"nothing fits", runtime.Ask, "best pizza in town", "", nil, nil, nil},
		{"a refusal of arguments", runtime.Ask, "overdue loans of a member", `{"colour":"red"}`, nil, nil, nil},
		{"not connected", runtime.Ask, "tides at the harbour, high water", `{"harbour":"x"}`, nil, nil, nil},
		{"a skill", runtime.Ask, "use the kg-shelving skill", "", nil, nil, nil},
	} {
		k := newDesk(t)
		k.catalogue.answer = tc.answer
		req := request(tc.verb, tc.intent, tc.hints)
		req.Execute = tc.execute
		reply := k.Do(t.Context(), req)
		if len(k.outcomes.got) != len(tc.want) || len(tc.want) > 0 && k.outcomes.got[0] != tc.want[0] {
			t.Errorf("%s: recorded %v, want %v\n%s", tc.name, k.outcomes.got, tc.want, asJSON(t, reply))
		}
	}
}

// A plan that was routed, not pinned, teaches when it is executed, although its
// option names the tool.
func TestExecutedPlanTeaches(t *testing.T) {
	k := newDesk(t)
	reply := k.do(runtime.Manage, "take a snapshot of the catalogue, copies", "")
	if again := k.Do(t.Context(), follow(t, reply.Routing.Options[0])); !again.Executed || len(k.outcomes.got) != 1 {
		t.Errorf("recorded %v\n%s", k.outcomes.got, asJSON(t, again))
	}
	k = newDesk(t)
	_, reply = k.preview(t)
	if again := k.Do(t.Context(), follow(t, reply.Routing.Options[0])); !again.Executed || len(k.outcomes.got) != 0 {
		t.Errorf("a pinned plan taught %v\n%s", k.outcomes.got, asJSON(t, again))
	}
}

// A call that its upstream refuses to make was not executed.
func TestNotCalled(t *testing.T) {
	k := newDesk(t)
	k.catalogue.answer = func(context.Context, Call) (Result, error) {
		return Result{}, fmt.Errorf("%w: it is locked", ErrNotCalled)
	}
	reply := k.do(runtime.Ask, "x", `{"tool":"book_search","query":"bees"}`)
	if reply.Executed || reply.Worked || reply.Status != NotAllowed || !strings.Contains(reply.Error, "book_search was not called: the call was not made: it is locked") {
		t.Error(asJSON(t, reply))
	}
}

// Who knows why a tool is not there is heard, by either door.
func TestAbsent(t *testing.T) {
	k := newDesk(t, func(o *Options) {
		o.Absent = func(name string) error {
			if name != "book_burn" {
				return nil
			}
			return errors.New("book_burn is locked away")
		}
	})
	reply := k.do(runtime.Ask, "x", `{"tool":"book_burn"}`)
	if reply.Status != UnknownTool || reply.Error != "book_burn is locked away" {
		t.Error(asJSON(t, reply))
	}
	if reply = k.Call(t.Context(), ToolCall{Tool: "book_burn"}); reply.Status != UnknownTool || reply.Error != "book_burn is locked away" {
		t.Error(asJSON(t, reply))
	}
	if reply = k.Call(t.Context(), ToolCall{Tool: "book_eat"}); !strings.Contains(reply.Error, `no capability is called "book_eat"`) {
		t.Error(asJSON(t, reply))
	}
}

func TestUpstreamFailures(t *testing.T) {
	for _, tc := range []struct {
		name   string
		answer func(context.Context, Call) (Result, error)
		status Status
		says   string
	}{
		{"an error", func(context.Context, Call) (Result, error) { return Result{}, errors.New("connection reset") }, UpstreamError, "the call of book_search on catalogue failed: connection reset"},
		{"an error result", func(context.Context, Call) (Result, error) {
			return Result{Text: "index is locked", IsError: true}, nil
		}, UpstreamError, "book_search failed: index is locked"},
		{"an error result without text", func(context.Context, Call) (Result, error) { return Result{IsError: true}, nil }, UpstreamError, "no reason given"},
		{"a panic", func(context.Context, Call) (Result, error) { panic("oh") }, UpstreamError, "panicked: oh"},
		{"no answer", func(ctx context.Context, _ Call) (Result, error) { <-ctx.Done(); return Result{}, ctx.Err() }, Timeout, "did not answer within 10ms"},
	} {
		k := newDesk(t, func(o *Options) { o.CallTimeout = 10 * time.Millisecond })
		k.catalogue.answer = tc.answer
		reply := k.do(runtime.Ask, "x", `{"tool":"book_search","query":"bees"}`)
		if reply.Status != tc.status || !strings.Contains(reply.Error, tc.says) || !reply.Executed || reply.Routing.Decision != DecisionRoute {
			t.Errorf("%s: want status %d and %q, got\n%s", tc.name, tc.status, tc.says, asJSON(t, reply))
		}
	}
}

// A caller who leaves is no failure of the tool.
func TestGivenUpCallTeachesNothing(t *testing.T) {
	k := newDesk(t)
	ctx, cancel := context.WithCancel(t.Context())
	k.catalogue.answer = func(ctx context.Context, _ Call) (Result, error) {
		cancel()
		<-ctx.Done()
		return Result{}, ctx.Err()
	}
	reply := k.Do(ctx, request(runtime.Ask, "overdue loans of a member", ""))
	if len(k.outcomes.got) != 0 || !strings.Contains(reply.Error, "given up") {
		t.Errorf("recorded %v\n%s", k.outcomes.got, asJSON(t, reply))
	}
}

func TestResultsPassUnchanged(t *testing.T) {
	for _, tc := range []struct {
		r    Result
		want string
	}{
		{Result{Structured: json.RawMessage(`{"n":9007199254740993}`)}, `{"n":9007199254740993}`},
		{Result{Text: "plain <text>"}, `"plain <text>"`},
		{Result{Text: ` {"rows":[1,2]} `}, `{"rows":[1,2]}`},
		{Result{Text: `{broken`}, `"{broken"`},
		{Result{Text: "a picture", Content: json.RawMessage(`[{"type":"image"}]`)}, `{"content":[{"type":"image"}],"text":"a picture"}`},
	} {
		k := newDesk(t)
		k.catalogue.answer = func(context.Context, Call) (Result, error) { return tc.r, nil }
		raw, err := k.do(runtime.Ask, "x", `{"tool":"book_search","query":"bees"}`).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(raw), `{"result":`+tc.want+`,"routing":`) {
			t.Errorf("%+v became %.120s", tc.r, raw)
		}
	}
}
