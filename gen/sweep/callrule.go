package sweep

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
)

// checkCalls compares the example calls of every skill with the descriptors.
func checkCalls(p *pass) {
	if !p.described {
		return
	}
	k := callCheck{p: p, prefixes: toolPrefixes(p.cat)}
	for _, f := range p.files {
		if f.skill == nil {
			continue
		}
		for _, b := range f.skill.CodeBlocks {
			k.snippet(&snippet{f: f, text: b.Text, start: b.Start, block: true})
		}
		for _, c := range f.skill.InlineCode {
			start := f.at.offset(source.Position{Line: c.Line, Column: c.Column})
			k.snippet(&snippet{f: f, text: c.Text, start: start})
		}
	}
}

// toolPrefixes are the first words that at least two tools share, but for verbs:
// a name that begins with one of them is meant to be a tool.
func toolPrefixes(cat *catalog.Catalog) map[string]bool {
	count := map[string]int{}
	for _, c := range cat.Capabilities {
		if prefix, _, ok := strings.Cut(c.ID, "_"); ok && c.Kind != catalog.KindSkill {
			count[prefix]++
		}
	}
	prefixes := map[string]bool{}
	for prefix, n := range count {
		if n > 1 && !catalog.IsVerb(strings.ToLower(prefix)) {
			prefixes[prefix] = true
		}
	}
	return prefixes
}

// callCheck checks the calls of one project.
type callCheck struct {
	p        *pass
	prefixes map[string]bool
}

func (k callCheck) wanted(name string) bool {
	if k.p.isTool(name) || surfaceCalls[name] != nil {
		return true
	}
	prefix, _, ok := strings.Cut(name, "_")
	return ok && (k.prefixes[prefix] || catalog.IsVerb(strings.ToLower(prefix)) && k.nearTool(name))
}

// nearTool tells whether a name is that of a tool but for a slip of the pen. A
// name such as get_users may as well be a function of the code around it.
func (k callCheck) nearTool(name string) bool {
	return slices.ContainsFunc(k.p.cat.Capabilities, func(c *catalog.Capability) bool {
		return c.Kind != catalog.KindSkill && oneSlip(name, c.ID)
	})
}

func (k callCheck) snippet(s *snippet) {
	for _, c := range scanCalls(s.text, k.wanted) {
		params, known := surfaceCalls[c.name]
		capability := k.p.cat.Lookup(c.name)
		switch {
		case known && !isSurfaceCall(c):
			continue // a word such as find is also a function of other things
		case known:
		case capability == nil:
			if len(c.args) > 0 {
				k.report(s, "call-tool", c.start, c.start+len(c.name), "no descriptor describes the tool %s", c.name)
			}
			continue
		default:
			params = capability.Params
		}
		if c.broken != "" {
			k.report(s, "call-syntax", c.start, c.at, "the call of %s can't be read: %s", c.name, c.broken)
			continue
		}
		if len(params) == 0 && !closed(capability) {
			continue // the descriptor says nothing about arguments
		}
		for i, a := range c.args {
			if passedBefore(s.text, c.args[:i], a) {
				k.report(s, "call-syntax", a.start, a.end, "the call of %s passes %s twice", c.name, a.name)
				continue
			}
			k.argument(s, c, a, params, capability)
		}
		k.required(s, c, params)
	}
}

// passedBefore tells whether a call passes an argument that it has passed. A bar
// in front of it makes it an alternative.
func passedBefore(text string, before []argument, a argument) bool {
	return slices.ContainsFunc(before, func(b argument) bool { return b.name == a.name }) &&
		!strings.Contains(text[before[len(before)-1].end:a.start], "|")
}

func (k callCheck) argument(s *snippet, c call, a argument, params []catalog.Param, capability *catalog.Capability) {
	i := slices.IndexFunc(params, func(p catalog.Param) bool { return p.Name == a.name })
	if i < 0 {
		have := make([]string, len(params))
		for j, p := range params {
			have[j] = p.Name
		}
		if len(have) == 0 {
			k.report(s, "call-argument", a.start, a.end, "%s takes no argument, but the call passes %s", c.name, a.name)
			return
		}
		k.report(s, "call-argument", a.start, a.end, "%s has no argument %s; it takes %s", c.name, a.name, names(have))
		return
	}
	if isPlaceholder(a) {
		return
	}
	if want := params[i].Type; !fits(a.kind, want) {
		k.report(s, "call-type", a.valueStart, a.end, "%s of %s is %s, want %s", a.name, c.name, a.kind, withArticle(want))
		return
	}
	k.value(s, c, a, params[i], capability)
	if (a.name == "tools") && capability == nil {
		k.loaded(s, a)
	}
}

