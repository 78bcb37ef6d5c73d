package source

import (
	"encoding/json"
	"math"

	"go.yaml.in/yaml/v4"
)

// metadata reads the map of strings. Values of other types are kept as JSON.
func (f field) metadata() map[string]string {
	switch {
	case f.value.ShortTag() == "!!null":
		f.warn(f.key, CodeEmpty, "write a value or delete the line", "is empty; it is taken as absent")
		return nil
	case f.value.Kind != yaml.MappingNode:
		f.fail(f.value, CodeType, "write one 'key: value' a line, indented", "is %s, want a mapping of strings", yamlWhat(f.value))
		return nil
	}
	metadata := make(map[string]string, len(f.value.Content)/2)
	for i := 0; i+1 < len(f.value.Content); i += 2 {
		key, value := f.value.Content[i], f.value.Content[i+1]
		if _, taken := metadata[key.Value]; !taken && key.Kind == yaml.ScalarNode {
			metadata[key.Value] = f.metadataValue(key, value)
		}
	}
	return metadata
}

func (f field) metadataValue(key, value *yaml.Node) string {
	for value.Kind == yaml.AliasNode {
		value = value.Alias
	}
	if value.Kind == yaml.ScalarNode {
		if value.ShortTag() != "!!str" {
			f.warn(value, CodeType, quoteHint(value), "has %s under %q; it is taken as the string %q",
				yamlWhat(value), clip(key.Value), clip(value.Value))
		}
		return value.Value
	}
	f.warn(value, CodeType, "keep metadata flat: strings only", "has %s under %q; it is kept as JSON", yamlWhat(value), clip(key.Value))
	text, err := json.Marshal(anyOf(value))
	if err != nil {
		return ""
	}
	return string(text)
}

// anyOf turns a checked YAML value into Go values that JSON can hold; dates and
// values with tags of their own stay the text they are.
func anyOf(n *yaml.Node) any {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch n.Kind {
	case yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i, item := range n.Content {
			list[i] = anyOf(item)
		}
		return list
	case yaml.MappingNode:
		mapping := make(map[string]any, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			mapping[n.Content[i].Value] = anyOf(n.Content[i+1])
		}
		return mapping
	}
	return scalarOf(n)
}

func scalarOf(n *yaml.Node) any {
	switch n.ShortTag() {
	case "!!null", "!!bool", "!!int", "!!float":
		var value any
		if err := n.Decode(&value); err != nil {
			return n.Value
		}
		if number, ok := value.(float64); ok && (math.IsNaN(number) || math.IsInf(number, 0)) {
			return n.Value
		}
		return value
	}
	return n.Value
}
