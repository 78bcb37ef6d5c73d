package lock

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
)

// Tool is what a server says of a tool, as far as it is approved. A part that the
// server leaves out, or gives as null, is nil or empty.
type Tool struct {
	Name, Title, Description string
	// Input and Output are schemas, Annotations an object; as they were written.
	Input, Output, Annotations json.RawMessage
}

// ReadTool reads an entry of a server's list. Keys count as they are written: a
// server must not be able to show one description to whoever is strict about
// capitals, and have another one approved.
func ReadTool(raw json.RawMessage) (t Tool, err error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return Tool{}, fmt.Errorf("it is no tool: %w", err)
	}
	for key, to := range map[string]*string{"name": &t.Name, "title": &t.Title, "description": &t.Description} {
		if value := present(fields[key]); value == nil {
			continue
		} else if err := json.Unmarshal(value, to); err != nil {
			return Tool{}, fmt.Errorf("its %s is no text: %w", key, err)
		}
	}
	t.Input, t.Output = present(fields["inputSchema"]), present(fields["outputSchema"])
	t.Annotations = present(fields["annotations"])
	return t, nil
}

// present is a value, nil for null.
func present(raw json.RawMessage) json.RawMessage {
	if string(bytes.TrimSpace(raw)) == "null" {
		return nil
	}
	return raw
}

// Digest names the tool's content; see the package's documentation.
func (t *Tool) Digest() string {
	fields := map[string]any{}
	for key, text := range map[string]string{"name": t.Name, "title": t.Title, "description": t.Description} {
		if text != "" {
			fields[key] = text
		}
	}
	for key, raw := range map[string]json.RawMessage{"inputSchema": t.Input, "outputSchema": t.Output, "annotations": t.Annotations} {
		if raw != nil {
			fields[key] = decode(raw)
		}
	}
	sum := sha256.Sum256(encode(fields))
	return digestPrefix + hex.EncodeToString(sum[:])
}

const digestPrefix = "sha256:"

// Same compares two JSON values without their layout and the order of keys.
func Same(a, b json.RawMessage) bool {
	a, b = present(a), present(b)
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return bytes.Equal(encode(decode(a)), encode(decode(b)))
}

// decode reads JSON with the digits of its numbers; nil for what is none.
func decode(raw json.RawMessage) (v any) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}

// encode writes canonical JSON: encoding/json sorts the keys.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return []byte("null") // only what was decoded comes here
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// Part is a part of what a server says of a tool.
type Part string

// The parts.
const (
	Title       Part = "title"
	Description Part = "description"
	Input       Part = "input schema"
	Output      Part = "output schema"
	Annotations Part = "annotations"
	// Files are those of a skill.
	Files Part = "files"
)

// Differences are the parts in which two tools of one name differ.
func (t *Tool) Differences(other *Tool) (parts []Part) {
	for part, same := range map[Part]bool{
		Title:       t.Title == other.Title,
		Description: t.Description == other.Description,
		Input:       Same(t.Input, other.Input),
		Output:      Same(t.Output, other.Output),
		Annotations: Same(t.Annotations, other.Annotations),
	} {
		if !same {
			parts = append(parts, part)
		}
	}
	slices.Sort(parts)
	return parts
}

// Fields are the keys of a list's entry that are approved.
var Fields = []string{"name", "title", "description", "inputSchema", "outputSchema", "annotations"}
