package agents

import "fmt"

// Listing is what a tools tool is answered with.
type Listing struct {
	Namespace string   `json:"namespace"`
	Tools     []Listed `json:"tools"`
	// Enabled tells whether the tools can now be called by name.
	Enabled bool   `json:"enabled"`
	Note    string `json:"note"`

	// Added are the names of tools that were not enabled before. It is not part
	// of the JSON.
	Added []string `json:"-"`
}

// Listed is one tool in a line.
type Listed struct {
	Name  string `json:"name"`
	About string `json:"about"`
	// Effect is the gravest that it can have: read, mutate or destroy.
	Effect string `json:"effect"`
}

// ListingSchema is the JSON Schema of a Listing.
const ListingSchema = `{"type":"object","properties":{"namespace":{"type":"string"},` +
	`"tools":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"about":{"type":"string"},"effect":{"type":"string","enum":["read","mutate","destroy"]}},"required":["name","about","effect"],"additionalProperties":false}},` +
	`"enabled":{"type":"boolean"},"note":{"type":"string"}},"required":["namespace","tools","enabled","note"],"additionalProperties":false}`

// Tools lists the tools of a namespace and enables them for the conversation,
// beside those that are enabled already. Nothing is enabled under the empty key.
// The error names an unknown namespace.
func (s *Surface) Tools(namespace, key string) (Listing, error) {
	n := s.namespace(namespace)
	if n == nil {
		return Listing{}, fmt.Errorf("there is no namespace %q", namespace)
	}
	l := Listing{Namespace: n.name, Tools: []Listed{}, Enabled: key != ""}
	ids := make([]string, 0, len(n.tools))
	for _, t := range n.tools {
		l.Tools = append(l.Tools, Listed{Name: t.name, About: t.about(), Effect: t.effect.String()})
		ids = append(ids, t.id)
	}
	if !l.Enabled {
		l.Note = fmt.Sprintf("This connection has no conversation to enable tools for. Call %s instead, with the name of the tool and its arguments in the hints.", n.ask())
		return l, nil
	}
	l.Note = fmt.Sprintf("These tools can now be called by name in this conversation. %s still chooses one by itself.", n.ask())
	for _, id := range s.loadout.Enable(key, ids...) {
		l.Added = append(l.Added, s.byID[id].name)
	}
	return l, nil
}
