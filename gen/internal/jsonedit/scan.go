package jsonedit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Part is a member of an object or an element of a list, by its bytes.
type Part struct {
	Key        string // of a member
	Begin      int    // of the key, or of the element
	KeyEnd     int    // of a member
	Start, End int    // of the value
}

// Container is an object or a list.
type Container struct{ Parts []Part }

// Find returns the last member of that key, which is the one that counts; -1
// without one.
func (c Container) Find(key string) int {
	for i := len(c.Parts) - 1; i >= 0; i-- {
		if key != "" && c.Parts[i].Key == key {
			return i
		}
	}
	return -1
}

// Scan finds the parts of the object or list raw.
func Scan(raw []byte) (Container, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		return Container{}, fmt.Errorf("scanning JSON: %w", err)
	}
	var c Container
	for dec.More() {
		p := Part{Begin: skip(raw, int(dec.InputOffset()))}
		if raw[0] == '{' {
			token, err := dec.Token()
			if err != nil {
				return c, fmt.Errorf("scanning JSON: %w", err)
			}
			p.Key, _ = token.(string)
			p.KeyEnd = int(dec.InputOffset())
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return c, fmt.Errorf("scanning JSON: %w", err)
		}
		p.End = int(dec.InputOffset())
		p.Start = p.End - len(value)
		c.Parts = append(c.Parts, p)
	}
	return c, nil
}

// skip moves over white space and the comma between parts.
func skip(raw []byte, at int) int {
	for at < len(raw) && strings.IndexByte(" \t\r\n,", raw[at]) >= 0 {
		at++
	}
	return at
}
