package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// Lifecycle shows a caller capabilities under their own names and takes them
// away again. A face that has such a thing passes it with the request, bound to
// the caller; it must be safe for concurrent use.
type Lifecycle interface {
	// Change loads or unloads. The result stands in the reply; an error says
	// what the caller must correct. Names that do not exist are no error but
	// part of the result.
	Change(ctx context.Context, c LifecycleChange) (any, error)
}

// LifecycleChange is what a request wants loaded or unloaded: tools by name,
// all those of a server, all those that carry a tag.
type LifecycleChange struct {
	Unload                   bool
	Tools, Servers, Toolsets []string
	// AutoUnload retracts each newly loaded tool after its next successful
	// call.
	AutoUnload bool
	// Handle names the caller's state where no session does.
	Handle string
	// Why is the request in the caller's words.
	Why string
}

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

// lifecycle passes the change on. Without a Lifecycle there is nothing to load:
// behind the verbs every tool can be called at any time.
func (t *turn) lifecycle(ctx context.Context) *Reply {
	if t.req.Lifecycle == nil {
		return t.routing.reject(NotAllowed, errors.New("nothing needs loading here: every capability is called through its verb at once, with its id as hints.tool; find lists the ids"))
	}
	c, err := ReadLifecycleChange(t.hints.args)
	if err != nil {
		return t.routing.reject(BadRequest, err)
	}
	c.Unload, c.Why = t.hints.action == "unload", t.req.Intent
	if !t.req.executes() {
		return t.routing.reject(NotAllowed, fmt.Errorf("%sing changes only what is listed, so there is no preview of it; leave execute out", t.hints.action))
	}
	result, err := t.req.Lifecycle.Change(ctx, c)
	if err != nil {
		return t.routing.reject(BadRequest, err)
	}
	t.routing.Decision, t.routing.Action = DecisionRoute, t.hints.action
	t.routing.ChosenTool, t.routing.Confidence = t.hints.action+"_tools", 1
	t.routing.Why = "The hints name tools to " + t.hints.action + "."
	return &Reply{Result: result, Routing: t.routing, Executed: true}
}

// ReadLifecycleChange reads the arguments tools, servers, toolsets, auto_unload
// and handle. A single name may stand for a list of one, and a list may be
// written as a string. Any other argument is an error.
func ReadLifecycleChange(args map[string]json.RawMessage) (LifecycleChange, error) {
	var c LifecycleChange
	for name, raw := range args {
		var err error
		switch name {
		case "tools":
			c.Tools, err = readNames(raw)
		case "servers":
			c.Servers, err = readNames(raw)
		case "toolsets":
			c.Toolsets, err = readNames(raw)
		case "auto_unload":
			err = json.Unmarshal([]byte(strings.Trim(string(raw), `"`)), &c.AutoUnload)
		case "handle":
			err = json.Unmarshal(raw, &c.Handle)
		default:
			return c, fmt.Errorf("loading takes no %q; it takes tools, servers, toolsets (lists of names), auto_unload and handle", clip(name))
		}
		if err != nil {
			return c, fmt.Errorf("%s is %s; give %s", name, clip(string(raw)), map[bool]string{true: "true or false", false: `names, such as ["graph_search"]`}[name == "auto_unload"])
		}
	}
	return c, nil
}

// readNames reads a list of names, one name, or a list that was written as a
// string.
func readNames(raw json.RawMessage) ([]string, error) {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		if text := strings.TrimSpace(one); strings.HasPrefix(text, "[") {
			raw = json.RawMessage(text)
		} else if text == "" {
			return nil, nil
		} else {
			return []string{text}, nil
		}
	}
	var names []string
	err := json.Unmarshal(raw, &names)
	return names, err
}
