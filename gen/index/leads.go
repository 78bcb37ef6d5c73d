package index

import (
	"strings"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/text"
)

// What it counts that a capability's name or description leads with a word, and
// that a further sentence of it does, on the scale of runtime.MaxWeight. Where
// there are examples it is half of that: what these lead with is learned.
const (
	leadWeight     = 20
	sentenceWeight = 10
)

// addLeads adds the words that the capability's texts lead with. In "Follow an
// artist" and "Get followed artists" the same words stand; the first one says
// which of the two does what "follow this singer" asks for.
func (d *document) addLeads(c *catalog.Capability) {
	for _, name := range nameLeads(c.ID) {
		d.lead(name, leadWeight)
	}
	if c.Title != c.ID {
		d.lead(c.Title, leadWeight)
	}
	for i, s := range sentences(c.OneLine) {
		if i == 0 {
			d.lead(s, leadWeight)
		} else {
			d.lead(s, sentenceWeight)
		}
	}
	for _, a := range c.Actions {
		d.lead(a.Name, leadWeight)
	}
}

// lead adds the word that a text leads with, unless it is only grammar ("This
// tool ...").
func (d *document) lead(s string, weight int) {
	if first := text.AppendTokens(nil, s); len(first) > 0 && !isGrammar(first[0]) {
		d.phrase(string(runtime.LeadFeature(nil, first[0])), weight/d.manner.leadPart)
	}
}

// sentences cuts a description at full stops, semicolons and line ends.
func sentences(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == ';' || r == '\n' })
}
