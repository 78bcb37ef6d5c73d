package request

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

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