// value checks a string against the actions of the tool or the enumeration of
// the parameter. The empty string stands for "none chosen".
func (k callCheck) value(s *snippet, c call, a argument, param catalog.Param, capability *catalog.Capability) {
	if a.kind != stringValue || a.text == "" {
		return
	}
	if a.name == "action" && capability != nil {
		k.action(s, c, a, param, capability)
		return
	}
	if len(param.Enum) > 0 && !slices.Contains(param.Enum, a.text) {
		k.report(s, "call-value", a.valueStart, a.end, "%s of %s can't be %q; it is one of %s", a.name, c.name, a.text, names(param.Enum))
	}
}

// action checks the value of the parameter action. A tool whose only action has
// its own name is one whose actions nobody has listed: the call may be right, but
// the descriptor is not.
func (k callCheck) action(s *snippet, c call, a argument, param catalog.Param, capability *catalog.Capability) {
	actions := slices.Clone(param.Enum)
	for _, listed := range capability.Actions {
		actions = append(actions, listed.Name)
	}
	slices.Sort(actions)
	actions = slices.Compact(actions)
	switch {
	case len(actions) == 0 || slices.Contains(actions, a.text):
	case len(actions) == 1 && actions[0] == c.name:
		k.p.add(Finding{
			Rule: "call-action", Severity: Warning, Pos: s.f.at.at(s.offset(a.valueStart)), End: s.f.at.at(s.offset(a.end)),
			Message: fmt.Sprintf("the descriptor of %s does not list its actions, so that nothing says it has %q", c.name, a.text),
			Hint:    "list them under does",
		})
	case namesWord(param.Description, a.text):
		k.p.add(Finding{
			Rule: "call-action", Severity: Warning, Pos: s.f.at.at(s.offset(a.valueStart)), End: s.f.at.at(s.offset(a.end)),
			Message: fmt.Sprintf("the descriptor of %s lists only %s, but its parameter action tells of %q", c.name, names(actions), a.text),
			Hint:    "list it under does",
		})
	default:
		k.report(s, "call-action", a.valueStart, a.end, "%s has no action %q; it has %s", c.name, a.text, names(actions))
	}
}

// namesWord tells whether a text has a word, as a whole: list is none of the
// words of list_all.
func namesWord(text, word string) bool {
	return slices.Contains(strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), word)
}

// required reports the required arguments that a call leaves out. A call that
// shows only some of its arguments says so by an ellipsis, and a mention in
// running text such as tool() shows none.
func (k callCheck) required(s *snippet, c call, params []catalog.Param) {
	if c.elided || !s.block && len(c.args) == 0 {
		return
	}
	var missing []string
	for _, p := range params {
		given := slices.ContainsFunc(c.args, func(a argument) bool { return a.name == p.Name })
		if p.Required && !given {
			missing = append(missing, p.Name)
		}
	}
	if len(missing) > 0 {
		k.report(s, "call-required", c.start, c.end, "the call of %s lacks the required %s", c.name, names(missing))
	}
}

// loaded checks the names in load_tools(tools=[...]).
func (k callCheck) loaded(s *snippet, a argument) {
	list := s.text[a.valueStart:a.end]
	for _, m := range quotedWord.FindAllStringSubmatchIndex(list, -1) {
		name := list[m[2]:m[3]]
		if !k.p.isTool(name) && !strings.Contains(name, ".") {
			k.report(s, "call-tool", a.valueStart+m[2], a.valueStart+m[3], "no descriptor describes the tool %s", name)
		}
	}
}

// hints of the rules about calls.
var callHints = map[string]string{
	"call-tool":     "name a tool that exists, or add a descriptor for this one",
	"call-argument": "take it out, or add it to the descriptor if the tool really takes it",
	"call-action":   "use an action of the list, or add this one to the descriptor if the tool really has it",
	"call-value":    "use a value of the list",
	"call-required": "add it, or write ... for what the example leaves out",
	"call-type":     "write the value as the descriptor has it",
	"call-syntax":   "correct it, or write ... for what the example leaves out",
}

func (k callCheck) report(s *snippet, rule string, start, end int, format string, args ...any) {
	k.p.report(s.f, rule, s.offset(start), s.offset(end), nil, callHints[rule], format, args...)
}
