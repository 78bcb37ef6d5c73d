package request

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// PlanRefHeader is the header that sends back the reference of a preview.
const PlanRefHeader = "Sextant-Plan-Ref"

// PlanRefKey is the key of a tool's body that does the same, for tools that have
// no argument of that name.
const PlanRefKey = "plan_ref"

// intentPath and a verb's name are the path of the verb, for messages.
const intentPath = "/intent/"

// fields are the members of a body that are not read yet.
type fields map[string]json.RawMessage

func readFields(body []byte) (fields, error) {
	f := fields{}
	if len(body) == 0 {
		return f, nil
	}
	if err := json.Unmarshal(body, &f); err != nil || f == nil {
		return nil, errors.New("the body is no JSON object")
	}
	return f, nil
}

// take removes a member; null counts as absent.
func (f fields) take(name string) json.RawMessage {
	raw := f[name]
	delete(f, name)
	if string(raw) == "null" {
		return nil
	}
	return raw
}

// read decodes a member into a value of its type; what names the type.
func (f fields) read(name, what string, to any) error {
	raw := f.take(name)
	if raw == nil {
		return nil
	}
	if err := json.Unmarshal(raw, to); err != nil {
		return fmt.Errorf("%s must be %s, not %s", name, what, clip(string(raw)))
	}
	return nil
}

// Verb reads the body of a verb's route, which Strict has let through; nil is no
// body. A member that the verb does not have is an error.
func Verb(verb runtime.Verb, body []byte) (dispatch.Request, error) {
	req := dispatch.Request{Verb: verb}
	f, err := readFields(body)
	if err != nil {
		return req, fmt.Errorf("%w; %s", err, sample(verb))
	}
	if err := f.ofOption(verb); err != nil {
		return req, err
	}
	if err := f.read("intent", "a string", &req.Intent); err != nil {
		return req, fmt.Errorf("%w; %s", err, sample(verb))
	}
	if verb == runtime.Find {
		err = f.topK(&req.TopK)
	} else {
		err = errors.Join(f.read("execute", "true or false", &req.Execute), f.hints(&req.Hints))
	}
	if err != nil {
		return req, fmt.Errorf("%w; %s", err, sample(verb))
	}
	if len(f) > 0 {
		return req, fmt.Errorf("%s takes no %s; %s", verb, clip(strings.Join(slices.Sorted(maps.Keys(f)), ", ")), sample(verb))
	}
	return req, nil
}

func sample(verb runtime.Verb) string {
	if verb == runtime.Find {
		return `send an object such as {"intent":"what is needed","top_k":8}`
	}
	return `send an object such as {"intent":"the request in the user's words","hints":{"limit":5}}, arguments of the tool behind it in hints`
}

// ofOption drops what the options of replies hold beside the call, so that one
// can be sent as it stands, to the route of its verb.
func (f fields) ofOption(verb runtime.Verb) error {
	delete(f, "label")
	delete(f, "fill")
	var named string
	if err := f.read("verb", "a string", &named); err != nil {
		return err
	}
	if named != "" && named != verb.String() {
		return fmt.Errorf("this is the route of %s and the body is for %q; send it to %s%s", verb, clip(named), intentPath, clip(named))
	}
	return nil
}

func (f fields) topK(to *int) error {
	if err := f.read("top_k", "a whole number", to); err != nil {
		return err
	}
	if *to < 0 || *to > runtime.MaxK {
		return fmt.Errorf("top_k is %d; give a whole number from 1 to %d", *to, runtime.MaxK)
	}
	return nil
}

// hints takes the hints, which are an object, or a string that holds one. A
// string is as strict as the body.
func (f fields) hints(to *json.RawMessage) error {
	object, text := f.take("hints"), f.take("hints_json")
	if object != nil && text != nil {
		return errors.New("hints and hints_json are both given; give one of them")
	}
	*to = object
	if text != nil {
		*to = text
	}
	var inner string
	if json.Unmarshal(*to, &inner) == nil && strings.TrimSpace(inner) != "" {
		if err := Strict([]byte(inner)); err != nil {
			return fmt.Errorf("the hints are no strict JSON: %w", err)
		}
	}
	return nil
}

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

// PlanRef joins the reference of the header with that of the body.
func PlanRef(header http.Header, given string) (string, error) {
	ref := header.Get(PlanRefHeader)
	switch {
	case ref == "":
		return given, nil
	case given != "" && given != ref:
		return "", fmt.Errorf("the header %s and plan_ref in the body differ; give one of them", PlanRefHeader)
	}
	return ref, nil
}

// Execute joins the query parameter execute with the member of the body.
// Another parameter is an error: execute under a wrong name would be a call that
// was to be a preview.
func Execute(rawQuery string, given *bool) (*bool, error) {
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return nil, fmt.Errorf("the query can't be read: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if name != "execute" {
			return nil, fmt.Errorf("there is no query parameter %q; there is only execute, arguments go into the body", clip(name))
		}
	}
	values := query["execute"]
	if len(values) == 0 {
		return given, nil
	}
	value, err := strconv.ParseBool(values[0])
	switch {
	case err != nil || len(values) > 1:
		return nil, fmt.Errorf("execute is %q; give true or false, once", clip(strings.Join(values, ", ")))
	case given != nil && *given != value:
		return nil, errors.New("execute differs between the query and the body; give it once")
	}
	return &value, nil
}

// encode leaves members as they were written, < and > included.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// clip shortens a text of the caller for a message.
func clip(text string) string {
	const most = 80
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "..."
}
