package surface

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// verbRequest is a request and the handle that names whose it is.
type verbRequest struct {
	dispatch.Request
	handle string
}

// readArguments turns the arguments of a verb's tool into a request. Shapes that
// models produce and that can mean but one thing are understood: the whole call
// nested in "arguments", values as strings. Everything else is an error that
// shows the right shape.
func readArguments(verb runtime.Verb, raw json.RawMessage) (verbRequest, error) {
	req := verbRequest{Request: dispatch.Request{Verb: verb}}
	fields, err := unwrapCall(raw)
	if err != nil {
		return req, fmt.Errorf("%w; %s", err, sample(verb))
	}
	hints := fields.take("hints")
	hintsText := fields.take("hints_json")
	for _, read := range []error{
		fields.text("intent", &req.Intent), fields.truth("execute", &req.Execute), fields.whole("top_k", &req.TopK),
	} {
		if read != nil {
			return req, fmt.Errorf("%w; %s", read, sample(verb))
		}
	}
	if req.Hints, err = oneOf(hints, hintsText); err != nil {
		return req, err
	}
	if req.Hints, req.handle, err = takeHandle(req.Hints); err != nil {
		return req, err
	}
	if len(fields) > 0 {
		names := slices.Sorted(maps.Keys(fields))
		return req, fmt.Errorf("%s takes no %s; arguments of the tool behind it go into hints; %s", verb, strings.Join(names, ", "), sample(verb))
	}
	return req, nil
}

func sample(verb runtime.Verb) string {
	if verb == runtime.Find {
		return `a call looks like {"intent":"what is needed","top_k":8}`
	}
	return `a call looks like {"intent":"the request in the user's words","hints":{"limit":5}}`
}

// fields are the arguments that are not read yet.
type fields map[string]json.RawMessage

// unwrapCall reads the arguments, and takes them out of the envelope of a call
// that was nested into itself.
func unwrapCall(raw json.RawMessage) (fields, error) {
	f, err := object(raw)
	if err != nil {
		return nil, err
	}
	for range 3 {
		inner, nested := f["arguments"]
		if _, has := f["intent"]; has || !nested {
			break
		}
		unwrapped, err := object(inner)
		if err != nil {
			return nil, err
		}
		f = unwrapped
	}
	return f, nil
}

// object reads a JSON object, or a string that holds one. Nothing is an empty
// object.
func object(raw json.RawMessage) (fields, error) {
	raw = bytes.TrimSpace(raw)
	var text string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &text) == nil {
		raw = json.RawMessage(strings.TrimSpace(text))
	}
	f := fields{}
	if len(raw) == 0 || string(raw) == "null" {
		return f, nil
	}
	if err := json.Unmarshal(raw, &f); err != nil || f == nil {
		return nil, fmt.Errorf("the arguments are no JSON object")
	}
	return f, nil
}

// take removes a field; null counts as absent.
func (f fields) take(name string) json.RawMessage {
	raw := f[name]
	delete(f, name)
	if string(raw) == "null" {
		return nil
	}
	return raw
}

func (f fields) text(name string, to *string) error {
	raw := f.take(name)
	if raw == nil {
		return nil
	}
	if err := json.Unmarshal(raw, to); err != nil {
		return fmt.Errorf("%s must be a string, not %s", name, raw)
	}
	return nil
}

// truth reads a boolean, or the word for one.
func (f fields) truth(name string, to **bool) error {
	raw := f.take(name)
	if raw == nil {
		return nil
	}
	value, err := strconv.ParseBool(strings.Trim(string(raw), `"`))
	if err != nil {
		return fmt.Errorf("%s must be true or false, not %s", name, raw)
	}
	*to = &value
	return nil
}

// whole reads an integer, or the digits of one. A fraction of zeros is none:
// clients that know no integers write 2.0.
func (f fields) whole(name string, to *int) error {
	raw := f.take(name)
	if raw == nil {
		return nil
	}
	digits, zeros, _ := strings.Cut(strings.Trim(string(raw), `"`), ".")
	if strings.Trim(zeros, "0") != "" {
		digits = string(raw)
	}
	value, err := strconv.Atoi(digits)
	if err != nil || value == 0 {
		return fmt.Errorf("%s must be a whole number from 1 to %d, not %s", name, runtime.MaxK, raw)
	}
	*to = value
	return nil
}

// oneOf picks the hints; they may be given as an object or as text, and an empty
// one does not count.
func oneOf(hints, text json.RawMessage) (json.RawMessage, error) {
	switch {
	case isEmpty(text):
		return hints, nil
	case isEmpty(hints):
		return text, nil
	}
	return nil, fmt.Errorf("hints and hints_json are both given; give one of them")
}

func isEmpty(raw json.RawMessage) bool {
	text := strings.Trim(string(raw), "\" \t\r\n")
	return text == "" || text == "{}"
}
