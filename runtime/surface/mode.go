package surface

import (
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// Mode says what a client sees of the surface. What can be called is the same
// in every mode, but for ModeIntent, where a tool has to be loaded before it is
// called by its own name.
type Mode string

// The modes.
const (
	// ModeIntent lists the six verbs and the tools that load others.
	ModeIntent Mode = "intent"
	// ModeCondensed lists every tool, one with several operations once.
	ModeCondensed Mode = "condensed"
	// ModeVerbose lists every operation of every tool as a tool of its own.
	ModeVerbose Mode = "verbose"
	// ModeBoth lists the verbs and every tool.
	ModeBoth Mode = "both"
)

// Modes are the modes, the default first.
var Modes = []Mode{ModeIntent, ModeCondensed, ModeVerbose, ModeBoth}

// ParseMode reads a mode's name; the empty name is ModeIntent.
func ParseMode(name string) (Mode, error) {
	if name == "" {
		return ModeIntent, nil
	}
	names := make([]string, len(Modes))
	for i, m := range Modes {
		if string(m) == name {
			return m, nil
		}
		names[i] = string(m)
	}
	return "", fmt.Errorf("there is no mode %q; the modes are %s", name, strings.Join(names, ", "))
}

// lists reports whether one of the surface's own tools is listed: the verbs where
// the mode has them, the tools that load others where there is anything to load.
func (m Mode) lists(name string) bool {
	if _, err := runtime.ParseVerb(name); err == nil {
		return m == ModeIntent || m == ModeBoth
	}
	return m == ModeIntent
}

// gates reports whether a tool must be loaded before it is called by its name.
func (m Mode) gates() bool { return m == ModeIntent }
