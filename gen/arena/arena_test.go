package arena

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mcp/sextant/gen/llm"
)

var update = flag.Bool("update", false, "write the golden files anew")

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "corpus.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Each arm sends what it should and makes of the calls what it should.
func TestArms(t *testing.T) {
	r := play(t, knowing(), newField(t), corpus, Options{Runs: 1})
	for arm, want := range map[string][]string{
		Routed: {
			"t0 right: act -> mail.send",
			"t1 right: ask -> cal.list",
			"t2 right: ask -> nothing",
			"t3 right",
		},
		Flat: {
			"t0 wrong: mail_search -> mail.search",
			"t1 right: cal_list -> cal.list",
			"t2 right",
			"t3 right",
		},
		Swarm: {
			"t0 wrong: to_mail, mail_search -> mail.search",
			"t1 right: to_cal, cal_list -> cal.list",
			"t2 right",
			"t3 right",
		},
	} {
		if diff := cmp.Diff(want, moves(r, arm)); diff != "" {
			t.Errorf("%s: %s", arm, diff)
		}
	}
}

// With namespaces the routed arm offers one ask tool each.
func TestDoors(t *testing.T) {
	model := knowing()
	r := play(t, model, newField(t, "cal", "mail"), corpus, Options{Runs: 1, Arms: []string{Routed}})
	want := []string{
		"t0 right: mail_ask -> mail.send",
		"t1 right: cal_ask -> cal.list",
		"t2 right",
		"t3 right",
	}
	if diff := cmp.Diff(want, moves(r, Routed)); diff != "" {
		t.Error(diff)
	}
	if names := toolNames(model.seen[0].Tools); !slices.Equal(names, []string{"cal_ask", "mail_ask"}) {
		t.Errorf("offered %q", names)
	}
	// Behind the wrong door the right tool is out of reach.
	model.script["send people a mail"] = []llm.Call{call("cal_ask", "question", "send people a mail")}
	r = play(t, model, newField(t, "cal"), corpus, Options{Runs: 1, Arms: []string{Routed, Flat}})
	if r.Turns != 3 || r.Tools != 2 || len(r.Skipped) != 3 {
		t.Errorf("%d turns, %d tools, skipped %v", r.Turns, r.Tools, r.Skipped)
	}
}

func toolNames(tools []llm.Tool) []string {
	var names []string
	for _, t := range tools {
		names = append(names, t.Name)
	}
	return names
}

// The verbs stand before the model as the server lists them.
func TestVerbsAreTheServers(t *testing.T) {
	model := knowing()
	play(t, model, newField(t), corpus, Options{Runs: 1, Arms: []string{Routed}})
	tools := model.seen[0].Tools
	if names := toolNames(tools); !slices.Equal(names, []string{"ask", "find", "write", "act", "manage", "why"}) {
		t.Fatalf("offered %q", names)
	}
	for _, tool := range tools {
		if tool.Description == "" || !bytes.Contains(tool.Schema, []byte(`"intent"`)) {
			t.Errorf("%+v", tool)
		}
	}
}

