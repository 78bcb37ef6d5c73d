package args

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// Tool is what a reader knows of a tool: its parameters, from its schema. It
// never changes and may be used from several goroutines.
type Tool struct {
	params []param
	keys   map[string][]key
}

// param is one parameter.
type param struct {
	name, description string
	types             []string
	enum              []any
	format            string
	pattern           *regexp.Regexp
	minimum, maximum  *float64
	minLength         *int
	maxLength         *int
	required          bool
	fallback          json.RawMessage
	items             *param
	stems             []string // of the name
	about             []string // of the description
	examples          []string
	shape             dateShape
	// choices holds the stems of each item of the enum, nil for one that is no text;
	// words is set for an enum that is a truth value in words.
	choices [][]string
	words   bool
}

// schemaText is the part of a property's schema that is read.
type schemaText struct {
	Type        json.RawMessage `json:"type"`
	Description string          `json:"description"`
	Enum        []any           `json:"enum"`
	Format      string          `json:"format"`
	Pattern     string          `json:"pattern"`
	Minimum     *float64        `json:"minimum"`
	Maximum     *float64        `json:"maximum"`
	MinLength   *int            `json:"minLength"`
	MaxLength   *int            `json:"maxLength"`
	Default     json.RawMessage `json:"default"`
	Items       json.RawMessage `json:"items"`
	Const       json.RawMessage `json:"const"`
}

// Parse reads the parameters from a JSON Schema object, or from the record's
// parameters when the schema is "" or lists none. What it can't read it leaves
// out: of such a parameter nothing is ever filled.
func Parse(schema string, params []runtime.ParamRecord) *Tool {
	t := &Tool{}
	var top struct {
		Properties json.RawMessage `json:"properties"`
		Required   []string        `json:"required"`
	}
	_ = json.Unmarshal([]byte(schema), &top) // no schema, no parameters
	t.readProperties(top.Properties, top.Required)
	if len(t.params) == 0 {
		t.readRecords(params)
	}
	t.indexKeys()
	return t
}

func (t *Tool) readProperties(raw json.RawMessage, required []string) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return
		}
		var body json.RawMessage
		if d.Decode(&body) != nil {
			return
		}
		if p, ok := parseParam(name.(string), body); ok {
			p.required = slices.Contains(required, p.name)
			t.params = append(t.params, p)
		}
	}
}

func parseParam(name string, body json.RawMessage) (param, bool) {
	var s schemaText
	if json.Unmarshal(body, &s) != nil || s.Const != nil {
		return param{}, false
	}
	p := param{
		name: name, description: s.Description, enum: s.Enum, format: s.Format,
		minimum: s.Minimum, maximum: s.Maximum, minLength: s.MinLength, maxLength: s.MaxLength, fallback: s.Default,
	}
	var one string
	if json.Unmarshal(s.Type, &one) == nil && one != "" {
		p.types = []string{one}
	} else if s.Type != nil {
		_ = json.Unmarshal(s.Type, &p.types) // neither a name nor names: takes nothing
	}
	if s.Pattern != "" {
		compiled, err := regexp.Compile(s.Pattern)
		if err != nil {
			return param{}, false
		}
		p.pattern = compiled
	}
	if item, ok := parseParam(name, s.Items); ok && p.has("array") {
		p.items = &item
	}
	p.describe()
	return p, true
}

func (t *Tool) readRecords(records []runtime.ParamRecord) {
	for _, r := range records {
		p := param{name: r.Name, description: r.Description, required: r.Required, fallback: r.Default}
		if r.Type != "" && r.Type != "any" {
			p.types = []string{r.Type}
		}
		for _, e := range r.Enum {
			p.enum = append(p.enum, e)
		}
		p.describe()
		t.params = append(t.params, p)
	}
}

// describe works out what name and description say.
func (p *param) describe() {
	p.stems = text.AppendTokens(nil, p.name)
	p.about = text.AppendTokens(nil, p.description)
	p.examples = examplesIn(p.description)
	p.shape = shapeOf(p)
	p.choices = make([][]string, len(p.enum))
	for i, e := range p.enum {
		if s, ok := e.(string); ok {
			p.choices[i] = text.AppendTokens(nil, s)
		}
	}
	p.words = p.choiceValue("true") != nil && p.choiceValue("false") != nil
}

func (p *param) has(kind string) bool { return slices.Contains(p.types, kind) }

// named reports whether one of some words is part of the name.
func (p *param) named(words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(p.stems, ruleStem(w)) })
}

// tells reports whether one of some words is part of the description.
func (p *param) tells(words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(p.about, ruleStem(w)) })
}

func (p *param) numeric() bool { return (p.has("integer") || p.has("number")) && len(p.enum) == 0 }

// open reports a parameter that takes any text.
func (p *param) open() bool { return p.has("string") && len(p.enum) == 0 }

// quotedExample finds what a description puts between quotation marks.
var quotedExample = regexp.MustCompile("'([^']{1,60})'|\"([^\"]{1,60})\"|`([^`]{1,60})`|“([^”]{1,60})”")

func examplesIn(description string) []string {
	var out []string
	for _, m := range quotedExample.FindAllStringSubmatch(description, -1) {
		out = append(out, strings.TrimSpace(m[1]+m[2]+m[3]+m[4]))
	}
	return out
}
