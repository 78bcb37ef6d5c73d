package sweep

import (
	"fmt"
	"slices"
	"strings"
)

// knownFields are the fields of the format, then those of this platform. One of
// them that has the wrong type is kept with the unknown ones; field-type has
// said what is wrong with it.
var knownFields = []string{
	"name", "description", "license", "compatibility", "metadata", "allowed-tools",
	"skill_type", "tags", "tier", "wraps", "domain", "requires", "aliases", "concept",
}

// clientFields are fields that single clients have added to the format.
var clientFields = []string{
	"agent", "argument-hint", "context", "disable-model-invocation", "effort", "hooks", "model", "user-invocable", "when_to_use",
}

func (c frontCheck) unknown() {
	var keys []string
	for key := range c.s.Extra {
		if !slices.Contains(c.p.config.Fields, key) && !slices.Contains(knownFields, key) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		c.report("field-unknown", key, c.fieldHint(key), "the field %q is not known", key)
	}
}

// fieldHint says what to do with a field that is not known.
func (c frontCheck) fieldHint(key string) string {
	if slices.Contains(clientFields, key) {
		return "it is read by some clients only; keep what all must know in the description and the body, and list it under fields in the configuration"
	}
	for _, known := range knownFields {
		if _, there := c.s.FieldPos[known]; !there && looksLike(key, known) {
			return fmt.Sprintf("write %s, if that is meant", known)
		}
	}
	return "correct its spelling, move it under metadata, or list it under fields in the configuration"
}

// looksLike tells a slip of the pen: other case or other hyphens, or, in a word
// that is long enough, one letter too many, too few or wrong, or two swapped.
func looksLike(word, known string) bool {
	plain := strings.NewReplacer("-", "", "_", "", " ", "")
	word, known = plain.Replace(strings.ToLower(word)), plain.Replace(known)
	return word == known || len(known) > 3 && oneSlip(word, known)
}

func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch len(b) - len(a) {
	case 0:
		swapped := i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		return swapped || i < len(a) && a[i+1:] == b[i+1:]
	case 1:
		return a[i:] == b[i+1:]
	}
	return false
}

// allowedTools reports commas between tools: the format separates them by white
// space, so that a comma becomes part of a name. Commas in parentheses belong to
// a tool's pattern.
func (c frontCheck) allowedTools() {
	const field = "allowed-tools"
	pos, there := c.s.FieldPos[field]
	text, isString := c.s.Front[field].(string)
	if !there || !isString {
		return
	}
	commas := commasOutside(text)
	if len(commas) == 0 {
		return
	}
	key := c.f.at.offset(pos)
	end := lineEnd(c.f.data, key)
	at := strings.Index(string(c.f.data[key:end]), text)
	if at < 0 { // folded over lines, or with escapes
		c.report("allowed-tools-form", field, "separate the tools by spaces", "the tools are separated by commas")
		return
	}
	fix := &Fix{Label: "separate the tools by spaces"}
	for _, comma := range commas {
		edit := Edit{Start: key + at + comma, End: key + at + comma + 1}
		if rest := text[comma+1:]; rest != "" && rest[0] != ' ' {
			edit.New = " "
		}
		fix.Edits = append(fix.Edits, edit)
	}
	c.p.report(c.f, "allowed-tools-form", key+at+commas[0], key+at+len(text), fix, "separate the tools by spaces", "the tools are separated by commas")
}

func commasOutside(text string) (at []int) {
	depth := 0
	for i, r := range text {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth <= 0 {
				at = append(at, i)
			}
		}
	}
	return at
}
