package own

import (
	"encoding/json"
	"errors"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

type description struct {
	ID    string   `json:"id"`
	Kind  string   `json:"kind"`
	Verbs []string `json:"verbs"` // the primary verb first
	*runtime.Record
	// Effects is what each action does, as the dispatcher judges it.
	Effects map[string]string `json:"effects,omitempty"`
	// Schema is the JSON Schema of the arguments.
	Schema json.RawMessage `json:"input_schema,omitempty"`
	// Notes are the condensed notes of the skills that wrap it, by skill.
	Notes map[string]string `json:"notes,omitempty"`
	Bind  *dispatch.Bind    `json:"bind"`
}

// describeCapability tells all that is known of one capability.
func (s *Server) describeCapability(raw json.RawMessage) (any, error) {
	var args struct {
		ID string `json:"id"`
	}
	if err := decode(raw, &args); err != nil {
		return nil, err
	}
	if args.ID == "" {
		return nil, errors.New("id is empty; give the id of a capability, which sextant_list_capabilities lists")
	}
	rec, err := s.record(args.ID)
	if err != nil {
		return nil, err
	}
	d := description{
		ID: rec.ID, Kind: rec.Kind.String(), Verbs: verbNames(rec.Verbs), Record: rec,
		Effects: map[string]string{}, Notes: map[string]string{}, Bind: runtime.BindingOf(rec),
	}
	for _, a := range rec.Actions {
		d.Effects[a.Name] = dispatch.Assess(rec, a.Name).Effect.String()
	}
	if number, ok := s.router.Lookup(rec.ID); ok && s.router.Schema(number) != "" {
		d.Schema = json.RawMessage(s.router.Schema(number))
	}
	for _, skill := range append([]string{rec.ID}, rec.Skills...) {
		if note := s.notes[skill]; note != "" {
			d.Notes[skill] = note
		}
	}
	return d, nil
}
