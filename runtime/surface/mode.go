package surface

import "fmt"

// Mode says what a client sees of the surface. The capabilities behind it are
// the same in every mode.
type Mode string

// ModeIntent lists the six verbs.
const ModeIntent Mode = "intent"

// Modes are the modes that are served.
var Modes = []Mode{ModeIntent}

// ParseMode reads a mode's name; the empty name is ModeIntent.
func ParseMode(name string) (Mode, error) {
	if name == "" {
		return ModeIntent, nil
	}
	for _, m := range Modes {
		if string(m) == name {
			return m, nil
		}
	}
	return "", fmt.Errorf("mode %q is not served; served is %v", name, Modes)
}
