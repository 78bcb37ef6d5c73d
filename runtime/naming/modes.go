package naming

import (
	"slices"
	"strings"
)

// modeParams are names of parameters that select what a tool does, without signs
// and in lower case.
var modeParams = []string{"action", "mode", "operation", "op", "command", "cmd", "subcommand"}

var signs = strings.NewReplacer("_", "", "-", "")

// IsMode tells whether a parameter of the name selects what a tool does, however
// it is spelled: subCommand, sub_command.
func IsMode(param string) bool {
	return slices.Contains(modeParams, strings.ToLower(signs.Replace(param)))
}
