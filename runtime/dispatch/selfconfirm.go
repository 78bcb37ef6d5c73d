package dispatch

import "encoding/json"

// Names of an argument by which a tool asks for confirmation itself: it does
// its work only when that is true.
var confirmNames = []string{"confirm", "confirmed"}

// confirmation is the argument by which the tool asks for confirmation, "" for
// a tool without one.
func (s *inputSchema) confirmation() string {
	for _, name := range confirmNames {
		if p, ok := s.props[name]; ok && p.Type.has("boolean") {
			return name
		}
	}
	return ""
}

// wantsConfirmation reports a tool that asks for confirmation itself, for a call
// that is not known to read only: its preview is the question.
func (p *plan) wantsConfirmation() bool {
	return p.schema.confirmation() != "" && !p.effect.surelyReads()
}

// AsksToConfirm reports an input schema with an argument by which the tool asks
// for confirmation.
func AsksToConfirm(schema string) bool {
	var s inputSchema
	var read struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal([]byte(schema), &read) != nil {
		return false
	}
	s.props = map[string]property{}
	for _, name := range confirmNames {
		var p property
		if json.Unmarshal(read.Properties[name], &p) == nil {
			s.props[name] = p
		}
	}
	return s.confirmation() != ""
}

// confirm sets that argument in a call that is previewed first: sending the
// preview back is the confirmation, and nothing else is. A caller who sets it
// in the first call still gets the preview.
func (p *plan) confirm() {
	if name := p.schema.confirmation(); name != "" && p.needsPlan() {
		p.args[name] = json.RawMessage("true")
	}
}
