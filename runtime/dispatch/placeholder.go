package dispatch

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// placeholder stands for a value that the caller must fill in.
func (p property) placeholder(name string) string {
	if t := p.typeText(); t != "" {
		return "<" + name + ": " + t + ">"
	}
	return "<" + name + ">"
}

// isPlaceholderText reports a text that is still the placeholder of its argument,
// <name> or <name: type>. Callers that follow a template as it stands send it,
// and to a tool that takes any text it would look like a value.
func isPlaceholderText(name, value string) bool {
	inner, opened := strings.CutPrefix(strings.TrimSpace(value), "<"+name)
	inner, closed := strings.CutSuffix(inner, ">")
	return opened && closed && (inner == "" || inner[0] == ':')
}

// isPlaceholder reports a value as JSON that is a placeholder.
func isPlaceholder(name string, raw json.RawMessage) bool {
	if !bytes.ContainsAny(raw, `<\`) {
		return false // most values have no such sign, not even an escaped one
	}
	value, err := textOf(raw)
	return err == nil && isPlaceholderText(name, value)
}

// filledIn splits the arguments into those with a value and the names of those
// that are still placeholders, in alphabetical order.
func (a arguments) filledIn() (filled arguments, open []string) {
	for name, raw := range a {
		if isPlaceholder(name, raw) {
			open = append(open, name)
		}
	}
	if len(open) == 0 {
		return a, nil
	}
	slices.Sort(open)
	filled = maps.Clone(a)
	for _, name := range open {
		delete(filled, name)
	}
	return filled, open
}

// stillOpen are the names of placeholders for which nothing else gave a value.
func (a arguments) stillOpen(open []string) []string {
	var out []string
	for _, name := range open {
		if _, given := a[name]; !given {
			out = append(out, name)
		}
	}
	return out
}
