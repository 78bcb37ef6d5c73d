package dispatch

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// fill adds arguments that the intent gives beyond doubt, and no others:
//
//   - name=value, name: value and name "value", where name is an argument's,
//   - the value after an argument's name where it fits a number or an
//     enumeration: "limit 5",
//   - the id of a capability or skill, for an argument whose format says that
//     it takes one,
//   - the whole intent, for the one free-text argument of a call that reads.
//
// Arguments that the caller gave are left alone.
func (d *Dispatcher) fill(a arguments, t target, choice actionChoice, effect Effect, intent string) {
	for name, value := range namedValues(t.schema, intent) {
		if _, given := a[name]; !given {
			a[name] = value
		}
	}
	for _, name := range t.schema.order {
		if _, given := a[name]; given {
			continue
		}
		if id := d.namedID(t.schema.props[name].Format, intent); id != "" {
			a[name] = marshal(id)
		}
	}
	if effect != Read {
		return
	}
	if name := freeText(t.rec, t.schema, choice); name != "" {
		if _, given := a[name]; !given {
			a[name] = marshal(intent)
		}
	}
}

// namedValue finds a word, a sign or a filler, and what follows: a quoted text
// or a single word.
var namedValue = regexp.MustCompile(
	`([\pL_][\pL\pN_-]*(?: [\pL_][\pL\pN_-]*)?)\s*(=|:|\s)\s*("[^"]*"|“[^”]*”|'[^']*'|[^\s,;"“']+)`)

// namedValues reads values that stand behind an argument's name. An argument
// named twice with different values is in doubt and left out.
func namedValues(s *inputSchema, intent string) map[string]json.RawMessage {
	found := map[string]json.RawMessage{}
	doubt := map[string]bool{}
	for rest := intent; rest != ""; {
		m := namedValue.FindStringSubmatchIndex(rest)
		if m == nil {
			break
		}
		words, sign, value := rest[m[2]:m[3]], rest[m[4]:m[5]], rest[m[6]:m[7]]
		if name := s.argumentNamed(words); name != "" && name != actionParam {
			if raw := s.props[name].valueOf(value, strings.ContainsAny(sign, "=:")); raw != nil {
				doubt[name] = doubt[name] || found[name] != nil && string(found[name]) != string(raw)
				found[name] = raw
				rest = rest[m[7]:]
				continue
			}
		}
		rest = afterWord(rest, m[2])
	}
	for name := range doubt {
		if doubt[name] {
			delete(found, name)
		}
	}
	return found
}

// afterWord cuts the text behind the word that begins at start.
func afterWord(text string, start int) string {
	if i := strings.IndexAny(text[start:], " \t\n=:"); i >= 0 {
		return text[start+i+1:]
	}
	return ""
}

// fillers stand between a name and its value: "limit of 5".
var fillers = wordSet("is of to as at")

// argumentNamed returns the argument that one or two words name: "session id"
// and sessionId name session_id, "limit of" names limit.
func (s *inputSchema) argumentNamed(words string) string {
	first, last := words, words
	if i := strings.LastIndexByte(words, ' '); i >= 0 {
		first, last = words[:i], words[i+1:]
	}
	candidates := []string{words, last}
	if fillers[last] {
		candidates = []string{first}
	}
	for _, candidate := range candidates {
		for _, name := range s.order {
			if strings.EqualFold(name, candidate) || sameName(name, candidate) {
				return name
			}
		}
	}
	return ""
}

// valueOf reads a value that stands behind an argument's name; signed tells
// that = or : is between them. It is nil when it is not certainly a value: a
// bare word behind a bare name is only one where nothing else fits the type.
func (p property) valueOf(text string, signed bool) json.RawMessage {
	bare := strings.Trim(text, `"“”'`)
	isQuoted := bare != text
	if !isQuoted {
		bare = strings.TrimRight(bare, ".!?)")
	}
	if len(p.Enum) > 0 {
		for _, e := range p.Enum {
			if v, ok := e.(string); ok && strings.EqualFold(v, bare) {
				return marshal(v)
			}
		}
		return nil
	}
	switch {
	case p.Type.has("string") && (isQuoted || signed) && bare != "":
		return marshal(bare)
	case p.Type.has("integer"):
		if _, err := strconv.ParseInt(bare, 10, 64); err == nil {
			return json.RawMessage(canonicalInt(bare))
		}
	case p.Type.has("number"):
		if v, err := strconv.ParseFloat(bare, 64); err == nil {
			if raw, err := json.Marshal(v); err == nil {
				return raw
			}
		}
	case p.Type.has("boolean") && signed && (bare == "true" || bare == "false"):
		return json.RawMessage(bare)
	}
	return nil
}

// canonicalInt writes an integer as JSON does, without sign and zeros in front.
func canonicalInt(text string) string {
	v, _ := strconv.ParseInt(text, 10, 64) // the caller has parsed it
	return strconv.FormatInt(v, 10)
}

// freeTextNames are names of arguments that take a request in the user's words.
var freeTextNames = []string{
	"question", "intent", "prompt", "request", "text", "natural_language_query", "nl_query",
	"query", "q", "search", "search_query", "search_text", "keywords", "message",
}

// formalLanguages are words of a description by which a text argument is
// written in a language of its own, not in the user's words.
var formalLanguages = regexp.MustCompile(
	`(?i)\b(sql|cypher|sparql|promql|logql|traceql|graphql|jql|cql|kql|regexp?|regular expression|expression|jsonpath|xpath|json|yaml|syntax|selector|datalog|gremlin|lucene|path)\b`)

// searching are words of an action, or of a tool, by which an optional text is
// the request and no filter.
var searching = []string{"search", "ask", "query", "retrieve", "find", "answer", "explain", "lookup", "reason", "recall", "research"}

// freeText returns the argument that takes the whole intent, "" when that is
// not certain. A required text is certain by its name; an optional one only
// where the tool searches or answers, for else it is a filter.
func freeText(rec *runtime.Record, s *inputSchema, choice actionChoice) string {
	var required []string
	for _, name := range s.required {
		if name != actionParam || choice.name == "" {
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
	if choice.name != "" && len(operations(rec)) > 0 {
		name = choice.name
	}
	if !slices.ContainsFunc(nameWords(name), func(w string) bool { return slices.Contains(searching, w) }) {
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
	return slices.Contains(freeTextNames, strings.ToLower(name)) && p.isText() && !formalLanguages.MatchString(p.Description)
}
