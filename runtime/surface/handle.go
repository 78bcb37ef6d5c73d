package surface

import (
	"encoding/json"

	"github.com/sextant-mcp/sextant/runtime/surface/loadout"
)

// takeHandle takes the handle of a conversation out of the hints of a verb: an
// argument of that name with such a value. A tool's own argument may have the
// name, but no other value looks like a handle.
func takeHandle(hints json.RawMessage) (rest json.RawMessage, handle string, err error) {
	f, err := object(hints)
	if err != nil {
		return hints, "", nil // the dispatcher says what is wrong with them
	}
	if json.Unmarshal(f[handleArg], &handle) != nil || !loadout.IsHandle(handle) {
		return hints, "", nil
	}
	var action string
	if _, pinned := f["tool"]; !pinned && json.Unmarshal(f["action"], &action) == nil && (action == "load" || action == "unload") {
		return hints, handle, nil // manage passes it on
	}
	delete(f, handleArg)
	rest, err = json.Marshal(f)
	return rest, handle, err
}
