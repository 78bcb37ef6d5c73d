package surface

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sextant-mcp/sextant/runtime"
)

// purposes say in a sentence what each verb is for, with words that no other
// verb opens with.
var purposes = map[runtime.Verb]string{
	runtime.Ask:    "Answer a question or look something up; never changes anything.",
	runtime.Find:   "List the tools, skills, workflows and agents that fit a need, with the exact call of each; executes nothing.",
	runtime.Write:  "Store, import or edit data.",
	runtime.Act:    "Have something done: start, run, send or stop.",
	runtime.Manage: "Administer: configuration, access, secrets, schedules, lifecycle.",
	runtime.Why:    "Explain a result, a failure or the routing itself; never changes anything.",
}

const (
	topicCount  = 6
	topicLength = 36
	serverCount = 12
)

// describe is the description of a verb's tool: what it is for, and what lies
// behind it on this surface, so that a model knows when to call it.
func describe(r *runtime.Router, verb runtime.Verb, servers []string) string {
	behind := r.Behind(verb)
	if verb == runtime.Find {
		return fmt.Sprintf("%s Searches all %d%s.", purposes[verb], len(behind), of(servers))
	}
	behind = executable(r, behind)
	if len(behind) == 0 {
		return purposes[verb] + " Nothing is behind it here."
	}
	return fmt.Sprintf("%s Behind it: %d, such as %s.", purposes[verb], len(behind), strings.Join(topics(r, behind), "; "))
}

// of names the servers whose tools are behind the verbs: a model that does not know
// what it would find does not search.
func of(servers []string) string {
	if len(servers) == 0 {
		return ""
	}
	text := " of " + strings.Join(servers[:min(len(servers), serverCount)], ", ")
	if more := len(servers) - serverCount; more > 0 {
		text += fmt.Sprintf(" and %d servers more", more)
	}
	return text
}

// executable leaves the skills out, which are evidence for the tools they wrap.
func executable(r *runtime.Router, ids []string) []string {
	var out []string
	for _, id := range ids {
		number, _ := r.Lookup(id)
		if rec, err := r.Record(number); err == nil && !rec.Kind.Instructs() {
			out = append(out, id)
		}
	}
	return out
}

// topics picks a few of the ids, evenly spread over those that declare the verb
// first, and says what they are.
func topics(r *runtime.Router, ids []string) []string {
	n := min(topicCount, len(ids))
	out := make([]string, 0, n)
	for i := range n {
		out = append(out, topic(r, ids[i*len(ids)/n]))
	}
	return out
}

// topic names a capability in a few words: its title, else its id.
func topic(r *runtime.Router, id string) string {
	number, _ := r.Lookup(id)
	name := id
	if rec, err := r.Record(number); err == nil && rec.Title != "" {
		name = decapitalize(rec.Title)
	}
	if utf8.RuneCountInString(name) > topicLength {
		name = string([]rune(name)[:topicLength-1]) + "…"
	}
	return name
}

// decapitalize writes a title as it stands inside a sentence; an acronym stays.
func decapitalize(title string) string {
	runes := []rune(title)
	if len(runes) > 1 && unicode.IsLower(runes[1]) {
		runes[0] = unicode.ToLower(runes[0])
	}
	return string(runes)
}

// instructions tell a client how to use what the mode lists.
func instructions(r *runtime.Router, mode Mode, servers []string) string {
	verbs := fmt.Sprintf(`Six verbs stand in front of %d capabilities%s. Pick the verb by what the user wants and pass the user's own words as intent; the server finds the tool.

- The reply holds routing.decision. "route": result is the answer. "ask_back": put routing.question to the user, or answer it by calling one of routing.options. "no_match": nothing here fits; say so instead of trying other words again and again.
- options and how_to_call are exact calls: send verb, intent and hints as they stand, but first replace what stands in <>, which "fill" names, by real values. A call that still holds a placeholder is not executed.
- hints: "tool" pins a capability, "action" selects its operation, everything else is an argument of it. An argument called tool, action or plan_ref goes inside "arguments": {...}.
- What destroys something or needs approval is only previewed: show the preview, and to have it done repeat the call with routing.plan_ref as hints.plan_ref. A plan can be executed once, within ten minutes.
- execute false previews any call. ask, find and why never change anything.
- find lists what fits without executing; why also explains the decisions made before.`, r.Len(), of(servers))
	tools := `- A tool that is called by its own name answers as itself. A call that is not executed says why, and "next" holds the calls that lead on.
- What destroys something or needs approval is only previewed: show the preview, and to have it done repeat the call with its plan_ref. A plan can be executed once, within ten minutes.`
	switch mode {
	case ModeIntent:
		return verbs + `
- Nothing needs loading: the verbs reach everything. To call a tool often and by its own name, load_tools shows it with its schema; it can be called at once, and unload_tools hides it again. Where load_tools gives a handle, send it along with each call.`
	case ModeBoth:
		return verbs + "\n\nThe tools behind the verbs are listed as well.\n\n" + tools
	case ModeVerbose:
		return "Each operation of each tool is a tool of its own.\n\n" + tools
	default:
		return "Every tool is listed; one with several operations selects them by its argument action.\n\n" + tools
	}
}
