package source

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"
)

// frontMatter fills the skill's fields. It returns false when the front matter cannot be read at all.
func (s *sink) frontMatter(skill *Skill) bool {
	b := newYAMLBlock(s, skill.FrontStart, skill.FrontEnd)
	root := b.parse()
	if root == nil {
		return false
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		if _, taken := skill.FieldPos[key.Value]; taken || key.Kind != yaml.ScalarNode || key.ShortTag() == "!!merge" {
			continue // reported already
		}
		skill.FieldPos[key.Value] = s.at(b.at(key))
		for value.Kind == yaml.AliasNode {
			value = value.Alias
		}
		skill.Front[key.Value] = anyOf(value)
		field{b, key, value}.fill(skill)
	}
	s.requireField(skill, "name", "write the folder's name")
	s.requireField(skill, "description", "say in one or two sentences what the skill does and when to use it")
	return true
}

func (s *sink) requireField(skill *Skill, key, hint string) {
	if _, ok := skill.FieldPos[key]; !ok {
		s.add(Diagnostic{
			Pos: s.at(skill.FrontStart), Severity: Error, Code: CodeMissing, Path: key,
			Message: fmt.Sprintf("the front matter has no %s", key), Hint: fmt.Sprintf("add a line '%s: ...': %s", key, hint),
		})
	}
}

// field is one key of the front matter and its value.
type field struct {
	block      *yamlBlock
	key, value *yaml.Node
}

func (f field) fill(skill *Skill) {
	switch f.key.Value {
	case "name":
		if name := f.required(); name != "" {
			skill.Name = name
		}
	case "description":
		skill.Description = f.required()
	case "skill_type":
		skill.Type = f.text()
	case "license":
		skill.License = f.text()
	case "compatibility":
		skill.Compatibility = f.text()
	case "tier":
		skill.Tier = f.text()
	case "domain":
		skill.Domain = f.text()
	case "concept":
		skill.Concept = f.text()
	case "tags":
		skill.Tags = f.texts()
	case "wraps":
		skill.Wraps = f.texts()
	case "requires":
		skill.Requires = f.requires(skill)
	case "aliases":
		skill.Aliases = f.texts()
	case "allowed-tools":
		skill.AllowedTools = f.allowedTools()
	case "metadata":
		skill.Metadata = f.metadata()
	default:
		f.keep(skill)
	}
}

// keep puts a field that is not this platform's into Extra.
func (f field) keep(skill *Skill) {
	if skill.Extra == nil {
		skill.Extra = make(map[string]any)
	}
	skill.Extra[f.key.Value] = skill.Front[f.key.Value]
}

// requires reads requires. Other platforms keep a mapping under that name.
func (f field) requires(skill *Skill) []string {
	if f.value.Kind == yaml.MappingNode {
		f.warn(f.value, CodeType, "write [a, b] to name the skills this one needs", "is a mapping, want a list; it is kept but not used")
		f.keep(skill)
		return nil
	}
	return f.texts()
}

func (f field) fail(n *yaml.Node, code, hint, format string, args ...any) {
	f.report(Error, n, code, hint, fmt.Sprintf(format, args...))
}

func (f field) warn(n *yaml.Node, code, hint, format string, args ...any) {
	f.report(Warning, n, code, hint, fmt.Sprintf(format, args...))
}

func (f field) report(severity Severity, n *yaml.Node, code, hint, message string) {
	s := f.block.sink
	s.add(Diagnostic{
		Pos: s.at(f.block.at(n)), Severity: severity, Code: code, Path: f.key.Value,
		Message: f.key.Value + " " + message, Hint: hint,
	})
}

// required reads a string that must be there and not be blank.
func (f field) required() string {
	if f.value.ShortTag() == "!!null" {
		f.fail(f.key, CodeEmpty, "write a text behind the colon", "is empty")
		return ""
	}
	if f.value.Kind != yaml.ScalarNode || f.value.ShortTag() != "!!str" {
		f.fail(f.value, CodeType, quoteHint(f.value), "is %s, want a string", yamlWhat(f.value))
		if f.value.Kind == yaml.ScalarNode {
			return f.value.Value
		}
		return ""
	}
	text := strings.TrimSpace(f.value.Value)
	if text == "" {
		f.fail(f.value, CodeEmpty, "write a text behind the colon", "is empty")
	}
	return text
}

// text reads an optional string. A number, a date, true or false is taken as it is written.
func (f field) text() string {
	switch {
	case f.value.ShortTag() == "!!null":
		f.warn(f.key, CodeEmpty, "write a value or delete the line", "is empty; it is taken as absent")
		return ""
	case f.value.Kind != yaml.ScalarNode:
		f.fail(f.value, CodeType, quoteHint(f.value), "is %s, want a string", yamlWhat(f.value))
		return ""
	case f.value.ShortTag() != "!!str":
		f.warn(f.value, CodeType, quoteHint(f.value), "is %s; it is taken as the string %q", yamlWhat(f.value), clip(f.value.Value))
	}
	return strings.TrimSpace(f.value.Value)
}

func quoteHint(n *yaml.Node) string {
	if n.Kind == yaml.ScalarNode {
		return fmt.Sprintf("put it in quotes: %q", clip(n.Value))
	}
	return "write one string"
}

// texts reads a list of strings. A single string is split at its commas.
func (f field) texts() []string {
	switch {
	case f.value.ShortTag() == "!!null":
		f.warn(f.key, CodeEmpty, "write a list or delete the line", "is empty; it is taken as absent")
		return nil
	case f.value.Kind == yaml.MappingNode:
		f.fail(f.value, CodeType, "write [a, b]", "is a mapping, want a list of strings")
		return nil
	case f.value.Kind == yaml.ScalarNode:
		list := splitList(f.value.Value)
		f.warn(f.value, CodeType, "write ["+clip(strings.Join(list, ", "))+"]", "is %s, want a list; it is split at its commas", yamlWhat(f.value))
		return list
	}
	list := make([]string, 0, len(f.value.Content))
	for _, item := range f.value.Content {
		if text, ok := f.item(item); ok {
			list = append(list, text)
		}
	}
	return list
}

// item reads one element of a list of strings.
func (f field) item(n *yaml.Node) (string, bool) {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch {
	case n.Kind != yaml.ScalarNode:
		f.fail(n, CodeType, "write one string for each element", "holds %s, want strings", yamlWhat(n))
		return "", false
	case n.ShortTag() == "!!null" || strings.TrimSpace(n.Value) == "":
		f.warn(n, CodeEmpty, "delete it", "holds an empty element; it is left out")
		return "", false
	case n.ShortTag() != "!!str":
		f.warn(n, CodeType, quoteHint(n), "holds %s; it is taken as the string %q", yamlWhat(n), clip(n.Value))
	}
	return strings.TrimSpace(n.Value), true
}

func splitList(text string) []string {
	var list []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// allowedTools reads allowed-tools: one string by its specification, often a list in practice.
func (f field) allowedTools() string {
	if f.value.Kind != yaml.SequenceNode {
		return f.text()
	}
	list := f.texts()
	f.warn(f.value, CodeType, "write them as one string, separated by spaces", "is a list, want a string; its elements are joined by spaces")
	return strings.Join(list, " ")
}
