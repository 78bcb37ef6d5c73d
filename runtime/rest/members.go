package rest

import (
	"bytes"
	"encoding/json"
	"errors"
)

// member is one member of a JSON object, its value as it was written.
type member struct {
	name  string
	value json.RawMessage
}

// members are those of an object, in its order.
type members []member

var errNoObject = errors.New("no JSON object")

func readMembers(raw json.RawMessage) (members, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil, errNoObject
	}
	var m members
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		m = append(m, member{name.(string), value})
	}
	return m, nil
}

// get returns the value of a name, nil when it is not there.
func (m members) get(name string) json.RawMessage {
	for _, one := range m {
		if one.name == name {
			return one.value
		}
	}
	return nil
}

// set returns the members with a value under a name, where it was or at the end.
func (m members) set(name string, value json.RawMessage) members {
	out := append(members(nil), m...)
	for i, one := range out {
		if one.name == name {
			out[i].value = value
			return out
		}
	}
	return append(out, member{name, value})
}

func (m members) encode() json.RawMessage {
	out := []byte{'{'}
	for i, one := range m {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, encode(one.name)...), ':'), one.value...)
	}
	return append(out, '}')
}

// encode writes what always has a JSON, without escaping <, > and &.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("rest: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
