package sweep

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mcp/sextant/gen/source"
)

// Bounds of tool names among clients and model providers. The longest is that
// of the protocol; the shorter ones leave room for a client's prefix.
const (
	maxToolName     = 128
	providerName    = 64
	clientName      = 60
	minDescription  = 10
	longDescription = 2000
)

var (
	protocolName  = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)
	portableName  = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
	notPortable   = regexp.MustCompile(`[^A-Za-z0-9_-]+`)
	knownDialects = []string{
		"http://json-schema.org/draft-07/schema", "https://json-schema.org/draft-07/schema",
		"https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema",
	}
)

// checkDescriptors checks the catalog against what clients and model providers
// accept.
func checkDescriptors(p *pass) {
	seen := map[string]string{}
	for i := range p.descriptors {
		d := &p.descriptors[i]
		if !p.isTool(d.ID) {
			continue
		}
		name := d.ID
		if d.Name != "" {
			name = d.Name // its own at its server; the id may hold the server's too
		}
		p.toolName(name, d.Pos)
		plain := d.Server + "\x00" + strings.ToLower(notPortable.ReplaceAllString(name, "_"))
		if other, ok := seen[plain]; ok && other != name {
			p.reportAt("tool-name", d.Pos, "rename one of them", "%s and %s are one name for clients that replace other characters or ignore case", other, name)
		}
		seen[plain] = name
		p.toolDescription(d)
		p.schema(d)
	}
}

func (p *pass) toolName(name string, at source.Position) {
	warn := func(hint, message string) {
		p.add(Finding{Rule: "tool-name", Severity: Warning, Pos: at, End: at, Hint: hint, Message: message})
	}
	switch n := utf8.RuneCountInString(name); {
	case n > maxToolName:
		p.reportAt("tool-name", at, "shorten it", "the name %s has %d characters, the protocol's limit is %d", name, n, maxToolName)
	case n > providerName:
		p.reportAt("tool-name", at, "shorten it", "the name %s has %d characters; model providers refuse more than %d", name, n, providerName)
	case n > clientName:
		warn("shorten it", fmt.Sprintf("the name %s has %d characters; some clients refuse more than %d", name, n, clientName))
	}
	switch {
	case !protocolName.MatchString(name):
		p.reportAt("tool-name", at, "use letters, digits, _ and -", "the name %q holds a character that the protocol does not allow", name)
	case !portableName.MatchString(name):
		warn("use letters, digits, _ and -", fmt.Sprintf("the name %s holds a dot, which model providers refuse", name))
	}
}

func (p *pass) toolDescription(c *source.Capability) {
	switch n := utf8.RuneCountInString(strings.TrimSpace(c.OneLine)); {
	case n < minDescription:
		p.reportAt("tool-description", c.Pos, "say in a sentence what the tool does", "the description of %s has %d characters", c.ID, n)
	case n > longDescription:
		p.reportAt("tool-description", c.Pos, "keep what tells it from other tools; move the rest into the skill",
			"the description of %s has %d characters; every client pays for them at each start", c.ID, n)
	}
}

// schema checks the input schema of a tool, as it is written, as far as clients stumble over it.
func (p *pass) schema(c *source.Capability) {
	var s struct {
		Dialect    string                     `json:"$schema"`
		Type       any                        `json:"type"`
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}
	written := c.TypedIO.InputSchema
	if len(written) == 0 {
		return // made from the parameters
	}
	if err := json.Unmarshal(written, &s); err != nil {
		p.reportAt("tool-schema", c.Pos, "correct the schema", "the input schema of %s can't be read: %v", c.ID, err)
		return
	}
	if s.Dialect != "" && !slices.Contains(knownDialects, strings.TrimRight(s.Dialect, "#")) {
		p.reportAt("tool-schema", c.Pos, "write it in JSON Schema 2020-12 and leave $schema out", "the input schema of %s is of the dialect %s", c.ID, s.Dialect)
	}
	if s.Type != "object" {
		p.reportAt("tool-schema", c.Pos, `give it "type": "object"`, "the input schema of %s is not that of an object", c.ID)
		return
	}
	if s.Properties == nil {
		p.reportAt("tool-schema", c.Pos, `add "properties": {}`, "the input schema of %s has no properties, which some clients refuse", c.ID)
	}
	for _, name := range s.Required {
		if _, ok := s.Properties[name]; !ok {
			p.reportAt("tool-schema", c.Pos, "add the property, or take it out of required", "%s requires %s, which its schema does not describe", c.ID, name)
		}
	}
}
