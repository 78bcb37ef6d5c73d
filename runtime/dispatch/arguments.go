package dispatch

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// envelopes are names under which callers nest the arguments of a call.
var envelopes = []string{"arguments", "args", "params", "parameters", "input", "params_json", "arguments_json"}

// Envelopes are the names under which hints may nest the arguments of a call, for
// a tool that has no argument of that name. Nothing in an envelope is taken for a
// hint.
func Envelopes() []string { return slices.Clone(envelopes) }

// unwrap takes arguments out of an envelope: {"arguments": {"limit": 5}}, the
// inner object possibly written as a string, and out of one inside of that. It
// does nothing where the schema has an argument of the envelope's name, or where
// the envelope holds no object. Arguments inside may carry names that hints
// reserve.
func (a arguments) unwrap(s *inputSchema) (arguments, error) {
	for range maxWrapping {
		out, found, err := a.open(s)
		if err != nil || !found {
			return out, err
		}
		a = out
	}
	return a, nil
}

// open takes the arguments out of the first envelope, if there is one.
func (a arguments) open(s *inputSchema) (out arguments, found bool, err error) {
	for _, name := range envelopes {
		raw, ok := a[name]
		if _, own := s.props[name]; !ok || own {
			continue
		}
		inner, err := objectIn(raw)
		if err != nil {
			continue
		}
		out := maps.Clone(a)
		delete(out, name)
		for key, value := range inner {
			if other, twice := out[key]; twice && string(other) != string(value) {
				return nil, false, fmt.Errorf("the argument %s is given twice, as %s and inside %q as %s; give it once",
					key, clip(string(other)), name, clip(string(value)))
			}
			out[key] = value
		}
		return out, true, nil
	}
	return a, false, nil
}

// unnamed takes the tool's own name out of arguments that were written in the shape
// of a call, {"name": ..., "arguments": {...}}, where the tool has no argument name.
func (a arguments) unnamed(s *inputSchema, names ...string) arguments {
	const key = "name"
	if _, own := s.props[key]; own || !slices.ContainsFunc(envelopes, func(e string) bool { return a[e] != nil }) {
		return a
	}
	if given, err := textOf(a[key]); err != nil || !slices.Contains(names, given) {
		return a
	}
	out := maps.Clone(a)
	delete(out, key)
	return out
}

// objectIn reads an object, or a string that holds one.
func objectIn(raw json.RawMessage) (arguments, error) {
	var inner string
	if json.Unmarshal(raw, &inner) == nil {
		raw = json.RawMessage(strings.TrimSpace(inner))
	}
	return parseObject(raw)
}

// destring turns objects and lists that were written as a string into what they
// are, where the schema wants an object or a list and no string. Some models
// write every nested value so. Whole numbers lose a fraction of zeros, which
// clients write that know no integers, and servers often do not read.
func (a arguments) destring(s *inputSchema) {
	for name, raw := range a {
		p := s.props[name]
		if p.Type.has("integer") && !p.Type.has("number") {
			a[name] = withoutZeros(raw)
			continue
		}
		if p.Type.has("string") || !p.Type.has("object") && !p.Type.has("array") {
			continue
		}
		var inner string
		if json.Unmarshal(raw, &inner) != nil {
			continue
		}
		value := json.RawMessage(strings.TrimSpace(inner))
		if len(value) > 0 && (value[0] == '{' || value[0] == '[') && checkJSON(value) == nil {
			a[name] = value
		}
	}
}

// withoutZeros writes 2.0 as 2, and leaves everything else as it is.
func withoutZeros(raw json.RawMessage) json.RawMessage {
	digits, zeros, found := strings.Cut(string(raw), ".")
	if !found || digits == "" || zeros == "" || strings.Trim(zeros, "0") != "" || strings.Trim(digits, "-0123456789") != "" {
		return raw
	}
	return json.RawMessage(digits)
}

// argumentProblem is what the schema has against a set of arguments.
type argumentProblem struct {
	// unknown names are none of the tool's; missing ones are required.
	unknown, missing []string
	// invalid describes values that the schema refuses.
	invalid []string
}

func (p *argumentProblem) onlyMissing() bool { return len(p.unknown) == 0 && len(p.invalid) == 0 }

// problems validates the arguments, nil when the schema accepts them.
func (s *inputSchema) problems(a arguments) *argumentProblem {
	p := &argumentProblem{}
	for name := range a {
		if _, known := s.props[name]; !known && s.closed {
			p.unknown = append(p.unknown, name)
		}
	}
	slices.Sort(p.unknown)
	for _, name := range s.required {
		if _, given := a[name]; !given {
			p.missing = append(p.missing, name)
		}
	}
	// What the validator would say about names is said better above.
	if p.onlyMissing() && len(p.missing) == 0 {
		p.invalid = s.check(a)
	} else {
		p.invalid = s.checkEach(a)
	}
	if p.onlyMissing() && len(p.missing) == 0 {
		return nil
	}
	return p
}

// checkEach checks the known values that are there, one by one, so that a wrong
// type is reported together with a missing name.
func (s *inputSchema) checkEach(a arguments) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if _, known := s.props[name]; !known {
			continue
		}
		for _, problem := range s.check(arguments{name: a[name]}) {
			if strings.HasPrefix(problem, name) {
				out = append(out, problem)
			}
		}
	}
	return out
}

// message says what is wrong with a call of the tool.
func (p *argumentProblem) message(tool string, s *inputSchema) string {
	var parts []string
	if len(p.unknown) > 0 {
		parts = append(parts, fmt.Sprintf("%s has no argument %s", tool, enumerate(quoted(p.unknown), "or")))
	}
	if len(p.missing) > 0 {
		parts = append(parts, fmt.Sprintf("%s needs %s", tool, enumerate(p.missing, "and")))
	}
	parts = append(parts, p.invalid...)
	text := strings.Join(parts, "; ")
	if len(s.order) == 0 {
		return text + "; it takes no arguments"
	}
	return text + "; accepted are " + s.signature()
}

// signature lists the arguments with their types, the required ones marked.
func (s *inputSchema) signature() string {
	const most = 40
	out := make([]string, 0, len(s.order))
	for _, name := range s.order[:min(len(s.order), most)] {
		one := name
		if t := s.props[name].typeText(); t != "" {
			one += " (" + t + ")"
		}
		if s.defaults[name] == nil && slices.Contains(s.required, name) {
			one += " required"
		}
		out = append(out, one)
	}
	if len(s.order) > most {
		out = append(out, fmt.Sprintf("and %d more", len(s.order)-most))
	}
	return strings.Join(out, ", ")
}

// typeText is what values a property takes, in few words.
func (p property) typeText() string {
	if n := len(p.Enum); n > 0 && n <= 12 {
		values := make([]string, n)
		for i, e := range p.Enum {
			values[i] = fmt.Sprint(e)
		}
		return "one of " + strings.Join(values, "|")
	}
	return strings.Join(p.Type, "|")
}

func quoted(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = fmt.Sprintf("%q", name)
	}
	return out
}