// What models get wrong in their calls.
func TestOddCalls(t *testing.T) {
	const one = `{"id": "t", "intent": "send people a mail", "gold": ["mail.send"]}`
	for name, tt := range map[string]struct {
		arm  string
		call llm.Call
		want string
	}{
		"find":                   {Routed, call("find", "intent", "send a mail"), "t asked: find -> which of mail.send"},
		"find nothing":           {Routed, call("find", "intent", "pizza"), "t declined: find -> nothing"},
		"arguments are no JSON":  {Routed, llm.Call{Name: "act", Arguments: `{"intent": "send`}, "t wrong: act, refused: the arguments are no JSON"},
		"arguments are a list":   {Routed, llm.Call{Name: "act", Arguments: `[]`}, "t wrong: act, refused: "},
		"no intent":              {Routed, llm.Call{Name: "act", Arguments: `{}`}, "t wrong: act, refused: the intent is empty"},
		"unknown argument":       {Routed, llm.Call{Name: "act", Arguments: `{"intent": "send a mail", "to": "caterer"}`}, "t wrong: act, refused: act takes no to"},
		"no such verb":           {Routed, call("nonsense", "intent", "x"), "t wrong: nonsense -> ?nonsense"},
		"no such tool":           {Flat, call("nonsense", "x", "y"), "t wrong: nonsense -> ?nonsense"},
		"no such agent":          {Swarm, call("nonsense", "task", "y"), "t wrong: nonsense -> ?nonsense"},
		"agent without a task":   {Swarm, llm.Call{Name: "to_mail", Arguments: `{`}, "t declined: to_mail -> nothing"},
		"arguments do not count": {Flat, llm.Call{Name: "mail_send", Arguments: `{"t`}, "t right: mail_send -> mail.send"},
		"pinned":                 {Routed, llm.Call{Name: "act", Arguments: `{"intent": "do it", "hints": {"tool": "mail.send", "to": "caterer"}}`}, "t right: act -> mail.send"},
	} {
		t.Run(name, func(t *testing.T) {
			model := &scripted{script: map[string][]llm.Call{"send people a mail": {tt.call}}}
			r := play(t, model, newField(t), one, Options{Runs: 1, Arms: []string{tt.arm}})
			if got := moves(r, tt.arm)[0]; !strings.HasPrefix(got, tt.want) {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestQuestionsToADoor(t *testing.T) {
	const one = `{"id": "t", "intent": "see the day", "gold": ["cal.list"]}`
	for arguments, want := range map[string]string{
		`{}`:                              "t wrong: cal_ask, refused: the call holds no question",
		`{"q": "show the appointments"}`:  "t right: cal_ask -> cal.list",
		`{"question": "best pizza"}`:      "t declined: cal_ask -> nothing",
		`{"question": 1, "q": "x y zzz"}`: "t declined: cal_ask -> nothing",
	} {
		model := &scripted{script: map[string][]llm.Call{"see the day": {{Name: "cal_ask", Arguments: arguments}}}}
		r := play(t, model, newField(t, "cal"), one, Options{Runs: 1, Arms: []string{Routed}})
		if got := moves(r, Routed)[0]; !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %s, want %s", arguments, got, want)
		}
	}
}

// Two tools that nothing tells apart are asked back, and both are offered, behind
// a door and by the server.
func TestQuestionsBack(t *testing.T) {
	f := fieldOf(t, `{"capabilities": [
	 {"id": "p.large", "namespace": "p", "one_line": "Print the announcement.", "intent_verbs": ["act"]},
	 {"id": "p.small", "namespace": "p", "one_line": "Print the announcement.", "intent_verbs": ["act"]}]}`)
	model := &scripted{script: map[string][]llm.Call{
		"print it": {call("act", "intent", "print the announcement"), call("p_ask", "question", "print the announcement")},
	}}
	const one = `{"id": "t", "intent": "print it", "gold": ["p.small"]}`
	if got := moves(play(t, model, f, one, Options{Runs: 1}), Routed)[0]; got != "t asked: act -> which of p.large, p.small" {
		t.Errorf("the server: %s", got)
	}
	f.namespaces = []string{"p"}
	if got := moves(play(t, model, f, one, Options{Runs: 1}), Routed)[0]; got != "t asked: p_ask -> which of p.large, p.small" {
		t.Errorf("a door: %s", got)
	}
}

func TestJudge(t *testing.T) {
	clear := turnsOf(t, `{"intent": "x", "gold": ["a", "b"]}`)[0]
	slots := turnsOf(t, `{"intent": "x", "gold": ["a", "b"], "gold_groups": [["a"], ["b"]]}`)[0]
	none := turnsOf(t, `{"intent": "x", "gold": []}`)[0]
	unclear := turnsOf(t, `{"intent": "x", "gold": ["a", "b"], "kind": "ambiguous"}`)[0]
	for name, tt := range map[string]struct {
		turn Turn
		move Move
		want Verdict
	}{
		"gold":                  {clear, Move{Tools: []string{"b"}}, Right},
		"gold first":            {clear, Move{Tools: []string{"b", "z"}}, Right},
		"gold second":           {clear, Move{Tools: []string{"z", "b"}}, Wrong},
		"other":                 {clear, Move{Tools: []string{"z"}}, Wrong},
		"asked with gold":       {clear, Move{Asked: true, Options: []string{"z", "a"}}, Asked},
		"asked without":         {clear, Move{Asked: true, Options: []string{"z"}}, Wrong},
		"nothing":               {clear, Move{Text: "what?"}, Declined},
		"refused":               {clear, Move{Refused: "no"}, Wrong},
		"all slots":             {slots, Move{Tools: []string{"b", "a"}}, Right},
		"one of two slots":      {slots, Move{Tools: []string{"a"}}, Wrong},
		"none: nothing":         {none, Move{}, Right},
		"none: asked":           {none, Move{Asked: true, Options: []string{"a"}}, Asked},
		"none: something":       {none, Move{Tools: []string{"a"}}, Wrong},
		"none: refused":         {none, Move{Refused: "no"}, Wrong},
		"unclear: asked":        {unclear, Move{Asked: true, Options: []string{"a"}}, Right},
		"unclear: asked wrong":  {unclear, Move{Asked: true, Options: []string{"z"}}, Wrong},
		"unclear: guessed":      {unclear, Move{Tools: []string{"a"}}, Wrong},
		"unclear: own question": {unclear, Move{Text: "Which one?"}, Right},
		"unclear: nothing":      {unclear, Move{Text: "No."}, Declined},
	} {
		if got := judge(&tt.turn, &tt.move); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// The report's two forms, with an endpoint that fails once.
func TestReportGolden(t *testing.T) {
	model := knowing()
	model.fail = map[string]error{"best pizza in town": errors.New("out of\nmemory")}
	r := play(t, model, newField(t, "cal", "mail"), corpus, Options{Runs: 2, Seed: 7})
	if r.Failures() != 6 {
		t.Errorf("%d failures, want 6", r.Failures())
	}
	var text, object bytes.Buffer
	if err := errors.Join(r.WriteText(&text), r.WriteJSON(&object)); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.txt", text.Bytes())
	golden(t, "report.json", object.Bytes())
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
}

// Requests go out with a temperature of 0 and the run's seed, arm by arm.
func TestRequestsAreReproducible(t *testing.T) {
	model := knowing()
	play(t, model, newField(t), corpus, Options{Runs: 2, Seed: 41, Arms: []string{Flat, Routed}})
	if len(model.seen) != 2*2*4 {
		t.Fatalf("%d requests", len(model.seen))
	}
	for i, req := range model.seen {
		want := int64(41 + i/4%2)
		if req.Temperature != 0 || *req.Seed != want {
			t.Errorf("request %d: temperature %g, seed %d, want %d", i, req.Temperature, *req.Seed, want)
		}
		if routed := len(req.Tools) == 6; routed != (i < 8) {
			t.Errorf("request %d offers %d tools: the routed arm comes first", i, len(req.Tools))
		}
	}
}

// The same over HTTP, as a real endpoint would have it.
func TestOverHTTP(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var req struct {
			Tools []struct{ Function struct{ Name string } }
		}
		if err := json.NewDecoder(r.Body).Decode(&req); err != nil || len(req.Tools) != 4 {
			t.Errorf("%d tools, %v", len(req.Tools), err)
		}
		io.WriteString(w, `{"choices":[{"message":{"content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"cal_list","arguments":"{}"}}]}}]}`)
	}))
	defer srv.Close()
	client, err := llm.New(srv.URL, "m", llm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := play(t, client, newField(t), corpus, Options{Runs: 1, Arms: []string{Flat}})
	want := []string{
		"t0 wrong: cal_list -> cal.list", "t1 right: cal_list -> cal.list",
		"t2 wrong: cal_list -> cal.list", "t3 wrong: cal_list -> cal.list",
	}
	if diff := cmp.Diff(want, moves(r, Flat)); diff != "" {
		t.Error(diff)
	}
	if r.Arms[0].PromptTokens != nil || r.Arms[0].Latency.Mean <= 0 {
		t.Errorf("tokens %v, latency %+v", r.Arms[0].PromptTokens, r.Arms[0].Latency)
	}
}

// What ends a run: an endpoint that refuses everybody, a context, nothing to do.
func TestRunErrors(t *testing.T) {
	f := newField(t)
	refused := &llm.StatusError{Code: http.StatusUnauthorized}
	model := &scripted{fail: map[string]error{"send people a mail": refused}}
	if _, err := Run(context.Background(), model, f, turnsOf(t, corpus), Options{}); !errors.Is(err, refused) || len(model.seen) != 1 {
		t.Errorf("refused: %v after %d requests", err, len(model.seen))
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	model = &scripted{fail: map[string]error{"send people a mail": context.Canceled}}
	if _, err := Run(ctx, model, f, turnsOf(t, corpus), Options{Arms: []string{Flat}}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Run(context.Background(), model, f, turnsOf(t, `{"intent": "x", "gold": ["nope"]}`), Options{}); err == nil {
		t.Error("no turn, no error")
	}
	if _, err := Run(context.Background(), model, f, turnsOf(t, corpus), Options{Arms: []string{"herd"}}); err == nil {
		t.Error("unknown arm, no error")
	}
}
