package dispatch

import (
	"errors"

	"github.com/sextant-mcp/sextant/runtime"
)

// isLifecycle reports a manage request that loads or unloads tools. With a pin,
// "load" is the pinned tool's own action.
func (t *turn) isLifecycle() bool {
	if t.req.Verb != runtime.Manage || t.hints.tool != "" || t.hints.action != "load" && t.hints.action != "unload" {
		return false
	}
	for _, name := range []string{"tools", "servers", "toolsets"} {
		if _, ok := t.hints.args[name]; ok {
			return true
		}
	}
	return false
}

// lifecycle says that there is nothing to load: behind the verbs every tool can
// be called at any time.
func (t *turn) lifecycle() *Reply {
	return t.routing.reject(NotAllowed, errors.New("nothing needs loading on this surface: every capability is called through its verb at once, with its id as hints.tool; find lists the ids"))
}
