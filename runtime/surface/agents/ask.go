package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// Question is one call of an ask tool.
type Question struct {
	// Namespace is whose ask tool is called; "" is ask in front of all.
	Namespace string
	// Text is the request in the user's own words.
	Text string
	// Context holds arguments that are at hand, by name; the tool takes those
	// that it has.
	Context map[string]json.RawMessage
	// Hints is a JSON object as dispatch.Request has it: "tool", "plan_ref",
	// arguments that the tool must have. nil is none.
	Hints json.RawMessage
	// Key names the conversation, "" when nobody can tell.
	Key string
}

// Ask carries out a request in the user's own words.
func (s *Surface) Ask(ctx context.Context, q Question) Answer {
	in := s.namespace(q.Namespace)
	if in == nil && q.Namespace != "" {
		return failure(fmt.Errorf("there is no namespace %q; there are %s", q.Namespace, strings.Join(s.Names(), ", ")))
	}
	req := s.request(ctx, q.Key)
	req.Intent, req.Hints, req.Among = q.Text, q.Hints, s.all
	if in != nil {
		req.Among = in.set
	}
	var err error
	if req.Hints, err = s.withID(q.Hints); err != nil {
		return failure(err)
	}
	if req.Context, err = s.context(in, q.Context); err != nil {
		return failure(err)
	}
	from := door{s: s, in: in, seen: s.enabled(q.Key)}
	if in != nil && noHints(q.Hints) {
		if answer, ok := from.handOver(q); ok {
			return answer
		}
	}
	return from.answer(s.dispatcher.Do(ctx, req), q.Text)
}

// context checks the names of the arguments that are offered: one that no tool
// here has is a slip.
func (s *Surface) context(in *namespace, given map[string]json.RawMessage) (json.RawMessage, error) {
	if len(given) == 0 {
		return nil, nil
	}
	known := map[string]bool{}
	for _, n := range s.namespaces {
		if in != nil && n != in {
			continue
		}
		for _, t := range n.tools {
			for _, p := range t.params {
				known[p.name] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !known[name] {
			return nil, fmt.Errorf("no tool here has an argument %q; there are %s", name, strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		}
	}
	return json.Marshal(given)
}

// withID gives hints the id of a tool that they name as clients see it.
func (s *Surface) withID(hints json.RawMessage) (json.RawMessage, error) {
	var fields map[string]json.RawMessage
	var text, name string
	raw := hints
	if json.Unmarshal(hints, &text) == nil {
		raw = json.RawMessage(text)
	}
	if json.Unmarshal(raw, &fields) != nil || json.Unmarshal(fields["tool"], &name) != nil {
		return hints, nil // what is wrong with them the dispatcher says
	}
	t := s.byName[name]
	if t == nil || t.id == name {
		return hints, nil
	}
	id, err := json.Marshal(t.id)
	if err != nil {
		return nil, err
	}
	fields["tool"] = id
	return json.Marshal(fields)
}

func noHints(raw json.RawMessage) bool {
	text := strings.Trim(string(raw), "\" \t\r\n")
	return text == "" || text == "{}" || text == "null"
}

// clearlyMore is how much more evidence another namespace's tool must have, in
// percent of the own one's, for the question to go there.
const clearlyMore = 150

// handOver answers a question that another namespace serves and this one does
// not, or much worse: with the ask call that goes there, and with the own tool
// beside it if there is one.
func (d door) handOver(q Question) (Answer, bool) {
	r := d.s.router
	all, best := r.Resolve(nil, runtime.Query{Intent: q.Text, Among: d.s.all, K: 1})
	if all.Outcome != runtime.Route || d.in.set.Has(best[0].Number) {
		return Answer{}, false
	}
	own, candidates := r.Resolve(nil, runtime.Query{Intent: q.Text, Among: d.in.set, K: 1})
	served := own.Outcome != runtime.NoMatch && len(candidates) > 0
	if served && 100*best[0].Score < clearlyMore*candidates[0].Score {
		return Answer{}, false
	}
	there := d.s.byID[best[0].ID]
	a := newAnswer(fmt.Sprintf("That looks like a request for %s, not for %s. Should it go there?", there.in.name, d.in.name))
	a.Options = append(a.Options, Option{
		Label: there.in.name + ": " + there.about(), Tool: there.in.ask(), Arguments: d.s.carry(q, there.in),
	})
	if served {
		own := d.s.byID[candidates[0].ID]
		hints := map[string]any{"tool": own.name}
		a.Options = append(a.Options, Option{
			Label: d.in.name + ": " + own.about(), Tool: d.in.ask(),
			Arguments: merge(d.s.carry(q, d.in), map[string]any{"hints": hints}),
		})
	}
	return a, true
}

// carry is the question again, with what of its context a namespace knows.
func (s *Surface) carry(q Question, to *namespace) map[string]any {
	args := map[string]any{"question": q.Text}
	for name, value := range q.Context {
		if _, err := s.context(to, map[string]json.RawMessage{name: value}); err == nil {
			args[name] = value
		}
	}
	return args
}

func merge(a, b map[string]any) map[string]any {
	maps.Copy(a, b)
	return a
}
