package dispatch

import "encoding/json"

// defaultsOf are the defaults of arguments that the schema requires all the
// same, as generators write that know a value's type after it was read and not
// before. Only a default that its own schema accepts is one; null stands for
// "none chosen".
func (s *inputSchema) defaultsOf() map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	if s.compiled == nil {
		return out
	}
	for _, name := range s.required {
		value := s.props[name].Default
		if value == nil || string(value) == "null" || len(s.checkEach(arguments{name: value})) > 0 {
			continue
		}
		out[name] = value
	}
	return out
}

// fillDefaults gives the required arguments that nobody gave their defaults, so
// that nobody is asked for them. The one that selects the operation is chosen
// elsewhere.
func (s *inputSchema) fillDefaults(a arguments) {
	for name, value := range s.defaults {
		if _, given := a[name]; !given && name != s.selector() {
			a[name] = value
		}
	}
}
