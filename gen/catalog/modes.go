package catalog

import (
	"encoding/json"
	"slices"

	"github.com/sextant-mcp/sextant/runtime/naming"
)

// readsInAMode reports a tool that no descriptor lists the actions of and that has
// a mode which only reads: the dispatcher assesses each mode by itself. A tool
// that only reads needs no such mode, and one that is named for a change, other
// than to manage things, is no reader in any.
func readsInAMode(c *Capability) bool {
	if len(c.Actions) > 0 || c.Hints != nil && c.Hints.ReadOnly != nil && *c.Hints.ReadOnly {
		return false
	}
	words := slices.DeleteFunc(naming.Words(c.ownName()), func(w string) bool { return w == "manage" })
	if guessWords(words, true).kind == changes {
		return false
	}
	return slices.ContainsFunc(c.Params, Param.hasReadingMode)
}

// hasReadingMode reports a parameter that every call chooses, itself or by its
// default, between words at least half of which are verbs and one of which reads.
func (p Param) hasReadingMode() bool {
	if !naming.IsMode(p.Name) || len(p.Enum) < 2 || !p.Required && !p.hasDefault() {
		return false
	}
	known, reading := 0, 0
	for _, value := range p.Enum {
		switch guessWords(naming.Words(value), true).kind {
		case silent:
			continue
		case reads:
			reading++
		}
		known++
	}
	return reading > 0 && 2*known >= len(p.Enum)
}

// hasDefault reports a parameter that is one of its values when it is left out.
func (p Param) hasDefault() bool {
	var value string
	return json.Unmarshal(p.Default, &value) == nil && slices.Contains(p.Enum, value)
}
