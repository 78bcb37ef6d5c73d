package dispatch

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// Outcome is what came of a call that teaches something: one that was really
// executed, was not pinned by the caller and was not a choice between equals.
type Outcome struct {
	Verb       runtime.Verb
	Capability string
	Caller     string
	// Success is false when the call failed or its payload says so.
	Success bool
}

// Outcomes learns. Record must be safe for concurrent use and must not block
// for long; it is called before the reply is given. find is never recorded, and
// neither is a call that its caller gave up.
type Outcomes interface {
	Record(ctx context.Context, o Outcome)
}

// failedStatuses are values of "status" with which payloads report failure.
var failedStatuses = map[string]bool{
	"error": true, "failed": true, "failure": true, "denied": true, "forbidden": true,
	"cancelled": true, "canceled": true, "rejected": true, "unauthorized": true, "timeout": true,
}

// tellers are the fields of a payload that may say that it is a failure.
var tellers = [][]byte{[]byte(`"ok"`), []byte(`"success"`), []byte(`"succeeded"`), []byte(`"executed"`), []byte(`"error"`), []byte(`"status"`)}

// mayTell reports a payload that has to be read: an object that holds one of the
// tellers, or escapes in which one may hide.
func mayTell(payload []byte) bool {
	payload = bytes.TrimSpace(payload)
	if len(payload) == 0 || payload[0] != '{' {
		return false
	}
	return bytes.Contains(payload, []byte(`\u`)) || slices.ContainsFunc(tellers, func(name []byte) bool { return bytes.Contains(payload, name) })
}

// Succeeded tells whether a result is a success. Many servers report failures
// in the payload of a result that is formally fine: an "error" that is not
// empty, "ok", "success" or "executed" that is false, a "status" that says so.
// Only the top of the payload counts; data further down may speak of errors
// that are not its own.
func Succeeded(r Result) bool {
	if r.IsError {
		return false
	}
	payload := r.Structured
	if payload == nil {
		payload = json.RawMessage(strings.TrimSpace(r.Text))
	}
	if !mayTell(payload) {
		return true
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(payload, &fields) != nil {
		return true
	}
	for _, key := range []string{"ok", "success", "succeeded", "executed"} {
		if string(fields[key]) == "false" {
			return false
		}
	}
	switch string(fields["error"]) {
	case "", "null", "false", `""`, "{}", "[]", "0":
	default:
		return false
	}
	var status string
	_ = json.Unmarshal(fields["status"], &status) // a status that is no text, such as 200, says nothing here
	return !failedStatuses[strings.ToLower(status)]
}
