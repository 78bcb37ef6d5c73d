package arena

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/llm"
	"github.com/sextant-mcp/sextant/gen/source"
)

const office = `{"capabilities": [
 {"id": "mail.send", "namespace": "mail", "one_line": "Send a mail to people.", "intent_verbs": ["act"],
  "typed_io": {"input_params": [{"name": "to", "type": "string", "required": true}]}},
 {"id": "mail.search", "namespace": "mail", "one_line": "Find mails by sender or words.", "intent_verbs": ["ask"]},
 {"id": "cal.list", "namespace": "cal", "one_line": "Show the appointments of a day.", "intent_verbs": ["ask"]},
 {"id": "cal.move", "namespace": "cal", "one_line": "Move an appointment to another day.", "intent_verbs": ["act"]}
]}`

const corpus = `
{"id": "t0", "intent": "send people a mail", "gold": ["mail.send"], "namespace": "mail", "set": "plain"}
{"id": "t1", "intent": "show appointments of the day", "gold": ["cal.list"], "namespace": "cal", "set": "plain"}
{"id": "t2", "intent": "best pizza in town", "gold": [], "kind": "chat"}
{"id": "t3", "intent": "the appointment", "gold": ["cal.list", "cal.move"], "kind": "ambiguous"}
{"id": "t4", "intent": " ", "gold": []}
{"id": "t5", "intent": "play a song", "gold": ["music.play"]}
`

func newField(t *testing.T, namespaces ...string) *Field {
	t.Helper()
	return fieldOf(t, office, namespaces...)
}

func fieldOf(t *testing.T, descriptors string, namespaces ...string) *Field {
	t.Helper()
	file, diags := source.ParseCapabilities("office.json", []byte(descriptors))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	cat, diags := catalog.Build(catalog.Input{Descriptors: file.Capabilities})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	f, err := NewField(context.Background(), cat, namespaces, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// scripted is a model that plays by a script: what it calls first for a request,
// by the tools that are offered. It notes what it was asked.
type scripted struct {
	script map[string][]llm.Call // request -> calls; those that are offered are made
	text   string                // what it says otherwise
	fail   map[string]error
	seen   []llm.Request
}

func (s *scripted) Model() string { return "scripted" }

func (s *scripted) Chat(_ context.Context, req llm.Request) (*llm.Reply, error) {
	s.seen = append(s.seen, req)
	intent := req.Messages[1].Content
	if err := s.fail[intent]; err != nil {
		return nil, err
	}
	reply := &llm.Reply{
		Text: s.text, Took: time.Duration(100+len(s.seen)) * time.Millisecond, Usage: llm.Usage{Prompt: 10 * len(req.Tools), Completion: 5},
	}
	for _, c := range s.script[intent] {
		if slices.ContainsFunc(req.Tools, func(t llm.Tool) bool { return t.Name == c.Name }) || c.Name == "nonsense" {
			reply.Calls = append(reply.Calls, c)
		}
	}
	return reply, nil
}

// call is a call with one text.
func call(name, key, text string) llm.Call {
	arguments, _ := json.Marshal(map[string]string{key: text})
	return llm.Call{Name: name, Arguments: string(arguments)}
}

// knowing is a model that knows the office, but sends mail by the wrong tool
// when it sees all of them, and has one bad day.
func knowing() *scripted {
	both := func(group, verb, tool, text string) []llm.Call {
		return []llm.Call{call(verb, "intent", text), call(group+"_ask", "question", text), call("to_"+group, "task", text), call(tool, "to", text)}
	}
	return &scripted{
		text: "Which appointment is meant?",
		script: map[string][]llm.Call{
			"send people a mail":           both("mail", "act", "mail_search", "send people a mail"),
			"show appointments of the day": both("cal", "ask", "cal_list", "show appointments of the day"),
			"best pizza in town":           {call("ask", "intent", "best pizza in town")},
		},
	}
}

func turnsOf(t *testing.T, text string) []Turn {
	t.Helper()
	turns, diags := ReadTurns(write(t, text))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for i := range turns {
		turns[i].Pos.File = "corpus.jsonl"
	}
	return turns
}

func play(t *testing.T, model Asker, f *Field, text string, opt Options) *Report {
	t.Helper()
	r, err := Run(context.Background(), model, f, turnsOf(t, text), opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// moves writes the first moves of an arm.
func moves(r *Report, arm string) []string {
	var out []string
	for _, a := range r.Arms {
		if a.Name == arm {
			for _, turn := range a.Turns {
				out = append(out, fmt.Sprintf("%s %s", turn.ID, turn.Moves[0]))
			}
		}
	}
	return out
}
