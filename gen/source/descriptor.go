package source

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
)

// descriptor reads one entry of a "capabilities" list.
func (s *sink) descriptor(n node, at *place) Capability {
	c := Capability{Kind: Kinds[0], Raw: s.raw(n), Pos: s.at(n.start)}
	if !s.object(n, at) {
		return c
	}
	var tags []string
	for _, m := range n.members {
		at := at.field(m.key)
		switch m.key {
		case "one_line":
			c.OneLine = s.oneLine(m.value, at)
		case "name":
			c.Name = s.optionalText(m.value, at)
		case "tags":
			tags = s.texts(m.value, at)
		case "typed_io":
			s.typedIO(&c.TypedIO, m.value, at)
		case "does":
			c.Does = s.actions(m.value, at)
		case "policy":
			c.ApprovalClass = s.approvalClass(m.value, at)
		default:
			s.commonField(&c, entryScope, m, at)
		}
	}
	c.TypedIO.Tags = union(c.TypedIO.Tags, tags)
	typed, _ := n.find("typed_io")
	schema, _ := typed.find("input_schema")
	s.complete(&c.TypedIO, schema)
	s.need(n, at, "id", "give it an id; everything refers to it by that")
	s.need(n, at, "one_line", "say in one sentence what it does; requests are matched against it")
	return c
}

// commonField reads a field that descriptors and tools share, or keeps it in Extra.
func (s *sink) commonField(c *Capability, in *scope, m member, at *place) {
	v := m.value
	switch m.key {
	case "id":
		c.ID = s.id(v, at)
	case "title":
		c.Title = s.optionalText(v, at)
	case "kind":
		c.Kind = s.kindOf(v, at)
	case "server":
		c.Server = s.optionalText(v, at)
	case "namespace":
		c.Namespace = s.optionalText(v, at)
	case "intent_verbs":
		c.IntentVerbs = s.verbs(v, at)
	case "scopes":
		c.Scopes = s.texts(v, at)
	case "examples":
		c.Examples = s.texts(v, at)
	case "when_to_use":
		c.WhenToUse = s.texts(v, at)
	case "when_not":
		c.WhenNot = s.texts(v, at)
	case "caveats":
		c.Caveats = s.texts(v, at)
	case "annotations":
		c.Annotations = s.annotations(v, at)
	default:
		s.checkKey(in, m, at)
		if c.Extra == nil {
			c.Extra = make(map[string]json.RawMessage)
		}
		c.Extra[m.key] = s.raw(v)
	}
}

// need reports a required field that is absent.
func (s *sink) need(n node, at *place, key, hint string) {
	if !has(n, key) {
		s.failJSON(n, at, CodeMissing, hint, "has no %q", key)
	}
}

// oneLine reads the sentence. An empty one is kept: the name alone can still be found.
func (s *sink) oneLine(n node, at *place) string {
	text := s.text(n, at)
	if n.kind == '"' && strings.TrimSpace(text) == "" {
		s.warnJSON(n, at, CodeEmpty, "say in one sentence what it does", "is empty; only the id can be matched")
	}
	return text
}

// id reads an id. It may hold spaces, slashes and dots, and nothing that would
// break a line of text. What can't be seen is a slip, mostly of copying.
func (s *sink) id(n node, at *place) string {
	id := s.text(n, at)
	if n.kind != '"' {
		return ""
	}
	bad := func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }
	switch i := strings.IndexFunc(id, bad); {
	case strings.TrimSpace(id) == "":
		s.failJSON(n, at, CodeID, "give it a name that callers can write", "is empty")
	case len(id) > MaxID:
		s.failJSON(n, at, CodeID, "shorten it", "has %d bytes, the limit is %d", len(id), MaxID)
	case i >= 0:
		s.failJSON(n, at, CodeID, "remove it; tabs, line ends and control characters cannot be part of an id",
			"has a control character (%U) at byte %d", []rune(id[i:])[0], i)
	default:
		hidden := func(r rune) bool { return r != ' ' && !unicode.IsGraphic(r) }
		if i := strings.IndexFunc(id, hidden); i >= 0 {
			s.warnJSON(n, at, CodeID, "remove it, or callers will look for the id in vain",
				"has a character that can't be seen (%U) at byte %d", []rune(id[i:])[0], i)
		}
	}
	return id
}

