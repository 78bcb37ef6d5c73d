package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// variables fills in what stands in ${...}.
type variables struct {
	env       Lookup
	workspace string
}

func newVariables(path string, env Lookup) variables {
	if env == nil {
		env = func(string) (string, bool) { return "", false }
	}
	folder := filepath.Dir(path)
	if abs, err := filepath.Abs(folder); err == nil {
		folder = abs
	}
	if base := filepath.Base(folder); base == ".vscode" || base == ".cursor" {
		folder = filepath.Dir(folder)
	}
	return variables{env, folder}
}

// expand fills in every ${...} of a text. What is filled in is not looked at
// again. A "$" without a brace behind it stands for itself.
func (v variables) expand(text string) (string, error) {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "${")
		b.WriteString(before)
		if !ok {
			return b.String(), nil
		}
		inner, after, closed := strings.Cut(rest, "}")
		if !closed {
			return "", fmt.Errorf("a ${ is not closed")
		}
		value, err := v.value(inner)
		if err != nil {
			return "", err
		}
		b.WriteString(value)
		text = after
	}
}

func (v variables) value(inner string) (string, error) {
	switch inner {
	case "workspaceFolder":
		return v.workspace, nil
	case "workspaceFolderBasename":
		return filepath.Base(v.workspace), nil
	case "userHome":
		return os.UserHomeDir()
	case "pathSeparator", "/":
		return string(filepath.Separator), nil
	}
	name, fallback, hasFallback := strings.Cut(inner, ":-")
	if kind, rest, ok := strings.Cut(name, ":"); ok {
		switch kind {
		case "env":
			name = rest
		case "input":
			return "", fmt.Errorf("${input:%s} is a value that VS Code asks a person for, and here nobody can be asked; write ${env:NAME} and set NAME", rest)
		default:
			return "", fmt.Errorf("${%s:...} is not known; known are ${NAME}, ${NAME:-text} and ${env:NAME}", kind)
		}
	}
	if !isName(name) {
		return "", fmt.Errorf("${...} does not hold the name of a variable")
	}
	value, set := v.env(name)
	switch {
	case hasFallback && value == "":
		return fallback, nil
	case !set:
		return "", fmt.Errorf("the environment variable %s is not set; set it, or write ${%s:-text} to do without", name, name)
	}
	return value, nil
}

func isName(s string) bool {
	for i, c := range []byte(s) {
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
