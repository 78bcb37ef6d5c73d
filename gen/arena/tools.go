package arena

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"strings"

	"github.com/sextant-mcp/sextant/gen/source"
)

// toolLine is one line of a list of tools.
type toolLine struct {
	Name, Namespace, Description string
	Params                       []string
	Reads, Writes                bool
	// Router and Disclosure mark tools that only lead to others. They are what
	// is measured against, not what is measured.
	Router, Disclosure bool
}

// ReadTools reads a list of tools with one JSON object a line:
//
//	{"name": "feed.list", "namespace": "feed", "description": "...", "params": ["user:str", "limit:int=4"], "reads": true}
//
// A parameter is "name:type" with "=default" for one that may be left out, and
// "|null" likewise. Tools marked router or disclosure are left out.
func ReadTools(path string) ([]source.Capability, source.Diagnostics) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, source.Diagnostics{unreadable(path, err)}
	}
	return ParseTools(path, data)
}

// ParseTools reads the content of such a list; path is only used in diagnostics.
func ParseTools(path string, data []byte) ([]source.Capability, source.Diagnostics) {
	var out []source.Capability
	var diags source.Diagnostics
	for i, line := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		pos := source.Position{File: path, Line: i + 1, Column: 1}
		var t toolLine
		err := json.Unmarshal(line, &t)
		switch {
		case err != nil:
			diags = append(diags, badTool(pos, "is no tool: "+err.Error(), err))
		case strings.TrimSpace(t.Name) == "":
			diags = append(diags, badTool(pos, `has no "name"`, nil))
		case !t.Router && !t.Disclosure:
			out = append(out, t.capability(pos))
		}
	}
	return out, diags
}

func badTool(pos source.Position, message string, err error) source.Diagnostic {
	return source.Diagnostic{
		Pos: pos, Severity: source.Error, Code: "tool-line", Message: "the line " + message, Err: err,
		Hint: `write {"name": "...", "description": "...", "params": ["name:type"]}`,
	}
}

func (t *toolLine) capability(pos source.Position) source.Capability {
	c := source.Capability{
		ID: t.Name, Name: t.Name, OneLine: t.Description, Kind: source.Kinds[0], Namespace: t.Namespace, Pos: pos,
	}
	for _, p := range t.Params {
		if param, ok := readParam(p); ok {
			c.TypedIO.Params = append(c.TypedIO.Params, param)
		}
	}
	if t.Reads != t.Writes {
		reads := t.Reads
		c.Annotations = &source.Annotations{ReadOnly: &reads}
	}
	return c
}

// typeNames are the types of parameters as JSON Schema calls them.
var typeNames = map[string]string{
	"str": "string", "int": "integer", "float": "number", "bool": "boolean", "dict": "object", "list": "array",
}

// paramForm is name:type=default, with remarks in brackets anywhere behind it.
var paramForm = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*)(?::([^=\s(]+))?(?:=(\S+))?(?:\s|\(|$)`)

// readParam reads one parameter; what has no name in front is a remark.
func readParam(text string) (source.Param, bool) {
	m := paramForm.FindStringSubmatch(text)
	// A word followed by others and no type is a remark too.
	if m == nil || m[2] == "" && m[3] == "" && m[1] != strings.TrimSpace(text) {
		return source.Param{}, false
	}
	p := source.Param{Name: m[1], Required: m[3] == "" && m[2] != "" && !strings.Contains(text, "optional")}
	var alternatives []string
	for alternative := range strings.SplitSeq(m[2], "|") {
		if alternative == "null" {
			p.Required = false
		} else if alternative != "" {
			alternatives = append(alternatives, alternative)
		}
	}
	switch {
	case len(alternatives) > 1:
		p.Type, p.Enum = "string", alternatives
	case len(alternatives) == 1 && strings.HasPrefix(alternatives[0], "["):
		p.Type = "array"
	case len(alternatives) == 1:
		p.Type = typeNames[alternatives[0]]
	}
	return p, true
}
