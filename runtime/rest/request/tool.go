package request

import (
	"encoding/json"
	"fmt"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// PlanRefKey is the key of a tool's body that does the same, for tools that have
// no argument of that name.
const PlanRefKey = "plan_ref"

// Target is a tool that a route is for.
type Target struct {
	ID string
	// OwnPlanRef is set when the tool has an argument plan_ref of its own.
	OwnPlanRef bool
	// Envelope is the name under which its arguments stand in hints: one of
	// those that the dispatcher knows and that is no argument of the tool.
	Envelope string
}

// NewTarget returns the target of a tool; has tells the names of its arguments.
func NewTarget(id string, has func(name string) bool) Target {
	t := Target{ID: id, OwnPlanRef: has(PlanRefKey)}
	for _, t.Envelope = range dispatch.Envelopes() {
		if !has(t.Envelope) {
			break
		}
	}
	return t
}

// Tool reads the body of a tool's route, which Strict has let through: it is the
// arguments, as they were written, and none of them is taken for a hint but
// "action", which names the operation, and plan_ref, unless the tool has an
// argument of that name. Nobody chooses a verb; that of the tool is taken which
// allows what the call does.
func Tool(t Target, body []byte) (dispatch.Request, error) {
	req := dispatch.Request{OpenVerb: true}
	args, err := readFields(body)
	if err != nil {
		return req, fmt.Errorf("%w; it holds the arguments of %s, such as {\"limit\":5}", err, t.ID)
	}
	if !t.OwnPlanRef {
		if err := args.read(PlanRefKey, "a string", &req.PlanRef); err != nil {
			return req, err
		}
	}
	hints := map[string]any{"tool": t.ID}
	var action string
	if raw, given := args["action"]; given && json.Unmarshal(raw, &action) == nil && action != "" {
		hints["action"] = action
		delete(args, "action")
	}
	if len(args) > 0 {
		hints[t.Envelope] = args
	}
	req.Hints, err = encode(hints)
	return req, err
}
