package source

import (
	"slices"
	"strings"
)

// scope is a kind of object, by the keys that are read in it.
type scope struct {
	keys []string
	// misnamed tells where what people call so is read: a key of this scope, or
	// a path in the entry. Its keys are written as plainName does.
	misnamed map[string]string
}

// The scopes. What is not read there and looks like nothing that is, is the
// writer's own business and kept.
var (
	entryScope = &scope{
		keys: []string{"id", "name", "title", "one_line", "kind", "server", "namespace", "intent_verbs", "does", "typed_io", "policy",
			"scopes", "tags", "examples", "when_to_use", "when_not", "caveats", "annotations"},
		misnamed: map[string]string{
			"verb": "intent_verbs", "verbs": "intent_verbs", "intents": "intent_verbs",
			"description": "one_line", "summary": "one_line",
			"action": "does", "actions": "does", "mutates": "does[].mutates", "idempotent": "does[].idempotent",
			"inputschema": "typed_io.input_schema", "outputschema": "typed_io.output_schema",
			"inputparams": "typed_io.input_params", "params": "typed_io.input_params", "parameters": "typed_io.input_params",
			"restroute": "typed_io.rest_route", "approval": "policy.approval_class", "approvalclass": "policy.approval_class",
			"readonlyhint": "annotations.readOnlyHint", "destructivehint": "annotations.destructiveHint",
			"idempotenthint": "annotations.idempotentHint", "openworldhint": "annotations.openWorldHint",
		},
	}
	toolScope = &scope{
		keys: []string{"id", "name", "title", "description", "inputSchema", "outputSchema", "annotations", "kind", "server", "namespace",
			"intent_verbs", "scopes", "examples", "when_to_use", "when_not", "caveats", "execution", "icons", "_meta"},
		misnamed: map[string]string{
			"verb": "intent_verbs", "verbs": "intent_verbs", "oneline": "description", "parameters": "inputSchema",
			"readonlyhint": "annotations.readOnlyHint", "destructivehint": "annotations.destructiveHint",
		},
	}
	typedIOScope = &scope{
		keys: []string{"rest_route", "tags", "input_params", "input_schema", "output_schema"},
		misnamed: map[string]string{
			"params": "input_params", "parameters": "input_params", "route": "rest_route",
			"oneline": "one_line", "intentverbs": "intent_verbs", "does": "does", "scopes": "scopes", "examples": "examples",
			"whentouse": "when_to_use", "whennot": "when_not", "caveats": "caveats", "approvalclass": "policy.approval_class",
		},
	}
	actionScope = &scope{
		keys:     []string{"action", "mutates", "idempotent", "description"},
		misnamed: map[string]string{"name": "action", "readonly": "mutates", "approvalclass": "policy.approval_class", "examples": "examples"},
	}
	policyScope = &scope{
		keys:     []string{"approval_class"},
		misnamed: map[string]string{"approval": "approval_class", "scopes": "scopes", "mutates": "does[].mutates"},
	}
	paramScope = &scope{
		keys:     []string{"name", "type", "required", "default", "description", "enum"},
		misnamed: map[string]string{"id": "name", "values": "enum"},
	}
	annotationScope = &scope{
		keys:     []string{"title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"},
		misnamed: map[string]string{"readonly": "readOnlyHint", "destructive": "destructiveHint", "idempotent": "idempotentHint", "openworld": "openWorldHint"},
	}
)

// checkKey warns of a key that is not read but looks as if it should be.
func (s *sink) checkKey(in *scope, m member, at *place) {
	if slices.Contains(in.keys, m.key) {
		return // known, though nothing is done with it
	}
	right := in.meant(m.key)
	if right == "" {
		return
	}
	key := node{start: m.start}
	if slices.Contains(in.keys, right) {
		s.warnJSON(key, at, CodeKey, `write "`+right+`"`, "is not read")
		return
	}
	s.warnJSON(key, at, CodeKey, "move it to "+right+" of the entry", "is not read here")
}

// meant returns the key or path that an unread key seems to stand for, "" when
// it resembles none.
func (in *scope) meant(key string) string {
	plain := plainName(key)
	for _, known := range in.keys {
		if plainName(known) == plain {
			return known
		}
	}
	if right := in.misnamed[plain]; right != "" {
		return right
	}
	for _, known := range in.keys {
		if withinEdits(plain, plainName(known)) {
			return known
		}
	}
	for _, known := range sortedKeys(in.misnamed) {
		// A slip in a key that is in the wrong place too.
		if right := in.misnamed[known]; strings.Contains(right, ".") && withinEdits(plain, known) {
			return right
		}
	}
	return ""
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

var joiners = strings.NewReplacer("_", "", "-", "")

// plainName is a key without case, underscores and hyphens.
func plainName(key string) string { return joiners.Replace(strings.ToLower(key)) }

// withinEdits tells whether a key is a slip for a known one: at most two edits
// away, one for short keys, where two make another word. An edit inserts,
// deletes or changes a byte or swaps two neighbours.
func withinEdits(key, known string) bool {
	most := 2
	switch {
	case len(known) < 4:
		return false
	case len(known) < 6:
		most = 1
	}
	if d := len(key) - len(known); d > most || -d > most {
		return false
	}
	return edits(key, known) <= most
}

// edits counts the edits between two texts, each place edited once.
func edits(a, b string) int {
	var before, above []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, above, row = above, row, make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := above[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, above[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
