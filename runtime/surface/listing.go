package surface

import "encoding/json"

// Listed is a tool as tools/list shows it: what a client hands to its model, and
// the schema of the result, which it keeps to itself.
type Listed struct {
	Name         string          `json:"name"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"-"`
}

// Listing is all that tools/list shows to a client that has loaded nothing, in
// order, for people who want to know what it costs.
func (s *Surface) Listing() []Listed {
	tools := s.table().listed
	out := make([]Listed, len(tools))
	for i, t := range tools {
		out[i] = Listed{Name: t.Name, Description: t.Description, InputSchema: t.RawInputSchema, OutputSchema: t.RawOutputSchema}
	}
	return out
}
