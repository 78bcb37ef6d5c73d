package sweep

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/sextant-mcp/sextant/gen/source"
)

// ConfigFile is the name under which a configuration is looked for.
const ConfigFile = ".skillsweep.yaml"

// Config adjusts the rules to a repository. As a file it is YAML:
//
//	rules:
//	  body-length: off          # off, note, warning or error
//	fields: [version]           # front matter fields of this repository
//	unskilled:                  # tools that need no skill, and why
//	  engine_rbac: for operators, described in their handbook
//	ignore:
//	  - rules: [call-action]
//	    paths: ["skills/old-*/**"]
//	    reason: goes with the old engine in spring
type Config struct {
	// Rules gives rules another severity; Off turns one off.
	Rules map[string]Severity
	// Fields are top-level fields of the front matter that are known here.
	Fields []string
	// Unskilled are the tools that need no skill.
	Unskilled []Unskilled
	// Ignore silences rules below paths.
	Ignore []Ignore
}

// Unskilled is a tool that needs no skill.
type Unskilled struct {
	Tool, Reason string
	Pos          source.Position
}

// Ignore silences rules in files. Paths are patterns of whole paths as findings
// show them, or of the folders above: * matches within a part, ** any number of
// parts.
type Ignore struct {
	Rules, Paths []string
	Reason       string
}

// LoadConfig reads a configuration. The error names file, line and column.
func LoadConfig(path string) (*Config, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the configuration: %w", err)
	}
	return ParseConfig(filepath.ToSlash(path), data)
}

// ParseConfig reads the content of a configuration; path is for errors.
func ParseConfig(path string, data []byte) (*Config, error) {
	r := configReader{path: path, config: &Config{Rules: map[string]Severity{}}}
	document, err := r.document(data)
	if err != nil || document == nil {
		return r.config, err
	}
	sections := map[string]func(*yaml.Node) error{
		"rules": r.rules, "unskilled": r.unskilled, "ignore": r.ignore,
		"fields": func(n *yaml.Node) (err error) { r.config.Fields, err = r.words(n); return err },
	}
	err = r.each(document, func(key, value *yaml.Node) error {
		section := sections[key.Value]
		if section == nil {
			return r.errorf(key, "there is no section %q; use rules, fields, unskilled or ignore", key.Value)
		}
		return section(value)
	})
	if err != nil {
		return nil, err
	}
	return r.config, nil
}

type configReader struct {
	path   string
	config *Config
}

// document is the YAML of a configuration, nil when it says nothing.
func (r configReader) document(data []byte) (*yaml.Node, error) {
	var document yaml.Node
	err := yaml.Load(data, &document)
	switch {
	case err != nil && strings.Contains(err.Error(), "no documents"):
		return nil, nil
	case err != nil:
		return nil, r.syntax(err)
	case len(document.Content) == 0:
		return nil, nil
	}
	return document.Content[0], nil
}

// syntax puts the place of a YAML error where all errors have it.
func (r configReader) syntax(err error) error {
	var load *yaml.LoadError
	if errors.As(err, &load) && load.Mark.Line > 0 {
		return fmt.Errorf("%s:%d:%d: not YAML: %w", r.path, load.Mark.Line, load.Mark.Column, err)
	}
	return fmt.Errorf("%s: not YAML: %w", r.path, err)
}

func (r configReader) errorf(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %s", r.path, n.Line, n.Column, fmt.Sprintf(format, args...))
}

// each calls fn for every key of a mapping; null is an empty one.
func (r configReader) each(n *yaml.Node, fn func(key, value *yaml.Node) error) error {
	if n.ShortTag() == "!!null" {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		return r.errorf(n, "want a mapping of keys to values")
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if key := n.Content[i]; seen[key.Value] {
			return r.errorf(key, "%q is written twice; delete one of the two", key.Value)
		}
		seen[n.Content[i].Value] = true
		if err := fn(n.Content[i], n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

func (r configReader) words(n *yaml.Node) ([]string, error) {
	var list []string
	if err := n.Decode(&list); err != nil {
		return nil, r.errorf(n, "want a list of strings")
	}
	return list, nil
}

// patterns are words that paths can be matched with.
func (r configReader) patterns(n *yaml.Node) ([]string, error) {
	list, err := r.words(n)
	for _, pattern := range list {
		if _, bad := path.Match(pattern, ""); bad != nil {
			return nil, r.errorf(n, "%q is no pattern: a [ in it is not closed, or a \\ ends it", pattern)
		}
	}
	return list, err
}

func (r configReader) rules(n *yaml.Node) error {
	return r.each(n, func(key, value *yaml.Node) error {
		if Lookup(key.Value) == nil {
			return r.errorf(key, "there is no rule %q; skillsweep -rules lists them", key.Value)
		}
		severity, err := ParseSeverity(value.Value)
		if err != nil {
			return r.errorf(value, "%v", err)
		}
		r.config.Rules[key.Value] = severity
		return nil
	})
}

func (r configReader) unskilled(n *yaml.Node) error {
	return r.each(n, func(key, value *yaml.Node) error {
		u := Unskilled{Tool: key.Value, Pos: source.Position{File: r.path, Line: key.Line, Column: key.Column}}
		if value.ShortTag() != "!!null" {
			u.Reason = value.Value
		}
		r.config.Unskilled = append(r.config.Unskilled, u)
		return nil
	})
}

func (r configReader) ignore(n *yaml.Node) error {
	if n.Kind != yaml.SequenceNode {
		return r.errorf(n, "want a list of entries with rules, paths and reason")
	}
	for _, entry := range n.Content {
		ig, err := r.ignoreEntry(entry)
		if err != nil {
			return err
		}
		r.config.Ignore = append(r.config.Ignore, ig)
	}
	return nil
}

func (r configReader) ignoreEntry(n *yaml.Node) (ig Ignore, err error) {
	err = r.each(n, func(key, value *yaml.Node) (err error) {
		switch key.Value {
		case "rules":
			ig.Rules, err = r.words(value)
		case "paths":
			ig.Paths, err = r.patterns(value)
		case "reason":
			ig.Reason = value.Value
		default:
			err = r.errorf(key, "there is no key %q; use rules, paths and reason", key.Value)
		}
		return err
	})
	switch {
	case err != nil:
		return ig, err
	case len(ig.Rules) == 0 || len(ig.Paths) == 0 || ig.Reason == "":
		return ig, r.errorf(n, "an ignore needs rules, paths and a reason")
	}
	if i := slices.IndexFunc(ig.Rules, func(id string) bool { return Lookup(id) == nil }); i >= 0 {
		return ig, r.errorf(n, "there is no rule %q; skillsweep -rules lists them", ig.Rules[i])
	}
	return ig, nil
}

// unskilled returns why a tool needs no skill.
func (c *Config) unskilled(tool string) (reason string, ok bool) {
	i := slices.IndexFunc(c.Unskilled, func(u Unskilled) bool { return u.Tool == tool })
	if i < 0 {
		return "", false
	}
	return c.Unskilled[i].Reason, true
}

// ignored tells whether the configuration silences a finding.
func (c *Config) ignored(f Finding) bool {
	for _, ig := range c.Ignore {
		if slices.Contains(ig.Rules, f.Rule) && slices.ContainsFunc(ig.Paths, func(p string) bool { return matchPath(p, f.Pos.File) }) {
			return true
		}
	}
	return false
}
