package catalog

import (
	"slices"
	"strings"
	"unicode"
)

// verbWords is the verb table: the words that open or appear in a tool's name,
// and the verb that such a tool answers to first. Where several words of a name
// are listed, the first of them decides.
var verbWords = map[string]string{
	"explain": "why", "diagnose": "why", "why": "why", "trace": "why", "debug": "why", "audit": "why",

	"get": "ask", "list": "ask", "read": "ask", "search": "ask", "find": "ask", "query": "ask",
	"show": "ask", "fetch": "ask", "describe": "ask", "view": "ask", "count": "ask", "check": "ask",
	"lookup": "ask", "browse": "ask", "analyze": "ask", "analyse": "ask", "compare": "ask",
	"summarize": "ask", "inspect": "ask", "status": "ask", "info": "ask", "download": "ask",
	"retrieve": "ask", "calculate": "ask", "compute": "ask", "convert": "ask", "translate": "ask",
	"validate": "ask", "verify": "ask", "preview": "ask", "diff": "ask", "log": "ask", "logs": "ask",

	"create": "write", "add": "write", "write": "write", "insert": "write", "update": "write",
	"edit": "write", "append": "write", "upload": "write", "save": "write", "store": "write",
	"import": "write", "ingest": "write", "put": "write", "patch": "write", "replace": "write",
	"rename": "write", "move": "write", "copy": "write", "delete": "write", "remove": "write",
	"merge": "write", "commit": "write", "comment": "write", "reply": "write", "upsert": "write",

	"run": "act", "execute": "act", "send": "act", "start": "act", "stop": "act", "cancel": "act",
	"trigger": "act", "schedule": "act", "deploy": "act", "click": "act", "navigate": "act",
	"open": "act", "close": "act", "press": "act", "type": "act", "fill": "act", "select": "act",
	"invoke": "act", "call": "act", "launch": "act", "restart": "act", "build": "act", "post": "act",
	"publish": "act", "book": "act", "order": "act", "pay": "act", "play": "act", "wait": "act",
	"drag": "act", "hover": "act", "scroll": "act", "approve": "act", "reject": "act",

	"set": "manage", "configure": "manage", "config": "manage", "enable": "manage", "disable": "manage",
	"grant": "manage", "revoke": "manage", "assign": "manage", "install": "manage",
	"uninstall": "manage", "register": "manage", "reset": "manage", "rotate": "manage",
	"login": "manage", "logout": "manage", "archive": "manage", "restore": "manage",
	"lock": "manage", "unlock": "manage", "invite": "manage", "scale": "manage",
}

// changing are the verbs behind which mutations live. A guess between them is
// coarse, so a tool that changes something is reachable through all three.
var changing = []string{"write", "act", "manage"}

// GuessVerbs tells the verbs of a capability whose descriptor lists none, the
// likeliest first: from the annotations that are present and the words of its
// name, else of its description. Reading and changing never mix, so that a
// reading verb can't reach a tool that may change something.
func GuessVerbs(c *Capability) []string {
	words := append(nameWords(c.ID), nameWords(c.Title)...)
	primary := ""
	for _, w := range append(words, nameWords(c.OneLine)...) {
		if v, ok := verbWords[w]; ok {
			primary = v
			break
		}
	}
	reads := primary == "ask" || primary == "why"
	if h := c.Hints; h != nil && h.ReadOnly != nil {
		reads = *h.ReadOnly
	} else if h != nil && h.Destructive != nil && *h.Destructive {
		reads = false
	} else if primary == "" {
		// Nothing to go by: reachable everywhere, and held to be a mutation
		// when it is called.
		return append([]string{"ask", "why"}, changing...)
	}
	if reads {
		if primary == "why" {
			return []string{"why", "ask"}
		}
		return []string{"ask", "why"}
	}
	verbs := slices.Clone(changing)
	if i := slices.Index(verbs, primary); i > 0 {
		verbs = append([]string{primary}, slices.Delete(verbs, i, i+1)...)
	}
	return verbs
}

// nameWords splits a name into lower-case words: at everything that is no
// letter, where a capital follows a small letter, and before the last capital
// of a row that a small letter follows (HTTPFetch is http fetch).
func nameWords(name string) []string {
	letters := []rune(name)
	var words []string
	start := 0
	flush := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(string(letters[start:end])))
		}
	}
	for i, r := range letters {
		switch {
		case !unicode.IsLetter(r):
			flush(i)
			start = i + 1
		case i > start && unicode.IsUpper(r) && (unicode.IsLower(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1])):
			flush(i)
			start = i
		}
	}
	flush(len(letters))
	return words
}
