package dispatch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

const (
	// MaxIntent is the longest intent in bytes.
	MaxIntent = 16 << 10
	// MaxHints is the longest hints in bytes, as JSON.
	MaxHints = 1 << 20
	// maxDepth is how deep the values of hints may be nested.
	maxDepth = 32
	// maxWrapping is how often hints may be wrapped, in a string or in another
	// object, before they count as malformed.
	maxWrapping = 3
)

// hints is what a caller says beside the intent.
type hints struct {
	// tool pins the capability, action selects its operation, planRef sends
	// back a preview; override lifts the rule that a pinned tool must list the
	// verb.
	tool, action, planRef string
	override              bool
	// args are the arguments, each as the caller wrote it: numbers stay exact,
	// and 1 and "1" stay different.
	args arguments
	// offered are arguments of the request's context: a capability that has
	// none of the name does without.
	offered arguments
}

// arguments are the arguments of a call by name.
type arguments map[string]json.RawMessage

// The names in hints that are no arguments. A tool whose own parameter has one
// of these names takes it inside "arguments".
const (
	hintTool     = "tool"
	hintToolAlso = "_tool"
	hintAction   = "action"
	hintPlanRef  = "plan_ref"
	hintOverride = "override_verb"
)

// parseHints reads hints: a JSON object, or a string that holds one. Hints that
// are wrapped in "hints" or "hints_json" once more are unwrapped.
func parseHints(raw json.RawMessage) (hints, error) {
	fields, err := hintFields(raw, 0)
	if err != nil {
		return hints{}, err
	}
	h := hints{args: fields}
	for _, text := range []struct {
		name string
		to   *string
	}{{hintTool, &h.tool}, {hintToolAlso, &h.tool}, {hintAction, &h.action}, {hintPlanRef, &h.planRef}} {
		if err := h.takeText(text.name, text.to); err != nil {
			return hints{}, err
		}
	}
	if raw, ok := h.args[hintOverride]; ok {
		if err := json.Unmarshal(raw, &h.override); err != nil {
			return hints{}, fmt.Errorf("hints.%s is %s; give true or leave it out", hintOverride, clip(string(raw)))
		}
		delete(h.args, hintOverride)
	}
	return h, nil
}

// takeText moves a reserved name out of the arguments.
func (h *hints) takeText(name string, to *string) error {
	raw, ok := h.args[name]
	if !ok {
		return nil
	}
	delete(h.args, name)
	if string(raw) == "null" {
		return nil
	}
	if err := json.Unmarshal(raw, to); err != nil {
		return fmt.Errorf("hints.%s is %s; give a string. An argument of that name goes inside \"arguments\": {...}", name, clip(string(raw)))
	}
	return nil
}

func hintFields(raw json.RawMessage, wrapped int) (arguments, error) {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return arguments{}, nil
	case len(raw) > MaxHints:
		return nil, fmt.Errorf("the hints have %d bytes; the limit is %d", len(raw), MaxHints)
	case wrapped > maxWrapping:
		return nil, errors.New("the hints are wrapped too often; send one object such as " + hintsSample)
	}
	if raw[0] == '"' {
		var inner string
		if err := json.Unmarshal(raw, &inner); err != nil {
			return nil, badHints(raw, err)
		}
		return hintFields(json.RawMessage(inner), wrapped+1)
	}
	fields, err := parseObject(raw)
	if err != nil {
		return nil, badHints(raw, err)
	}
	if len(fields) == 1 {
		for _, name := range []string{"hints", "hints_json"} {
			if inner, ok := fields[name]; ok {
				return hintFields(inner, wrapped+1)
			}
		}
	}
	return fields, nil
}

const hintsSample = `{"tool":"name_of_the_tool","limit":5}`

func badHints(raw json.RawMessage, err error) error {
	return fmt.Errorf("the hints are no JSON object: %w; got %s, send an object such as %s", err, clip(string(raw)), hintsSample)
}

var errNotObject = errors.New("want an object")

// parseObject reads one JSON object that is nested no deeper than maxDepth.
func parseObject(raw json.RawMessage) (arguments, error) {
	if err := checkJSON(raw); err != nil {
		return nil, err
	}
	var fields arguments
	if err := json.Unmarshal(raw, &fields); err != nil || fields == nil {
		return nil, errNotObject
	}
	return fields, nil
}

// checkJSON walks over one JSON value and tells where it is broken or too deep.
func checkJSON(raw json.RawMessage) error {
	if json.Valid(raw) && bytes.Count(raw, []byte("{"))+bytes.Count(raw, []byte("[")) <= maxDepth {
		return nil // it can't be too deep; to say where a broken one breaks takes longer
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	depth := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if depth > 0 {
				return fmt.Errorf("it ends early, at byte %d", len(raw))
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("byte %d: %w", d.InputOffset(), err)
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth > maxDepth {
			return fmt.Errorf("byte %d: nested deeper than %d", d.InputOffset(), maxDepth)
		}
		if depth == 0 && len(bytes.TrimSpace(raw[d.InputOffset():])) > 0 {
			return fmt.Errorf("byte %d: more follows after the value", d.InputOffset())
		}
	}
}

// clip shortens a text of the caller for a message.
func clip(text string) string {
	const most = 80
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= most {
		return text
	}
	cut := most
	for cut > 0 && text[cut]&0xC0 == 0x80 {
		cut--
	}
	return text[:cut] + "..."
}
