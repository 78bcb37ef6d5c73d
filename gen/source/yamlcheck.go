package source

import "go.yaml.in/yaml/v4"

// maxExpanded bounds the values of a front matter with its aliases written out.
const maxExpanded = 10_000

// aliasCheck walks a document once and reports aliases that expand too far,
// nesting that is too deep, keys written twice and merge keys.
type aliasCheck struct {
	block  *yamlBlock
	sizes  map[*yaml.Node]int  // values below a node, aliases written out
	open   map[*yaml.Node]bool // nodes being measured: an alias to one would never end
	failed bool
}

// size returns the number of values n stands for.
func (c *aliasCheck) size(n *yaml.Node, depth int) int {
	if size, ok := c.sizes[n]; ok || c.failed {
		return size
	}
	if depth > MaxDepth {
		c.fail(n, CodeYAMLDepth, "flatten it", "nested deeper than %d levels", MaxDepth)
		return 0
	}
	c.open[n] = true
	defer delete(c.open, n)
	size := 1
	if n.Kind == yaml.AliasNode {
		size = c.alias(n, depth)
	}
	if n.Kind == yaml.MappingNode {
		c.keys(n)
	}
	for _, child := range n.Content {
		size += c.size(child, depth+1)
	}
	if size > maxExpanded {
		c.fail(n, CodeYAMLAlias, "write the values out instead of anchors and aliases",
			"with its aliases written out this has more than %d values", maxExpanded)
	}
	c.sizes[n] = size
	return size
}

func (c *aliasCheck) alias(n *yaml.Node, depth int) int {
	if c.open[n.Alias] {
		c.fail(n, CodeYAMLAlias, "write the value out", "the alias *%s stands inside its own anchor", clip(n.Value))
		return 0
	}
	return c.size(n.Alias, depth+1)
}

func (c *aliasCheck) fail(n *yaml.Node, code, hint, format string, args ...any) {
	if !c.failed {
		c.block.sink.fail(c.block.at(n), code, hint, format, args...)
	}
	c.failed = true
}

// keys checks the keys of one mapping. The findings do not end the walk.
func (c *aliasCheck) keys(n *yaml.Node) {
	s, first := c.block.sink, make(map[string]*yaml.Node, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		switch {
		case key.Kind != yaml.ScalarNode:
			s.fail(c.block.at(key), CodeType, "write a plain word as key", "a key is %s, want a word", yamlWhat(key))
		case key.ShortTag() == "!!merge":
			s.fail(c.block.at(key), CodeYAMLMerge, "write the keys out", "merge keys are not understood by many readers")
		case first[key.Value] != nil:
			where := s.at(c.block.at(first[key.Value]))
			s.add(Diagnostic{
				Pos: s.at(c.block.at(key)), Severity: Error, Code: CodeDuplicateKey, Path: key.Value,
				Message: "the key \"" + clip(key.Value) + "\" is written twice, first at " + where.String(),
				Hint:    "delete one of the two; readers differ in which they take",
			})
		default:
			first[key.Value] = key
		}
	}
}

// yamlWhat names a YAML value's type for people.
func yamlWhat(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias"
	}
	switch n.ShortTag() {
	case "!!str":
		return "a string"
	case "!!int", "!!float":
		return "a number"
	case "!!bool":
		return "true or false"
	case "!!null":
		return "empty"
	case "!!timestamp":
		return "a date"
	}
	return "a value with the tag " + clip(n.ShortTag())
}
