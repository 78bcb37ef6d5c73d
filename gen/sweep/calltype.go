package sweep

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
)

// surfaceCalls are the functions of the surface itself that skills call, with
// their parameters.
var surfaceCalls = map[string][]catalog.Param{
	"load_tools": {
		{Name: "tools", Type: "array"}, {Name: "servers", Type: "array"},
		{Name: "toolsets", Type: "array"}, {Name: "auto_unload", Type: "boolean"},
	},
	"unload_tools": {{Name: "tools", Type: "array"}, {Name: "servers", Type: "array"}, {Name: "toolsets", Type: "array"}},
	"ask":          verbParams,
	"write":        verbParams,
	"act":          verbParams,
	"manage":       verbParams,
	"why":          verbParams,
	"find":         {{Name: "intent", Type: "string", Required: true}, {Name: "top_k", Type: "integer"}},
}

var verbParams = []catalog.Param{
	{Name: "intent", Type: "string", Required: true},
	{Name: "hints_json", Type: "string"},
	{Name: "hints", Type: "object"},
	{Name: "execute", Type: "boolean"},
}

// isSurfaceCall tells a call of the surface from one of a function of that
// name: the name has an underscore, or the call states an intent.
func isSurfaceCall(c call) bool {
	if strings.Contains(c.name, "_") {
		return true
	}
	for _, a := range c.args {
		if a.name == "intent" {
			return true
		}
	}
	return false
}

var quotedWord = regexp.MustCompile(`["']([A-Za-z0-9_.-]+)["']`)

// placeholderMarks show in a string that the reader fills it in.
var placeholderMarks = []string{"...", "…", "<", "{", "$", "YOUR_", "|"}

// isPlaceholder tells a value that stands for others. Braces are part of
// arrays and objects, so only strings are looked into.
func isPlaceholder(a argument) bool {
	if a.kind == openValue {
		return true
	}
	if a.kind != stringValue {
		return false
	}
	for _, mark := range placeholderMarks {
		if strings.Contains(a.text, mark) {
			return true
		}
	}
	return false
}

// fits tells whether a value of a kind can be an argument of a JSON type. null
// leaves an argument out; a name that is no JSON type leaves the type open.
func fits(kind valueKind, want string) bool {
	switch want {
	case "string":
		return kind == stringValue || kind == nullValue
	case "integer":
		return kind == integerValue || kind == nullValue
	case "number":
		return kind == integerValue || kind == numberValue || kind == nullValue
	case "boolean":
		return kind == boolValue || kind == nullValue
	case "array":
		return kind == arrayValue || kind == nullValue
	case "object":
		return kind == objectValue || kind == nullValue
	}
	return true
}

func withArticle(jsonType string) string {
	if strings.ContainsRune("aeiou", rune(jsonType[0])) {
		return "an " + jsonType
	}
	return "a " + jsonType
}

// closed tells whether the schema of a tool allows no argument that it does not
// describe.
func closed(c *catalog.Capability) bool {
	var schema struct {
		Additional any `json:"additionalProperties"`
	}
	return c != nil && json.Unmarshal(c.Schema, &schema) == nil && schema.Additional == false
}
