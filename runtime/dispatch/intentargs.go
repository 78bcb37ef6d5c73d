package dispatch

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/args"
	"github.com/sextant-mcp/sextant/runtime/naming"
)

// fill adds arguments that the intent gives beyond doubt, and no others:
//
//   - what package args reads for the tool,
//   - the id of a capability or skill, for an argument whose format says that
//     it takes one,
//   - the schema's own default, for an argument that it requires,
//   - the whole intent, for the one free-text argument of a call that reads.
//
// Arguments that the caller gave are left alone, and the argument that selects
// the operation is not read here.
func (d *view) fill(a arguments, t target, choice actionChoice, effect Effect, intent string) {
	if t.schema.allGiven(a) {
		return // reading the intent costs more than all else on the way of a call
	}
	give := func(name string, value json.RawMessage) {
		if _, given := a[name]; !given && name != t.schema.selector() {
			a[name] = value
		}
	}
	// An argument of such a format takes an id and nothing else.
	for _, name := range t.schema.order {
		if id := d.namedID(t.schema.props[name].Format, intent); id != "" {
			give(name, marshal(id))
		}
	}
	if tool := d.reader.Tool(t.rec.ID); tool != nil {
		for _, read := range tool.Read(intent) {
			give(read.Name, read.Value)
		}
	}
	t.schema.fillDefaults(a)
	if effect != Read || isBlank(intent) {
		return
	}
	name := freeText(t.rec, t.schema, choice)
	if open := t.schema.asking(a); name == "" && len(open.required) > 0 {
		name = freeText(t.rec, open, choice) // the one that is left
	}
	if name != "" {
		give(name, marshal(intent))
	}
}

// allGiven reports arguments that leave nothing to be read from the intent.
func (s *inputSchema) allGiven(a arguments) bool {
	return !slices.ContainsFunc(s.order, func(name string) bool {
		_, given := a[name]
		return !given && name != actionParam
	})
}

// asking is the schema as far as arguments are still open: those that are given
// are required no more.
func (s *inputSchema) asking(given arguments) *inputSchema {
	open := *s
	open.required = slices.DeleteFunc(slices.Clone(s.required), func(name string) bool {
		_, ok := given[name]
		return ok
	})
	return &open
}

// freeTextNames are names of arguments that take a request in the user's words.
var freeTextNames = []string{
	"question", "intent", "prompt", "request", "text", "natural_language_query", "nl_query",
	"query", "q", "search", "search_query", "search_text", "keywords", "message",
}

// searching are words of an action, or of a tool, by which an optional text is
// the request and no filter.
var searching = []string{"search", "ask", "query", "retrieve", "find", "answer", "explain", "lookup", "reason", "recall", "research"}

// freeText returns the argument that takes the whole intent, "" when that is
// not certain. A required text is certain by its name; an optional one only
// where the tool searches or answers, for else it is a filter.
func freeText(rec *runtime.Record, s *inputSchema, choice actionChoice) string {
	var required []string
	for _, name := range s.required {
		if name != s.selector() || choice.name == "" {
			required = append(required, name)
		}
	}
	if len(required) > 0 {
		if len(required) == 1 && s.isFreeText(required[0]) {
			return required[0]
		}
		return ""
	}
	name := rec.ID
	if choice.name != "" && len(s.operations(rec)) > 0 {
		name = choice.name
	}
	if !slices.ContainsFunc(naming.Words(name), func(w string) bool { return slices.Contains(searching, w) }) {
		return ""
	}
	found := ""
	for _, name := range s.order {
		if !s.isFreeText(name) {
			continue
		}
		if found != "" {
			return ""
		}
		found = name
	}
	return found
}

func (s *inputSchema) isFreeText(name string) bool {
	p := s.props[name]
	return slices.Contains(freeTextNames, strings.ToLower(name)) && p.isText() && !args.Formal(p.Description)
}
