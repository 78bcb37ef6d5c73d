package dispatch

import (
	"encoding/json"
	"fmt"

	"github.com/sextant-mcp/sextant/runtime"
)

// Request is one call of a verb.
type Request struct {
	// Verb is how the request was made.
	Verb runtime.Verb
	// OpenVerb leaves the verb open: Verb is runtime.Any, and the capability
	// that fits is called under that of its verbs which suits the operation.
	OpenVerb bool
	// Intent is the user's words, at most MaxIntent bytes.
	Intent string
	// Hints is a JSON object, or a JSON string that holds one: "tool" pins the
	// capability, "action" selects its operation, "plan_ref" sends back a
	// preview, everything else is an argument. nil is no hints.
	Hints json.RawMessage
	// Context is a JSON object of arguments that are offered beside the hints:
	// one that the chosen capability does not have is ignored. nil is none.
	Context json.RawMessage
	// Among holds the only capabilities that can be reached, by route or by pin;
	// nil allows all.
	Among *runtime.Set
	// Router is the one whose numbers Among holds. When another is served by now,
	// nothing is done and the Status of the reply is Changed. nil takes Among for
	// what is served.
	Router *runtime.Router
	// Execute false asks for a preview; nil is true.
	Execute *bool
	// Caller names whose request it is. Plans belong to a caller, and so does
	// the history that why tells of; the empty caller has no history.
	Caller string
	// Principal is who is authenticated as the caller, "" when nobody is. What is
	// learned from requests of a principal counts for that principal's.
	Principal string
	// Operator lets the caller see and change what belongs to others.
	Operator bool
	// TopK is how many results find gives, 1..runtime.MaxK; zero means
	// DefaultTopK.
	TopK int
	// Confirm asks the person behind the caller about calls that must not run
	// unseen; nil when the client can't. Without it such a call runs only when
	// its plan_ref is sent back.
	Confirm Confirm
	// PlanRef sends back a preview, as plan_ref in the hints does; that goes
	// before it.
	PlanRef string
	// Lifecycle carries out what manage is asked to load or unload; nil where
	// nothing is loaded.
	Lifecycle Lifecycle
}

// DefaultTopK is how many results find gives when it is not told.
const DefaultTopK = 8

// executes reports whether the caller lets the call happen.
func (r Request) executes() bool { return r.Execute == nil || *r.Execute }

// check refuses requests that no plan can be made from.
func (r Request) check(h hints) error {
	switch {
	case len(r.Intent) > MaxIntent:
		return fmt.Errorf("the intent has %d bytes; the limit is %d. Long texts go into an argument in the hints", len(r.Intent), MaxIntent)
	case isBlank(r.Intent) && h.tool == "" && h.planRef == "":
		return fmt.Errorf("the intent is empty; say in a sentence what you want to %s", want[r.Verb])
	}
	return nil
}

// want completes "say what you want to".
var want = map[runtime.Verb]string{
	runtime.Any: "know or have done", runtime.Ask: "know", runtime.Find: "find", runtime.Write: "write", runtime.Act: "have done",
	runtime.Manage: "manage", runtime.Why: "have explained",
}

// changes reports whether a verb may change something.
func changes(v runtime.Verb) bool {
	return v == runtime.Write || v == runtime.Act || v == runtime.Manage
}