func (s *sink) kindOf(n node, at *place) string {
	if s.null(n, at) {
		return Kinds[0]
	}
	kind := s.text(n, at)
	if n.kind == '"' && !slices.Contains(Kinds, kind) {
		s.failJSON(n, at, CodeKind, "write one of "+strings.Join(Kinds, ", "), "is %q, which is no kind", clip(kind))
	}
	return kind
}

func (s *sink) verbs(n node, at *place) []string {
	var verbs []string
	if s.null(n, at) {
		return nil
	}
	if n.kind != '[' {
		s.wrongType(n, at, "a list of verbs", "put them in square brackets")
		return nil
	}
	for i, e := range n.elements {
		verb := s.verb(e, at.item(i))
		switch {
		case slices.Contains(verbs, verb):
			s.warnJSON(e, at.item(i), CodeVerb, "delete it", "names the verb %q again", verb)
		case slices.Contains(Verbs[:], verb):
			verbs = append(verbs, verb)
		}
	}
	return verbs
}

func (s *sink) verb(n node, at *place) string {
	verb := s.text(n, at)
	if n.kind == '"' && !slices.Contains(Verbs[:], verb) {
		s.failJSON(n, at, CodeVerb, "write one of "+strings.Join(Verbs[:], ", "), "is %q, which is no verb", clip(verb))
	}
	return verb
}

func (s *sink) approvalClass(n node, at *place) string {
	if !s.object(n, at) {
		return ""
	}
	class := ""
	for _, m := range n.members {
		at := at.field(m.key)
		if m.key == "approval_class" {
			class = s.optionalText(m.value, at)
		} else {
			s.checkKey(policyScope, m, at)
		}
	}
	return class
}

// actions reads does.
func (s *sink) actions(n node, at *place) []Action {
	if s.null(n, at) {
		return nil
	}
	if n.kind != '[' {
		s.wrongType(n, at, "a list of objects", `write [{"action": "..."}]`)
		return nil
	}
	actions := make([]Action, 0, len(n.elements))
	for i, e := range n.elements {
		actions = append(actions, s.action(e, at.item(i)))
	}
	return actions
}

func (s *sink) action(n node, at *place) Action {
	a := Action{Pos: s.at(n.start)}
	if !s.object(n, at) {
		return a
	}
	for _, m := range n.members {
		at := at.field(m.key)
		switch m.key {
		case "action":
			if a.Name = s.text(m.value, at); m.value.kind == '"' && strings.TrimSpace(a.Name) == "" {
				s.failJSON(m.value, at, CodeEmpty, "name the action or delete the entry", "is empty")
			}
		case "mutates":
			a.Mutates = s.tri(m.value, at)
		case "idempotent":
			a.Idempotent = s.tri(m.value, at)
		case "description":
			a.Description = s.optionalText(m.value, at)
		default:
			s.checkKey(actionScope, m, at)
		}
	}
	s.need(n, at, "action", "name the action or delete the entry")
	return a
}

// tri reads a truth value, a boolean or one of the published strings.
func (s *sink) tri(n node, at *place) Tri {
	switch word := ""; n.kind {
	case 't':
		return True
	case 'f':
		return False
	case 'n':
		return Unknown
	case '"':
		switch word = s.text(n, at); word {
		case "true":
			return True
		case "false":
			return False
		case "~true", "~false", "unknown", "":
			return Unknown
		}
		s.failJSON(n, at, CodeValue, `write true or false, or "~true" when it is uncertain`, "is %q, want a truth value", clip(word))
	default:
		s.wrongType(n, at, "true or false", `write true or false, or "~true" when it is uncertain`)
	}
	return Unknown
}

// union joins two lists; each text is kept once, where it comes first.
func union(list, more []string) []string {
	if len(list)+len(more) == 0 {
		return nil
	}
	seen := make(map[string]bool, len(list)+len(more))
	joined := make([]string, 0, len(list)+len(more))
	for _, text := range append(list[:len(list):len(list)], more...) {
		if !seen[text] {
			seen[text] = true
			joined = append(joined, text)
		}
	}
	return joined
}
